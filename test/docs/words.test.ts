// The project's words: what a terminal can show, and what the pages say, in the terms of the field. Prompts of models stay
// as they are: they are in the keys of stored replies.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';

/** What is not written, and what is in its place. */
const glossary: readonly (readonly [RegExp, string])[] = [
  [/\b(?:goes|gone|go) on\b/, 'continue, resume'],
  [/\bwork(?:s|ed)? off\b/, 'process'],
  [/\bpaid before\b|\bshelf\b/, 'from cache, stored replies'],
  [/\bwish(?:es)?\b/, 'options, request'],
  [/\bsurface tells?\b|\bby their looks\b/, 'surface artefact'],
  [/\bsurer\b|\bsurest\b|\bhow sure\b/, 'more confident, most confident'],
  [/\bbad (?:record|row|line)s?\b/, 'an invalid record'],
  [/\bput aside\b/, 'quarantined, kept'],
  [/\bthe same again\b/, 'run the command again'],
  [/\bstands?\b/, 'is, are stored'],
  [/\bfigures\b(?!\/)/, 'numbers, results, metrics'],
  [/\bby itself\b|\bline of (?:its|their) own\b/, 'separately'],
  [/\bgate (?:that )?refuse[sd]?\b|\brefused by the gate\b/, 'reject'],
  [/\bnamesakes?\b|\brivals?\b/, 'critics with the same name, baselines'],
  [/\blook(?:s|ed)? (?:it )?through\b|\btaken in\b/, 'verified, committed'],
  [/\bhand(?:s|ed)? (?:out|over|on)\b/, 'assigned, passed'],
  [/\b(?:come|comes|came) off\b/, 'succeeds, fails'],
];

/** What messages do not say either. */
const inMessages: typeof glossary = [
  ...glossary,
  [/(?<![Tt]here )\b(?:is|are) no (?!longer\b|more\b)[a-z]+/, 'is not a'],
  [/\bmakes one\b/, 'create one with'],
  [/\b(?:is|was|are) away\b/, 'cannot reach'],
  [/\bgiven up\b/, 'cancelled'],
  [/\b(?:is|are) (?:already )?there twice\b/, 'occurs twice'],
  [/\bno whole\b|\bnot whole(?! number)/, 'not complete'],
];

/** Texts for models, among them what was wrong with a reply, and the words of simulated ones; `figures` of geometry. */
const notForPeople =
  /^src\/(?:critic\/(?:judge-)?prompt|inject\/(?:(?:verify-|classify-)?prompt|reply\.ts)|endpoints\/json-in-reply\.ts|simulator\/|records\/taxonomy\.ts)/;
/** Generated from the comments of the source. */
const generated = /^docs\/api\.md$/;

function tracked(...patterns: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

/** Sentences among the literals of a file: what has a blank in it. */
function sentences(path: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
    TemplateElement: ({ value }) => void found.push(value.cooked ?? value.raw),
    JSXText: ({ value }) => void found.push(value),
  }).visit(program);
  return found.filter((text) => /\S\s+\S/.test(text));
}

/** The text of a page without code. */
function prose(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return text.replaceAll(/`[^`\n]*`/g, '…').split('\n');
}

function faults(path: string, texts: readonly string[], words = glossary): string[] {
  return texts.flatMap((text) =>
    words.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text);
      if (found === null) return [];
      const around = text.slice(Math.max(0, found.index - 30), found.index + 40);
      return [`${path}: "${around}": ${instead}`];
    }),
  );
}

test('what the terminal and the dashboard can show is in the words of the glossary', () => {
  const files = tracked('src/*.ts', 'src/*.tsx').filter((path) => !notForPeople.test(path));
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.flatMap((path) => faults(path, sentences(path), inMessages)),
    [],
  );
});

test('the pages are in the words of the glossary', () => {
  const pages = tracked('docs/*.md', 'README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md');
  assert.deepEqual(
    pages.filter((path) => !generated.test(path)).flatMap((path) => faults(path, prose(path))),
    [],
  );
});

test('titles of tests are in the words of the glossary', () => {
  const titles = tracked('test/*.test.ts').map((path) => {
    const found = readFileSync(path, 'utf8').matchAll(/^\s*test\(\s*(['"`])(.+?)\1,/gm);
    return { path, titles: [...found].map(([, , title]) => title!) };
  });
  assert.deepEqual(
    titles.flatMap(({ path, titles: each }) => faults(path, each)),
    [],
  );
});
