// The entry points of the package, from `exports` of package.json: `latebench`, and those below it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { name: packageName, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** `name` is what programs import; `source` is its file, from the root, and `types` the declarations it is built to. */
export const entryPoints = Object.entries(exports).map(([path, { types }]) => ({
  name: `${packageName}${path.slice(1)}`,
  types: types.slice('./'.length),
  source: types.replace('./dist/types/', '').replace(/\.d\.ts$/, '.ts'),
}));
