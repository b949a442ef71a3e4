// How tests are made plain scripts: a process then starts in a fraction of the time that the TypeScript loader takes. Sources
// keep the addresses they have, wherever the script is; packages stay where they are installed.
import { readFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';

const loaders = { '.tsx': 'tsx', '.ts': 'ts' };

const ownAddress = {
  name: 'own-address',
  setup(building) {
    building.onLoad({ filter: /\.(?:[cm]?js|tsx?)$/ }, ({ path }) => {
      const own = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
      const contents = readFileSync(path, 'utf8').replaceAll(
        /import\.meta\.(url|filename|dirname)\b/g,
        (_, name) => JSON.stringify(own[name]),
      );
      return { contents, loader: loaders[extname(path)] ?? 'js' };
    });
  },
};

/** For esbuild; where the script goes, and from what, is added. */
export const plainScript = {
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  plugins: [ownAddress],
  logLevel: 'warning',
};
