import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Candidate } from '../../src/datasets/quality/check.ts';
import { createDigestSet } from '../../src/datasets/quality/digest-set.ts';
import { unique } from '../../src/datasets/quality/duplicates.ts';
import { createOverlapIndex, noOverlap } from '../../src/datasets/quality/overlap.ts';
import { readOverlapList } from '../../src/datasets/quality/overlap-list.ts';
import { problemForm } from '../../src/datasets/quality/problem-form.ts';
import { createProblemIndex } from '../../src/datasets/quality/problem-index.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { heldBytes } from '../support/held-memory.ts';
import { temporaryFolder } from '../support/temporary.ts';

const candidate = (problem: string, steps: readonly string[] = []): Candidate => ({
  id: 'x',
  problem,
  steps,
});
const train =
  'A train leaves the station at 9 in the morning and travels 120 miles to the coast at a steady speed of 40 miles per hour. When does it arrive there?';

test('an equal problem is dropped whatever its case, its white space and its dollar signs', () => {
  const check = unique({ kind: 'problem' });
  assert.equal(check.reason(candidate('Find  $x$.')), null);
  assert.equal(check.reason(candidate('find \\(x\\)')), 'duplicate problem');
  assert.equal(check.reason(candidate('find $y$')), null);
});

test('the same problem with another solution stays when solutions are compared', () => {
  const check = unique({ kind: 'solution' });
  assert.equal(check.reason(candidate('p', ['a'])), null);
  assert.equal(check.reason(candidate('p', ['b'])), null);
  assert.equal(check.reason(candidate('p', ['a'])), 'duplicate solution');
});

test('a problem in nearly the same words is near; other numbers make another problem', () => {
  const check = unique({ kind: 'near' });
  assert.equal(check.reason(candidate(train)), null);
  assert.equal(check.reason(candidate(train.replace('travels', 'goes'))), 'near-duplicate problem');
  assert.equal(check.reason(candidate(train.replace('there?', 'there, please?'))), 'near-duplicate problem');
  assert.equal(check.reason(candidate(train.replace('120', '160'))), null);
  assert.equal(check.reason(candidate('How many primes are there below 120 that end in 9 or in 40?')), null);
});

test('near duplicates are found where the similarity is high, and hardly where it is low', () => {
  const words = Array.from(
    { length: 60 },
    (_, index) => `word${String.fromCharCode(97 + (index % 26))}${'aeiou'[index % 5]}`,
  );
  const rate = (changed: number): number => {
    let found = 0;
    for (let round = 0; round < 100; round += 1) {
      const own = words.map(
        (word, index) => `${word}${String.fromCharCode(97 + ((round * 7 + index) % 26))}`,
      );
      const index = createProblemIndex('near');
      index.add(problemForm(own.join(' ')));
      const other = own.map((word, at) => (at < changed ? `z${word}q` : word));
      if (index.has(problemForm(other.join(' ')), 'near', 0.8)) found += 1;
    }
    return found / 100;
  };
  assert.ok(rate(1) > 0.98, `${rate(1)}`);
  assert.ok(rate(20) < 0.02, `${rate(20)}`);
});

test('an index holds what was put in, also after it has grown', () => {
  const index = createProblemIndex('near');
  const problems = [...syntheticRecords({ count: 1000, seed: 3 })].map(({ problem }) => problem);
  for (const problem of problems) index.add(problemForm(problem));
  assert.equal(index.size, 1000);
  for (const problem of problems) assert.ok(index.has(problemForm(problem), 'near', 1));
});

test('a digest set agrees with a Set', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 3000 }), (texts) => {
      const digests = createDigestSet();
      const known = new Set<string>();
      for (const text of texts) {
        assert.equal(digests.has(text), known.has(text));
        assert.equal(digests.add(text), !known.has(text));
        known.add(text);
      }
      assert.equal(digests.size, known.size);
    }),
    { numRuns: 30 },
  );
});

test('memory is bounded: what lies further back than the window is no longer found, and that is said', () => {
  for (const kind of ['problem', 'near'] as const) {
    const check = unique({ kind, window: 100 });
    const name = (index: number): Candidate =>
      candidate(
        `${[...String(index)].map((digit) => 'qwertzuiop'[Number(digit)]).join(' and then ')} ${index}`,
      );
    for (let index = 0; index < 500; index += 1) assert.equal(check.reason(name(index)), null);
    assert.match(check.reason(name(499)) ?? '', /duplicate/);
    assert.match(check.reason(name(460)) ?? '', /duplicate/);
    assert.match(check.note?.() ?? '', /^400 of the earlier records/);
    assert.equal(check.reason(name(10)), null);
  }
});

test('many problems leave little behind', () => {
  const check = unique({ kind: 'near', window: 600 });
  const problems = [...syntheticRecords({ count: 1800, seed: 1 })];
  const before = heldBytes();
  const held: number[] = [];
  for (const [at, { problem }] of problems.entries()) {
    check.reason(candidate(problem));
    if ((at + 1) % 150 === 0) held.push((heldBytes() - before) / 2 ** 20);
  }
  assert.equal(check.note?.()?.includes('earlier records'), true, 'the window was full');
  const max = Math.max(...held);
  assert.ok(max < 16, `${max} MiB for 600 problems`);
  // 600 problems are some 0.2 MiB; all of them would be 0.6.
  const untilFull = Math.max(...held.slice(0, 4));
  assert.ok(max < untilFull + 0.3, `${held.map((mb) => mb.toFixed(2)).join(', ')} MiB after each 150`);
});

test('a problem overlaps a list by the share of its word n-grams', () => {
  const index = createOverlapIndex(4);
  index.add('Find all primes p such that p squared plus two is prime too.');
  const check = noOverlap(index, 0.5);
  assert.equal(
    check.reason(candidate('FIND ALL PRIMES $p$ such that $p$ squared plus two is prime.')),
    'overlaps the list',
  );
  assert.equal(
    check.reason(candidate('Find all primes p that end in the digit seven and are below ninety.')),
    null,
  );
  assert.equal(index.shareOf('Find all primes p such'), 1);
  assert.equal(index.shareOf('Something else'), 0);
  assert.equal(index.shareOf(' '), 0);
  assert.match(check.note?.() ?? '', /1 problem by 4 words/);
});

test('a list is read from files in any layout, and a row that cannot be read stops it', async (t) => {
  const folder = await temporaryFolder(t);
  const reported: string[] = [];
  const options = { words: 4, say: (line: string) => void reported.push(line) };
  const good = join(folder, 'test.jsonl');
  await writeFile(good, `${JSON.stringify({ question: `${train}`, answer: 'At 9+3 = 12.\n#### 12' })}\n`);
  const index = await readOverlapList([good], options);
  assert.equal(index.problems, 1);
  assert.match(reported[0] ?? '', /read as gsm8k rows/);
  assert.equal(index.shareOf(train), 1);
  const bad = join(folder, 'bad.jsonl');
  await writeFile(bad, '{"problem":"p"}\nnot json\n');
  await assert.rejects(readOverlapList([bad], options), { code: 'LB_JSON', message: /stay clear of/ });
});
