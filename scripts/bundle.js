// Makes dist/bundle: the built code in few files, as commands run it and the package ships it. What one command alone needs
// is loaded with that command. Packages are loaded from where they are installed, but for one of very many files.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleGroups } from './bundle-groups.js';
import { entryPoints } from './entry-points.js';

/** What is started or imported by its path. */
const entries = ['src/cli/main.ts', ...entryPoints.map(({ source }) => source)];

/** What runs in threads: built apart, as it would split the files of the commands into crumbs. */
const threads = [
  'src/grading/grading-worker.ts',
  'src/deepconf/pool/part-thread.ts',
  'src/storage/columnar/parquet-worker.ts',
];

/**
 * Packages of very many files, by the ES module of each that is imported: loading them one by one is half of what a command
 * takes to read one row of Parquet (Arrow, 150 files, and what it needs), or to check its options (zod, 99 files). Of undici,
 * what is imported dynamically stays where it is installed.
 */
const bundledPackages = {
  'apache-arrow': 'Arrow.node.mjs',
  flatbuffers: 'mjs/flatbuffers.js',
  tslib: 'tslib.es6.mjs',
  undici: '../../scripts/undici-parts.js',
  zod: 'index.js',
};

const bundlePackages = (root) => ({
  name: 'bundle-packages',
  setup(build) {
    const packages = join(root, 'node_modules');
    const names = Object.keys(bundledPackages).join('|');
    build.onResolve({ filter: new RegExp(`^(${names})$`) }, ({ path, kind }) =>
      path === 'undici' && kind === 'dynamic-import'
        ? { path, external: true }
        : { path: join(packages, path, bundledPackages[path]) },
    );
    // Its messages in fifty languages are a third of zod; those in English are the ones it starts with.
    build.onLoad({ filter: /node_modules[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, ({ path }) => ({
      contents: `export { default as en } from './en.js';`,
      resolveDir: dirname(path),
    }));
    // Nobody reads them here; names stay, which errors show.
    build.onLoad({ filter: new RegExp(`node_modules[/\\\\](${names})[/\\\\]`) }, async ({ path }) => {
      const options = { minifyWhitespace: true, minifySyntax: true };
      const { code } = await build.esbuild.transform(readFileSync(path, 'utf8'), options);
      // CommonJS, as undici is: Node's modules are required when the package does so.
      return { contents: code.replaceAll(/\brequire\((?=["'`]node:)/g, 'bundledRequire(') };
    });
  },
});

/** Bundled code comes with its licence. */
function copyLicences(root, to) {
  for (const name of Object.keys(bundledPackages)) {
    const from = join(root, 'node_modules', name);
    for (const file of readdirSync(from).filter((file) => /^(LICENSE|NOTICE|CopyrightNotice)/.test(file))) {
      const copy = join(to, name, file);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(from, file), copy);
    }
  }
}

export async function bundle(root) {
  const { build } = await import('esbuild');
  const outdir = join(root, 'dist', 'bundle');
  rmSync(outdir, { recursive: true, force: true });
  const options = {
    absWorkingDir: root,
    outbase: '.',
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    charset: 'utf8',
    inject: [join(root, 'scripts', 'bundled-require.js')],
    logLevel: 'warning',
  };
  const placed = (files) =>
    files.map((file) => ({ in: join(root, file), out: file.slice(0, -'.ts'.length) }));
  const packages = bundlePackages(root);
  const { metafile } = await build({
    ...options,
    entryPoints: entries,
    plugins: [packages],
    write: false,
    metafile: true,
  });
  await build({
    ...options,
    entryPoints: placed(entries),
    plugins: [packages, bundleGroups(root, metafile)],
  });
  await build({ ...options, entryPoints: placed(threads), plugins: [packages] });
  copyLicences(root, join(outdir, 'licences'));
}
