// Writes docs/api.md, what the library exports with declarations and doc comments, and test/snapshots/public-api.txt,
// the signatures alone, where a change of the public surface shows in review. `--check` compares instead of writing.
// Needs dist/ (node scripts/prepare.js).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './entry-points.js';
import { publicApi } from './public-api.js';

/** Longer declarations are schemas, whose shape is in the record format. */
const longest = 3000;

const about = {
  latebench: 'What programs need. The changelog announces every name that is removed or changed.',
  'latebench/experimental':
    'The parts below runs and pipelines, for programs that put them together themselves. Names and types may change in any release.',
  'latebench/mathverify':
    'Reading and comparing mathematical answers. It needs no package, and no part of the rest of LateBench.',
};

const slug = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const fenced = (code) => `\`\`\`typescript\n${code}\n\`\`\``;

function shortened(code) {
  return code.length > longest ? `${code.split(/[:={]/)[0].trim()}: …` : code;
}

/** `name text` of a @param becomes an item of a list. */
function tagText({ tag, text }) {
  if (tag === 'param') {
    const [, name, rest] = /^(\S+)\s+([\s\S]*)$/.exec(text) ?? [null, text, ''];
    return `- \`${name}\`: ${rest}`;
  }
  if (tag === 'returns') return `- Returns: ${text}`;
  return `- Throws ${text.replace(/\b(LB_\w+)/g, '`$1`')}`;
}

function section({ name, doc, code }) {
  const tags = doc?.tags ?? [];
  const listed = tags.filter(({ tag }) => tag !== 'example').map(tagText);
  const examples = tags.filter(({ tag }) => tag === 'example').map(({ text }) => fenced(text));
  const parts = [
    `#### ${name}`,
    doc?.text ?? '',
    listed.join('\n'),
    fenced(shortened(code)),
    ...(examples.length === 0 ? [] : ['Example:', ...examples]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Each entry with its groups, in the order of its source, and names in the order of the alphabet. */
function grouped({ name, exports }) {
  const byName = (a, b) => a.name.localeCompare(b.name, 'en');
  const titles = [...new Set(exports.map(({ group }) => group))];
  const namesOf = (title) => exports.filter(({ group }) => group === title).sort(byName);
  return { name, groups: titles.map((title) => ({ title, all: namesOf(title) })) };
}

function contents({ name, groups }) {
  const lines = groups.map(
    ({ title, all }) => `- [${title}](#${slug(title)}): ${all.map((one) => `\`${one.name}\``).join(', ')}`,
  );
  return `**${name}**\n\n${lines.join('\n')}`;
}

function reference(entries) {
  const head =
    '# API reference\n\nMade from the doc comments by `npm run api`. [The library page](library.md) has longer examples.';
  const parts = entries.flatMap(({ name, groups }) => [
    `## ${name}\n\n${about[name] ?? ''}`,
    ...groups.flatMap(({ title, all }) => [`### ${title}`, ...all.map(section)]),
  ]);
  return `${[head, '## Contents', ...entries.map(contents), ...parts].join('\n\n')}\n`;
}

/** Signatures alone, each on the lines that the compiler gives it, in the order of the alphabet. */
function report(entries) {
  const parts = entries.map(({ name, groups }) => {
    const all = groups.flatMap((group) => group.all);
    const signatures = all.map(({ signature }) => signature).sort();
    return `# ${name}: ${all.length} names\n\n${signatures.join('\n\n')}\n`;
  });
  return parts.join('\n');
}

const entries = publicApi().map(grouped);
const files = { 'docs/api.md': reference(entries), 'test/snapshots/public-api.txt': report(entries) };
for (const [path, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) writeFileSync(join(root, path), text);
  else if (readFileSync(join(root, path), 'utf8') !== text) {
    console.error(`${path} is not what the exports and their doc comments say: npm run api writes it`);
    process.exitCode = 1;
  }
}
