// Makes one plain script of a test's own process: what it shares with tests goes in, src/ is taken from the built package.
// Starting it costs a tenth of a second instead of the better part of one that the TypeScript loader takes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { plainScript } from './plain-script.js';

const source = resolve('src');

/** Packages stay where they are installed. */
const packagesOutside: Plugin = {
  name: 'packages-outside',
  setup(building) {
    building.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('node:')
        ? undefined
        : { path: import.meta.resolve(path), external: true },
    );
  },
};

/** What is not of the tests themselves stays where it is: src/ as built. */
const sourcesOutside: Plugin = {
  name: 'sources-outside',
  setup(building) {
    building.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const full = resolve(resolveDir, path);
      if (!full.startsWith(source)) return undefined;
      const built = join('dist', 'src', relative(source, full).replace(/\.ts$/, '.js'));
      return { path: pathToFileURL(resolve(built)).href, external: true };
    });
  },
};

/**
 * The path of the compiled script, which is there until this process ends.
 *
 * @param bundled With what it uses of src/ in it, for one that is started again and again: reading the modules of src/ one
 * by one takes two tenths of a second.
 */
export async function compiledScript(script: URL, { bundled = false } = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'latebench-test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = fileURLToPath(script);
  const outfile = join(folder, basename(path).replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [path],
    ...plainScript,
    outfile,
    plugins: [...(bundled ? [] : [sourcesOutside]), packagesOutside, ...(plainScript.plugins ?? [])],
  });
  return outfile;
}
