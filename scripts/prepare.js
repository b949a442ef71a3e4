// Builds dist/ for `npm ci` in a checkout: skipped when dist is newer than every source (npx runs this again), and
// when TypeScript is not installed (`npm ci --omit=dev`), where a dist that is there stays as it is.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'dist', 'src', 'cli', 'main.js');
const pages = join(root, 'dist', 'dashboard');

function newest(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((latest, entry) => {
    const path = join(folder, entry.name);
    return Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }, 0);
}

function isFresh() {
  if (!existsSync(stamp) || !existsSync(join(pages, 'app.js'))) return false;
  const sources = Math.max(newest(join(root, 'src')), newest(join(root, 'pipelines')));
  return statSync(stamp).mtimeMs >= sources;
}

function compiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    return undefined;
  }
}

/** The dashboard's client as one script and one style sheet. */
async function buildPages() {
  const { build } = await import('esbuild');
  const client = join(root, 'src', 'dashboard', 'client');
  await build({
    entryPoints: [join(client, 'app.tsx'), join(client, 'app.css')],
    outdir: pages,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'inline',
    logLevel: 'warning',
  });
}

if (existsSync(join(root, 'src')) && !isFresh()) {
  const tsc = compiler();
  if (tsc === undefined) {
    if (!existsSync(stamp)) console.error('latebench: TypeScript is not installed, so dist/ was not built');
  } else {
    const built = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
      cwd: root,
      stdio: 'inherit',
    });
    process.exitCode = built.status ?? 1;
    if (built.status === 0) await import('./command-table.js');
    await buildPages();
  }
}
