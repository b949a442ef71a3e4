import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCandidateCounts } from '../../src/datasets/quality/candidate-counts.ts';
import { type ProblemForm, problemForm } from '../../src/datasets/quality/problem-form.ts';
import { createProblemIndex } from '../../src/datasets/quality/problem-index.ts';
import { createRecentForms } from '../../src/datasets/quality/recent-forms.ts';
import { characterShingles, resemblance } from '../../src/datasets/quality/shingles.ts';

function groupsOf(text: string): ReadonlySet<string> {
  const last = Math.max(0, text.length - 5);
  return new Set(Array.from({ length: last + 1 }, (_, at) => text.slice(at, at + 5)));
}

test('two texts resemble each other as far as their groups of five characters do', () => {
  const text = fc.oneof(fc.string({ maxLength: 40, unit: 'binary' }), fc.stringMatching(/^[ab ]{0,40}$/));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [a, b] = [groupsOf(one), groupsOf(other)];
      const shared = [...a].filter((group) => b.has(group)).length;
      assert.deepEqual(resemblance(characterShingles(one), characterShingles(other)), {
        similarity: shared / (a.size + b.size - shared),
        containment: shared / Math.min(a.size, b.size),
      });
    }),
  );
});

test('the entries met most often are taken, of equal ones the earlier, and the next search begins at 0', () => {
  const counts = createCandidateCounts(3);
  const entries = fc.array(fc.nat(12), { maxLength: 60 });
  fc.assert(
    fc.property(entries, (met) => {
      for (const entry of met) counts.count(entry * 700);
      const times = new Map<number, number>();
      for (const entry of met) times.set(entry, (times.get(entry) ?? 0) + 1);
      const most = [...times].sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b).slice(0, 3);
      assert.deepEqual(
        counts.take(),
        most.map(([entry]) => entry * 700),
      );
    }),
  );
});

const apples = (a: number, b: number): ProblemForm =>
  problemForm(
    `Ann has ${a} apples and buys ${b} more at the shop on the corner, where each costs ${a} cents. How many are hers now?`,
  );

/** How often a function is called for a form. */
function counted<T>(work: (entry: number) => T): { readonly of: (entry: number) => T; times: number } {
  const seen = {
    times: 0,
    of(entry: number) {
      seen.times += 1;
      return work(entry);
    },
  };
  return seen;
}

test('a problem that is compared again and again is read once, and what is held is bounded', () => {
  const short = counted(() => apples(1, 2));
  const recent = createRecentForms({ size: 0, add: () => 0, get: short.of, close: () => {} });
  const textOf = ({ tokens }: ProblemForm): string => tokens.join(' ');
  for (let time = 0; time < 100; time += 1) {
    for (let entry = 0; entry < 12; entry += 1) recent.parts(entry, textOf);
  }
  assert.equal(short.times, 12);

  const long: ProblemForm = { tokens: Array(100_000).fill('x'), kinds: Array(100_000).fill('word') };
  const large = counted(() => long);
  const few = createRecentForms({ size: 0, add: () => 0, get: large.of, close: () => {} });
  for (const entry of [0, 1, 2, 3, 4, 0, 5, 0, 1]) few.form(entry);
  assert.equal(large.times, 7, 'the sixth takes the place of the second, which was asked for longest ago');
});

test('of problems that are all alike each finds those that it is like', () => {
  const index = createProblemIndex('near', 'template');
  for (let at = 0; at < 500; at += 1) index.add(apples(at + 2, 3 * at + 7));
  assert.equal(index.size, 500);
  assert.deepEqual(index.find(apples(12, 37), 'near', 0.8), [10]);
  assert.deepEqual(index.find(apples(12, 38), 'near', 0.8), []);
  assert.ok(index.has(apples(12, 38), 'template', 0.8));
  index.close();
});
