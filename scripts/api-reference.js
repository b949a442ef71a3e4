// Writes docs/api.md: every name that the library exports, with its declaration and doc comment, from the built .d.ts
// files. `--check` compares instead of writing. Needs dist/ (node scripts/prepare.js).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, 'docs', 'api.md');
/** Longer declarations are schemas, whose shape is in the record format. */
const longest = 1500;

const entries = [
  ['latebench', 'dist/types/src/index.d.ts'],
  ['latebench/mathverify', 'dist/types/src/mathverify/index.d.ts'],
];

function parse(path) {
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  return { text, program, comments };
}

/** The names that a file hands on, by the module that declares them. */
function exportsOf(path) {
  const { program } = parse(path);
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.source === null) return [];
    const from = resolve(dirname(path), node.source.value.replace(/\.(?:ts|js)$/, '.d.ts'));
    return node.specifiers.map(({ exported, local }) => ({ name: exported.name, local: local.name, from }));
  });
}

function declarationsIn(path) {
  const { text, program, comments } = parse(path);
  const found = new Map();
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) continue;
    const { declaration } = node;
    const names = declaration.id ? [declaration.id.name] : declaration.declarations.map(({ id }) => id.name);
    const doc = comments.find(
      ({ type, value, end }) =>
        type === 'Block' &&
        value.startsWith('*') &&
        end <= node.start &&
        text.slice(end, node.start).trim() === '',
    );
    for (const name of names) {
      const known = found.get(name) ?? { code: [], doc: null };
      known.code.push(text.slice(node.start, node.end).replace(/^export (?:declare )?/, ''));
      known.doc ??= doc?.value ?? null;
      found.set(name, known);
    }
  }
  return found;
}

function plainDoc(doc) {
  return doc
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}

function section({ name, local, from }) {
  const declaration = declarationsIn(from).get(local);
  if (declaration === undefined) return `### ${name}\n`;
  const code = declaration.code.join('\n');
  const shown = code.length > longest ? `${code.split(/[:={]/)[0].trim()}: …` : code;
  const doc = declaration.doc === null ? '' : `${plainDoc(declaration.doc)}\n\n`;
  return `### ${name}\n\n${doc}\`\`\`typescript\n${shown}\n\`\`\`\n`;
}

function reference() {
  const parts = entries.map(([title, path]) => {
    const names = exportsOf(join(root, path)).sort((a, b) => (a.name < b.name ? -1 : 1));
    return `## ${title}\n\n${names.map(section).join('\n')}`;
  });
  const head =
    '# API reference\n\nMade from the doc comments by `npm run api`. [The library page](library.md) has examples.\n';
  return `${head}\n${parts.join('\n')}`;
}

const text = reference();
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  console.error('docs/api.md is not what the doc comments say: npm run api writes it');
  process.exitCode = 1;
}
