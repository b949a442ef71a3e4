// Every name of the public entry points has a comment that says more than the name, with code that parses and error codes
// that exist. What the entry points export is read from the built declarations.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
// @ts-expect-error A script without types.
import { publicApi } from '../../scripts/public-api.js';

interface Doc {
  readonly text: string;
  readonly tags: readonly { readonly tag: string; readonly text: string }[];
}

interface Exported {
  readonly name: string;
  readonly doc: Doc | null;
  readonly members: readonly { readonly name: string; readonly doc: Doc | null }[];
}

const exported: readonly Exported[] = publicApi().flatMap((entry: { exports: Exported[] }) => entry.exports);
const known: ReadonlySet<string> = new Set(['param', 'returns', 'throws', 'example']);

/** Words that say nothing of a declaration that its name and kind do not say. */
const empty = 'a an and are as by for from in is it its of on or that the this to what which with '.concat(
  'class function interface object option options schema setting settings stage type value values',
);

const stem = (word: string): string => word.toLowerCase().replace(/(?:ing|ed|es|s|e)$/, '');
const wordsOf = (text: string): string[] => text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
const emptyWords = new Set(wordsOf(empty).map(stem));

/** Whether a comment has a word that neither the name has nor one of its kind would; names in backticks are no words. */
function saysMore(name: string, { text, tags }: Doc): boolean {
  const said = [text, ...tags.filter(({ tag }) => tag !== 'example').map((one) => one.text)].join(' ');
  const own = new Set(wordsOf(name).map(stem));
  return wordsOf(said.replace(/`[^`]*`/g, ' ')).some(
    (word) => !own.has(stem(word)) && !emptyWords.has(stem(word)),
  );
}

test('the rule finds comments that only repeat the name', () => {
  const saying = (name: string, text: string): boolean => saysMore(name, { text, tags: [] });
  assert.equal(saying('AdaptOptions', 'Options of `adaptRows`.'), false);
  assert.equal(saying('openPool', 'Opens the pool.'), false);
  assert.equal(saying('openPool', 'Opens a pool for reading.'), true);
});

test('every export of the public entry points has a comment that says more than its name', () => {
  const wanting = exported.flatMap(({ name, doc }) => {
    if (doc === null || doc.text === '') return [`${name}: no comment`];
    return saysMore(name, doc) ? [] : [`${name}: the comment only repeats the name`];
  });
  assert.deepEqual(wanting, []);
});

test('at least 95 % of the exports with their members have a comment', () => {
  const all = exported.flatMap(({ name, doc, members }) => [
    { name, doc },
    ...members.map((member) => ({ name: `${name}.${member.name}`, doc: member.doc })),
  ]);
  const bare = all.filter(({ doc }) => doc === null).map(({ name }) => name);
  const share = 1 - bare.length / all.length;
  assert.ok(share >= 0.95, `${(100 * share).toFixed(1)} % of ${all.length}; without: ${bare.join(', ')}`);
});

/** An example is a module, or code of an async function. */
function parses(code: string): boolean {
  const isModule = /^(?:im|ex)port /m.test(code);
  const text = isModule ? code : `async () => {\n${code}\n};`;
  return parseSync('example.ts', text).errors.length === 0;
}

test('comments have known tags, error codes that exist and examples that parse', () => {
  const source = readFileSync('src/errors.ts', 'utf8');
  const codes = new Set(source.match(/LB_[A-Z_]+/g));
  const wrong = exported.flatMap(({ name, doc, members }) =>
    [doc, ...members.map((member) => member.doc)].flatMap((one) => {
      if (one === null) return [];
      const { text, tags } = one;
      const said = [text, ...tags.map((tag) => tag.text)].join(' ');
      const examples = tags.filter(({ tag }) => tag === 'example');
      return [
        ...tags.filter(({ tag }) => !known.has(tag)).map(({ tag }) => `${name}: @${tag}`),
        ...(said.match(/LB_[A-Z_]+/g) ?? [])
          .filter((code) => !codes.has(code))
          .map((code) => `${name}: ${code}`),
        ...examples.filter((example) => !parses(example.text)).map((example) => `${name}: ${example.text}`),
      ];
    }),
  );
  assert.deepEqual(wrong, []);
});
