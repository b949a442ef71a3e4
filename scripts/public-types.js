// Copies the declarations that the package's entry points reach to dist/types: users get those, a quarter of all.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { entryPoints, root } from './entry-points.js';

const localImport = /(?:\bfrom |\bimport\()\s*['"](\.[^'"]+)\.[jt]s['"]/g;

/** Packages that public names show nothing of: some are bundled or optional, so that users may not have their types. */
const hidden = ['apache-arrow', 'bullmq', 'ioredis', 'lmdb', 'undici'].join('|');
const hiddenTypes = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '(?:${hidden})';$`, 'gm');
const hiddenModules = new RegExp(`typeof import\\(["'](?:${hidden})["']\\)(?:\\.\\w+)?`, 'g');
const schemaTypes = 'schema-types.d.ts';
/** What a file needs Node's types for. From TypeScript 6 on, a project has them only where something asks for them. */
const ofNode = /\bBuffer\b|\bNodeJS\.|'node:/;
const nodeTypes = '/// <reference types="node" />\n';

/** A name of a package as a type that says nothing; with type arguments, or as a namespace, where it is used so. */
function unknownType(name, text) {
  const members = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member]) => member);
  if (members.length > 0) {
    const types = [...new Set(members)].map((member) => `interface ${member} {}`);
    return `declare namespace ${name} { ${types.join(' ')} }`;
  }
  return text.includes(`typeof ${name};`)
    ? `declare const ${name}: unknown; type ${name} = unknown;`
    : `type ${name}<_A = unknown, _B = unknown> = any;`;
}

/** Declarations without the types of packages: those of schemas are our own, those that nobody needs are unknown. */
function withoutPackages(text, fileFolder, types) {
  const toSchemaTypes = relative(fileFolder, join(types, schemaTypes)).replaceAll('\\', '/');
  return text
    .replace(hiddenTypes, (_, names) =>
      names
        .split(',')
        .map((name) => unknownType(name.replace('type ', '').trim(), text))
        .join('\n'),
    )
    .replace(hiddenModules, 'unknown')
    .replace(/ from 'zod';$/gm, ` from '${toSchemaTypes.replace(/\.d\.ts$/, '.js')}';`);
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
    const text = withoutPackages(readFileSync(file, 'utf8'), dirname(copy), types);
    writeFileSync(copy, ofNode.test(text) ? nodeTypes + text : text);
  }
  copyFileSync(join(root, 'scripts', schemaTypes), join(types, schemaTypes));
}
