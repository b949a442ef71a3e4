// Copies the declarations that the package's entry points reach to dist/types: users get those, a quarter of all.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { entryPoints } from './entry-points.js';

const localImport = /(?:\bfrom |\bimport\()\s*['"](\.[^'"]+)\.[jt]s['"]/g;

/** Arrow is bundled and not installed: what would have its types is of readers that programs are not given. */
const arrowTypes = /^import (?:type )?\{([^}]*)\} from 'apache-arrow';$/gm;

function withoutArrow(declarations) {
  return declarations.replace(arrowTypes, (_, names) =>
    names
      .split(',')
      .map((name) => `type ${name.replace('type ', '').trim()} = unknown;`)
      .join('\n'),
  );
}

/** `dist` has all of them in `declarations`. */
export function copyPublicTypes(dist) {
  const all = join(dist, 'declarations');
  const types = join(dist, 'types');
  const reached = new Set();
  const follow = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(localImport)) {
      follow(`${join(dirname(file), path)}.d.ts`);
    }
  };
  for (const { source } of entryPoints) follow(join(all, source.replace(/\.ts$/, '.d.ts')));
  rmSync(types, { recursive: true, force: true });
  for (const file of reached) {
    const copy = join(types, relative(all, file));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, withoutArrow(readFileSync(file, 'utf8')));
  }
}
