// Makes each share of the tests one plain script. Translating the modules of a share one by one takes several seconds of
// processor time, and the loader of TypeScript stays between them afterwards.
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, stop } from 'esbuild';
import { plainScript } from './plain-script.js';

/** Shares name their files by address. */
const byAddress: Plugin = {
  name: 'by-address',
  setup(building) {
    building.onResolve({ filter: /^file:/ }, ({ path }) => ({ path: fileURLToPath(path) }));
  },
};

/** The scripts, in a folder in `scratch` from which packages are found; with maps, so that failures name the sources. */
export async function plainShares(entries: readonly string[], scratch: string): Promise<string[]> {
  // A folder apart: what tests do in theirs does not see the packages.
  const folder = join(scratch, 'shares');
  mkdirSync(folder);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await build({
    ...plainScript,
    plugins: [byAddress, ...(plainScript.plugins ?? [])],
    entryPoints: [...entries],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'linked',
    sourcesContent: false,
    // Some tests look at the names of functions and classes.
    keepNames: true,
  });
  await stop();
  return entries.map((entry) => join(folder, basename(entry)));
}
