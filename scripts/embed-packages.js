// Puts what LateBench uses of two large packages into dist/node_modules, where Node finds it before it looks elsewhere, each
// with its licence. As dependencies they would take 19 MB of a user's disk instead of 6: parquet-wasm holds its binary three
// times, katex its sources, six builds of the same code and each font in three formats. So they are development
// dependencies. Files keep their places.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * V8 optimises a function of WebAssembly after a millisecond of work, which takes it ten or more: a quarter of the processor
 * time of building a small pool. Sixteen times that is soon enough for a large one.
 */
const startOfParquet = `require('node:v8').setFlagsFromString('--wasm-tiering-budget=30000000');
module.exports = require('./parquet_wasm.js');
`;

const packages = [
  {
    name: 'parquet-wasm',
    about: { type: 'commonjs', exports: './node/start.js' },
    files: () => ['node/parquet_wasm.js', 'node/parquet_wasm_bg.wasm'],
    added: { 'node/start.js': startOfParquet },
  },
  {
    name: 'katex',
    about: { type: 'module', exports: { '.': './dist/katex.mjs', './package.json': './package.json' } },
    files: (from) => {
      const fonts = readdirSync(join(from, 'dist', 'fonts')).filter((font) => font.endsWith('.woff2'));
      return ['dist/katex.min.css', ...fonts.map((font) => `dist/fonts/${font}`)];
    },
    minified: 'dist/katex.mjs',
  },
];

async function minify(from, to) {
  const { build } = await import('esbuild');
  await build({ entryPoints: [from], outfile: to, minify: true, format: 'esm', logLevel: 'warning' });
}

/** Does nothing for a package that is there as it should be. */
export async function embedPackages(root, dist) {
  for (const { name, about, files, added = {}, minified } of packages) {
    const from = join(root, 'node_modules', name);
    const to = join(dist, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    const text = `${JSON.stringify({ name, version, license, ...about }, null, 2)}\n`;
    const manifest = join(to, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8') === text) continue;
    const licences = readdirSync(from).filter((file) => file.startsWith('LICENSE'));
    for (const file of [...licences, ...files(from)]) {
      mkdirSync(dirname(join(to, file)), { recursive: true });
      copyFileSync(join(from, file), join(to, file));
    }
    for (const [file, content] of Object.entries(added)) writeFileSync(join(to, file), content);
    if (minified !== undefined) await minify(join(from, minified), join(to, minified));
    writeFileSync(manifest, text);
  }
}
