// Builds dist/ for `npm ci` in a checkout, or brings it up to date: only what changed is compiled again. Skipped when dist
// is newer than every source (npx runs this again), and when TypeScript is not installed (`npm ci --omit=dev`), where a
// dist that is there stays as it is.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { embedPackages } from './embed-packages.js';
import { copyPublicTypes } from './public-types.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const main = join(dist, 'src', 'cli', 'main.js');
/** Written last, with the newest time of what was built: a build that was interrupted is begun again. */
const stamp = join(dist, 'declarations', 'built');
const sources = ['src', 'pipelines', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

function newest(path) {
  const about = statSync(path);
  if (!about.isDirectory()) return about.mtimeMs;
  return Math.max(...readdirSync(path).map((name) => newest(join(path, name))));
}

function compiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    return undefined;
  }
}

/** zod's messages in fifty languages would be half of an exported site's script; English comes without them. */
const oneLanguage = {
  name: 'one language',
  setup(building) {
    building.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: '' }));
  },
};

/** The dashboard's client as one script and one style sheet. */
async function buildPages() {
  const { build } = await import('esbuild');
  const { outsideFormulas } = await import('./outside-formulas.js');
  const { pageColours } = await import('../dist/src/dashboard/page-colours.js');
  const client = join(root, 'src', 'dashboard', 'client');
  // Scripts and no modules: an exported site is opened from file://, where modules are not loaded.
  const common = {
    outdir: join(dist, 'dashboard'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'inline',
    logLevel: 'warning',
  };
  const site = join(root, 'src', 'dashboard', 'site');
  const [{ outputFiles }] = await Promise.all([
    build({
      ...common,
      entryPoints: [join(client, 'app.tsx'), join(client, 'app.css')],
      jsx: 'automatic',
      jsxImportSource: 'preact',
      write: false,
    }),
    build({
      ...common,
      entryPoints: [{ in: join(site, 'main.ts'), out: 'site' }],
      alias: { 'node:crypto': join(site, 'sha256.ts') },
      plugins: [oneLanguage],
    }),
  ]);
  mkdirSync(join(dist, 'dashboard'), { recursive: true });
  for (const { path, text } of outputFiles)
    writeFileSync(path, path.endsWith('.css') ? `${pageColours}\n${outsideFormulas(text)}` : text);
}

/** Takes away what was compiled from files that are gone: it would be published. */
function removeStale() {
  for (const folder of ['src', 'pipelines']) {
    for (const file of readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })) {
      const source = join(root, folder, file.replace(/\.js$/, '.ts'));
      if (!existsSync(source)) rmSync(join(dist, folder, file), { recursive: true, force: true });
    }
  }
}

async function build(tsc, newestSource) {
  const args = [tsc, '-p', join(root, 'tsconfig.build.json')];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    return;
  }
  removeStale();
  copyPublicTypes(dist);
  await Promise.all([bundle(root), buildPages(), embedPackages(root, dist)]);
  await import('./command-table.js');
  writeFileSync(stamp, String(newestSource));
}

if (existsSync(join(root, 'src'))) {
  const newestSource = Math.max(...sources.map((path) => newest(join(root, path))));
  const isFresh = existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) >= newestSource;
  const tsc = compiler();
  if (tsc !== undefined && !isFresh) await build(tsc, newestSource);
  if (tsc === undefined && !existsSync(main)) {
    console.error('latebench: TypeScript is not installed, so dist/ was not built');
  }
}
