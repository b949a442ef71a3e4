// What the package's entry points export: groups of names, each with its declaration and doc comment. Names and groups
// are read from the entry's source, declarations from the built .d.ts files (node scripts/prepare.js).
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { entryPoints, root } from './entry-points.js';

const types = join(root, 'dist', 'types');

function parse(path) {
  const text = readFileSync(path, 'utf8');
  return { text, ...parseSync(path, text) };
}

/** The last of `comments` that ends before `start`, with nothing between but spaces. */
function docBefore(start, { text, comments }) {
  const doc = comments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === '');
  return doc?.type === 'Block' && doc.value.startsWith('*') ? doc.value : null;
}

/** Comments without their stars: lines of text, where an empty line parts paragraphs. */
function docLines(doc) {
  return doc
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trimEnd())
    .join('\n')
    .trim()
    .split('\n');
}

/**
 * A doc comment as its text and its tags: `@param name text`, `@returns`, `@throws`, `@example`. The code of an example
 * keeps its lines.
 */
function readDoc(doc) {
  if (doc === null) return null;
  const parts = [{ tag: null, lines: [] }];
  for (const line of docLines(doc.replace(/ (@example )/g, '\n$1'))) {
    const [, tag, rest] = /^@(\w+)\s*(.*)$/.exec(line) ?? [];
    if (tag === undefined) parts.at(-1).lines.push(line);
    else parts.push({ tag, lines: rest === '' ? [] : [rest] });
  }
  const [{ lines }, ...tags] = parts;
  return { text: joined(lines), tags: tags.map(({ tag, lines }) => ({ tag, text: textOf(tag, lines) })) };
}

const textOf = (tag, lines) => (tag === 'example' ? lines.join('\n').trim() : joined(lines));

function joined(lines) {
  return lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
    .join('\n\n')
    .trim();
}

const withoutComments = (code) => code.replace(/\n?[ \t]*\/\*\*[\s\S]*?\*\//g, '');

function membersOf(declaration, file) {
  const body = declaration.body?.body ?? [];
  return body
    .filter(({ key }) => key?.type === 'Identifier')
    .map((node) => ({ name: node.key.name, doc: readDoc(docBefore(node.start, file)) }));
}

/** Overloads are one declaration; the first comment that one of them has is its own. */
function declarationsIn(path) {
  const file = parse(path);
  const found = new Map();
  for (const node of file.program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) continue;
    const { declaration } = node;
    const names = declaration.id ? [declaration.id.name] : declaration.declarations.map(({ id }) => id.name);
    const code = file.text.slice(node.start, node.end).replace(/^export (?:declare )?/, '');
    for (const name of names) {
      const known = found.get(name) ?? { kind: kinds[declaration.type], code: [], doc: null, members: [] };
      known.code.push(code);
      known.doc ??= readDoc(docBefore(node.start, file));
      known.members.push(...membersOf(declaration, file));
      found.set(name, known);
    }
  }
  return found;
}

const kinds = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  VariableDeclaration: 'value',
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
};

/** The names that an entry exports, each with its group (the last `// ## …` before it) and the module that declares it. */
function exportsOf(source) {
  const { program, comments } = parse(join(root, source));
  const headings = comments.filter(({ value }) => value.startsWith(' ## '));
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.source === null) return [];
    const heading = headings.findLast(({ end }) => end <= node.start);
    const group = heading?.value.slice(' ## '.length).trim() ?? 'Other';
    const from = resolve(root, dirname(source), node.source.value);
    return node.specifiers.map(({ exported, local }) => ({
      name: exported.name,
      local: local.name,
      group,
      from: relative(root, from),
    }));
  });
}

/** Entry points with their exports, in the order of the entry's source. `members` are those of interfaces and classes. */
export function publicApi() {
  const modules = new Map();
  const declaredIn = (path) => {
    if (!modules.has(path)) modules.set(path, declarationsIn(join(types, path.replace(/\.ts$/, '.d.ts'))));
    return modules.get(path);
  };
  return entryPoints.map(({ name, source }) => ({
    name,
    source,
    exports: exportsOf(source).map(({ local, ...one }) => {
      const found = declaredIn(one.from).get(local);
      if (found === undefined) throw new Error(`${source}: ${one.from} declares no ${local}`);
      const code = found.code.map((text) => (local === one.name ? text : text.replace(local, one.name)));
      return { ...one, ...found, code: code.join('\n'), signature: withoutComments(code.join('\n')) };
    }),
  }));
}
