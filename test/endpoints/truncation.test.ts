// Prompts that a server cut without a word are found by the number of tokens it reports, and prompts that were read
// whole raise no alarm, whatever the tokenizer. On the prompts of ProcessBench, where ../shared/data has it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstErrorPrompts } from '../../src/critic/prompt-first-error.ts';
import type { ChatMessage } from '../../src/endpoints/chat.ts';
import { createTruncationWatch } from '../../src/endpoints/truncation/truncation-watch.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { testData } from '../support/test-data.ts';
import { repetitions } from '../support/thorough.ts';
import { type Tokenisation, tokenisations } from '../support/tokenisations.ts';

const root = `${testData}/data/processbench`;
const skip = existsSync(root) ? false : `${root} is not there: the prompts of ProcessBench are needed`;

type Prompt = readonly ChatMessage[];

function promptsOf(subset: string): Prompt[] {
  const rows = JSON.parse(readFileSync(`${root}/${subset}.json`, 'utf8')) as {
    problem: string;
    steps: string[];
  }[];
  return rows.map((row) => firstErrorPrompts.maths.messages(row));
}

const subsets = skip === false ? ['gsm8k', 'math', 'olympiadbench'].map(promptsOf) : [];
const templateTokens = 9;

/** Each prompt is counted once by each tokenizer. */
const known = new Map(Object.values(tokenisations).map((count) => [count, new Map<Prompt, number>()]));

function counted(count: Tokenisation, prompt: Prompt): number {
  const counts = known.get(count)!;
  const before = counts.get(prompt);
  if (before !== undefined) return before;
  const tokens = prompt.reduce((sum, { content }) => sum + count(content) + templateTokens, 0);
  counts.set(prompt, tokens);
  return tokens;
}

const keyOf = (index: number): string => String(index);

test('2,400 prompts read whole raise no alarm with any of five tokenizers, in any order', { skip }, () => {
  const prompts = subsets.flat();
  assert.equal(prompts.length, 2400);
  for (const [name, count] of Object.entries(tokenisations)) {
    const tokens = prompts.map((prompt) => counted(count, prompt));
    const asRead = prompts.map((_, index) => index);
    const orders = {
      'as read': asRead,
      shuffled: asRead.map((index) => (index * 997) % prompts.length),
      'the shortest first': asRead.toSorted((a, b) => tokens[a]! - tokens[b]!),
    };
    for (const [order, indices] of Object.entries(orders)) {
      const watch = createTruncationWatch();
      for (const index of indices) {
        const finding = watch.note(keyOf(index), prompts[index]!, tokens[index]!);
        assert.equal(finding, undefined, `${name}, ${order}: prompt ${index} of ${tokens[index]} tokens`);
      }
    }
  }
});

interface Case {
  /** Prompts cut by a tenth or more that the server answered before the run ended. */
  readonly cut: number;
  /** Of these, those that were found. */
  readonly found: number;
  /** Prompts of the whole run that are longer than the context by so much. */
  readonly long: number;
}

/** A run of 24 to 60 prompts against a server whose context cuts `long` of them by a tenth or more. */
function runCase(number: number, long: (prompts: number) => number): Case {
  const random = mulberry32(number);
  const pool = [...subsets, subsets.flat()][number % 4]!;
  const count = Object.values(tokenisations)[number % 5]!;
  for (;;) {
    const prompts = Array.from(
      { length: 24 + Math.floor(random() * 37) },
      () => pool[Math.floor(random() * pool.length)]!,
    );
    const tokens = prompts.map((prompt) => counted(count, prompt));
    const ordered = tokens.toSorted((a, b) => b - a);
    const wanted = long(random());
    const context = Math.floor(0.9 * ordered[Math.min(wanted, prompts.length) - 1]!);
    const isCut = (index: number): boolean => context <= 0.9 * tokens[index]!;
    const all = tokens.filter((_, index) => isCut(index)).length;
    if (context < 300) continue;
    const watch = createTruncationWatch();
    const found = new Set<string>();
    let replies = 0;
    let cut = 0;
    for (const [index, prompt] of prompts.entries()) {
      if (isCut(index)) cut += 1;
      const finding = watch.note(keyOf(index), prompt, Math.min(tokens[index]!, context));
      if (finding === undefined) continue;
      for (const key of [keyOf(index), ...finding.earlier]) {
        replies += 1;
        if (isCut(Number(key))) found.add(key);
      }
      if (replies >= 3) break;
    }
    return { cut, found: found.size, long: all };
  }
}

function casesOf(total: number, long: (share: number) => number): { runs: number; prompts: number } {
  const cases = Array.from({ length: total }, (_, number) => runCase(number + 1, long));
  const sum = (of: (one: Case) => number): number => cases.reduce((all, one) => all + of(one), 0);
  return {
    runs: sum(({ found }) => (found > 0 ? 1 : 0)) / total,
    prompts: sum(({ found }) => found) / sum(({ cut }) => cut),
  };
}

test('a context that cuts five prompts of a run or more by a tenth is found in 99 of 100 runs', {
  skip,
}, (t) => {
  const { runs, prompts } = casesOf(repetitions(300, 1000), (share) => 5 + Math.floor(share * 25));
  t.diagnostic(
    `${(100 * runs).toFixed(1)} % of the runs, ${(100 * prompts).toFixed(1)} % of the cut prompts`,
  );
  assert.ok(runs >= 0.99, `${runs} of the runs`);
  assert.ok(prompts >= 0.97, `${prompts} of the prompts`);
});

test('with three or four such prompts most runs are found, and a single one is no proof', { skip }, (t) => {
  const few = casesOf(200, (share) => 3 + Math.floor(share * 2));
  const one = casesOf(200, () => 1);
  t.diagnostic(`3 or 4: ${(100 * few.runs).toFixed(1)} % of 200 runs; 1: ${(100 * one.runs).toFixed(1)} %`);
  assert.ok(few.runs >= 0.85, `${few.runs} of the runs`);
});

const question = (words: number, salt: number): Prompt => [
  { role: 'user', content: `${salt}: ${'the sum of these numbers is even and so '.repeat(words)}` },
];

test('prompts of one length have one count without an alarm, and short ones too', () => {
  const watch = createTruncationWatch();
  for (let n = 0; n < 200; n += 1) {
    assert.equal(watch.note(keyOf(n), question(100, n), 812), undefined);
    assert.equal(watch.note(keyOf(1000 + n), question(3, n), 34), undefined);
  }
});

test('a server that counts a prompt differently from call to call is not judged by its counts', () => {
  const watch = createTruncationWatch();
  for (let n = 0; n < 100; n += 1) {
    const prompt = question(50 + (n % 10) * 20, n % 10);
    // What the server has cached it does not count.
    const tokens = n < 10 ? 500 + (n % 10) * 190 : 16;
    assert.equal(watch.note(keyOf(n), prompt, tokens), undefined);
  }
});

test('what is certain only later is said of the earlier prompts too', () => {
  const watch = createTruncationWatch();
  const findings = [200, 260, 390, 600].map((words, n) => watch.note(keyOf(n), question(words, n), 1024));
  assert.deepEqual(findings.slice(0, 2), [undefined, undefined]);
  assert.deepEqual(findings[2], { read: 1024, expected: null, plateau: 1024, earlier: ['0', '1'] });
  assert.deepEqual(findings[3], { read: 1024, expected: null, plateau: 1024, earlier: [] });
});
