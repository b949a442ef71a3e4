// The comparison of critics beside a second implementation of its definitions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createComparison } from '../../src/metrics/comparison.ts';
import { type ComparisonObject, type Headline, headlines } from '../../src/records/comparison.ts';
import type { Solution } from '../../src/records/solution.ts';
import { assertSame } from './close.ts';
import {
  alphaOf,
  bootstrapOf,
  type Case,
  caseOf,
  goldSteps,
  holmOf,
  kappaOf,
  mcnemarOf,
  processBenchOf,
  summedOf,
} from './definitions.ts';
import { judgedSolutions } from './judged-solutions.ts';

const replicates = 25;
const seed = 3;
const ascending = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** What a critic made of a record; a record without a label is one without an error here. */
function seenBy(record: Solution, critic: string): Case | null {
  const critique = record.critiques?.findLast((one) => one.critic === critic);
  return critique === undefined ? null : caseOf(record, goldSteps(record) ?? [], critique);
}

function figuresOf(cases: readonly Case[]): Record<string, number | null> {
  const { error_acc, correct_acc, exact } = processBenchOf(cases);
  return { error_acc, correct_acc, exact, ...summedOf(cases, 'first') };
}

const isRight = ({ answer, gold }: Case): boolean => answer === (gold[0] ?? -1);

function pairOf(records: readonly Solution[], a: string, b: string) {
  const both = records.flatMap((record) => {
    const [one, other] = [seenBy(record, a), seenBy(record, b)];
    return goldSteps(record) === null || one === null || other === null ? [] : [[one, other] as const];
  });
  const [left, right] = [both.map(([one]) => one), both.map(([, other]) => other)];
  const [ofA, ofB] = [figuresOf(left), figuresOf(right)];
  const minus = (x: number | null, y: number | null): number | null =>
    x === null || y === null ? null : x - y;
  const differences = (
    one: Record<string, number | null>,
    other: Record<string, number | null>,
  ): Record<string, number | null> =>
    Object.fromEntries(Object.keys(one).map((name) => [name, minus(one[name]!, other[name]!)]));
  const resampled = bootstrapOf(left, { seed, replicates }, (drawn, places) =>
    differences(figuresOf(drawn), figuresOf(places.map((at) => right[at]!))),
  );
  const figures = Object.keys(ofA).map((name) => {
    const { known, interval } = resampled[name]!;
    const n = known?.length ?? 0;
    const side = (fits: (value: number) => boolean): number => known!.filter(fits).length / n;
    const mean = (known ?? []).reduce((x, y) => x + y, 0) / n;
    const spread = Math.sqrt((known ?? []).reduce((x, y) => x + (y - mean) ** 2, 0) / (n - 1));
    return [
      name,
      {
        ...{ a: ofA[name]!, b: ofB[name]!, difference: minus(ofA[name]!, ofB[name]!), interval },
        p:
          known === null
            ? null
            : Math.min(
                1,
                Math.max(
                  1 / n,
                  2 *
                    Math.min(
                      side((x) => x <= 1e-9),
                      side((x) => x >= -1e-9),
                    ),
                ),
              ),
        // Two-sided at 5 %, found in 80 of 100.
        minimum_detectable: known === null ? null : (1.959963984540054 + 0.8416212335729143) * spread,
      },
    ] as const;
  });
  const only = (one: readonly Case[], other: readonly Case[]): number =>
    one.filter((seen, at) => isRight(seen) && !isRight(other[at]!)).length;
  const [only_a, only_b] = [only(left, right), only(right, left)];
  const read = both.filter(([one, other]) => one.answer !== null && other.answer !== null);
  return {
    ...{ a, b, n: both.length, n_error: left.filter(({ gold }) => gold.length > 0).length },
    n_correct: left.filter(({ gold }) => gold.length === 0).length,
    figures: Object.fromEntries(figures),
    mcnemar: { only_a, only_b, p: mcnemarOf(only_a, only_b) },
    kappa: kappaOf(read.map(([one, other]) => [one.answer, other.answer])),
  };
}

type Answers = readonly (readonly [rater: string, answer: number])[];

function ratersOf(units: readonly Answers[]) {
  const rated = units.filter((unit) => unit.length > 1).map((unit) => unit.map(([, answer]) => answer));
  if (rated.length === 0) return null;
  const steps = rated.map((unit) => unit.filter((answer) => answer !== -1));
  return {
    raters: ascending(units.flat().map(([name]) => name)),
    n: rated.length,
    any_error: {
      alpha_nominal: alphaOf(
        rated.map((unit) => unit.map((answer) => Number(answer === -1))),
        'nominal',
      ),
    },
    first_error: {
      alpha_nominal: alphaOf(rated, 'nominal'),
      alpha_ordinal: alphaOf(steps, 'ordinal'),
      alpha_interval: alphaOf(steps, 'interval'),
      n_positions: steps.filter(({ length }) => length > 1).length,
    },
  };
}

function agreementOf(records: readonly Solution[], people: readonly Answers[]) {
  const critics = records.map(
    (record): Answers =>
      ascending((record.critiques ?? []).map(({ critic }) => critic)).flatMap((critic) => {
        const { answer } = seenBy(record, critic)!;
        return answer === null ? [] : [[critic, answer] as const];
      }),
  );
  const among = ratersOf(people);
  return {
    critics: ratersOf(critics),
    people: among,
    all: among === null ? null : ratersOf(critics.map((unit, at) => [...unit, ...people[at]!])),
    against: (critic: string, person: string) => {
      const of = (units: readonly Answers[], at: number, name: string) =>
        units[at]!.find(([rater]) => rater === name)?.[1];
      const pairs = records.flatMap((_, at) => {
        const [one, other] = [of(people, at, person), of(critics, at, critic)];
        return one === undefined || other === undefined ? [] : [[one, other] as const];
      });
      const any_error = kappaOf(pairs.map(([one, other]) => [one === -1, other === -1]));
      return { critic, person, n: pairs.length, any_error, first_error: kappaOf(pairs) };
    },
  };
}

/** Each critic joins the group above it where no test tells it from that group's best. */
function tiedOf({ critics, pairs }: ComparisonObject): string[][] {
  const groups: string[][] = [];
  for (const { critic } of critics) {
    const best = groups.at(-1)?.[0];
    const pair = pairs.find(({ a, b }) => (a === best && b === critic) || (a === critic && b === best));
    if (pair === undefined || pair.differs === true) groups.push([critic]);
    else groups.at(-1)!.push(critic);
  }
  return groups;
}

const mark = fc.option(fc.integer({ min: -1, max: 4 }), { freq: 3 });
const cases = fc
  .tuple(
    fc.oneof(
      judgedSolutions({ maxLength: 8 }),
      judgedSolutions({ minLength: 22, maxLength: 30, problems: 18 }),
    ),
    fc.array(fc.tuple(mark, mark), { minLength: 30, maxLength: 30 }),
  )
  .map(([records, marks]) => ({
    records,
    people: records.map((_, at): Answers => {
      const [ann, bob] = marks[at]!;
      return [
        ...(ann === null ? [] : [['ann', ann] as const]),
        ...(bob === null ? [] : [['bob', bob] as const]),
      ];
    }),
  }));

test('pairs, ranks, groups and agreement of critics are what their definitions say', () => {
  fc.assert(
    fc.property(
      cases,
      fc.constantFrom<Headline | null>(...headlines, null),
      ({ records, people }, wanted) => {
        const comparison = createComparison({ seed, bootstrap: replicates, headline: wanted });
        for (const [at, record] of records.entries()) comparison.add(record, new Map(people[at]));
        const result = comparison.result();
        assert.deepEqual([result.records, result.seed, result.bootstrap], [records.length, seed, replicates]);

        const labelled = records.filter((record) => goldSteps(record) !== null);
        const names = ascending(
          labelled.flatMap(({ critiques }) => (critiques ?? []).map(({ critic }) => critic)),
        );
        const of = (critic: string) =>
          labelled.map((record) => seenBy(record, critic)).filter((seen) => seen !== null);
        const headline =
          wanted ?? (names.every((name) => figuresOf(of(name)).f1 !== null) ? 'f1' : 'deltabench_micro_f1');
        assert.equal(result.headline, headline);
        const ranked = names
          .map((critic) => ({
            critic,
            n: of(critic).length,
            headline: figuresOf(of(critic))[headline] ?? null,
          }))
          .sort((a, b) => (b.headline ?? -1) - (a.headline ?? -1));
        assertSame(result.critics, ranked);

        const expected = names.flatMap((a, at) => names.slice(at + 1).map((b) => pairOf(records, a, b)));
        const judged = expected.filter(({ n }) => n > 0);
        const ps = holmOf(judged.map(({ figures }) => figures[headline]!.p));
        const exact = holmOf(judged.map(({ mcnemar }) => mcnemar.p));
        const pairs = judged.map((pair, at) => {
          const { interval } = pair.figures[headline]!;
          const p = ps[at]!;
          const apart = interval !== null && (interval[0] > 1e-9 || interval[1] < -1e-9);
          return {
            ...pair,
            mcnemar: { ...pair.mcnemar, p_adjusted: exact[at]! },
            p_adjusted: p,
            differs: interval === null || p === null ? null : apart && p < 0.05,
          };
        });
        assertSame(result.pairs, pairs, 'pairs', 1e-8);
        assert.deepEqual(result.tied, tiedOf(result));

        const { against, ...agreement } = agreementOf(records, people);
        assertSame(result.agreement, agreement, 'agreement');
        for (const found of result.against_people)
          assertSame(found, against(found.critic, found.person), 'people');
        const both = ['lists', 'one', 'votes'].flatMap((critic) =>
          ['ann', 'bob'].map((person) => against(critic, person)),
        );
        assert.equal(result.against_people.length, both.filter(({ n }) => n > 0).length);

        const apart = expected.filter(({ n }) => n === 0).length;
        const max = Math.max(0, ...ranked.map(({ n }) => n));
        const fewest = Math.min(max, ...pairs.map(({ n }) => n));
        const [first, ...rest] = result.warnings.filter((text) => text.startsWith('not compared'));
        assert.deepEqual([first !== undefined, rest.length], [apart > 0 && pairs.length > 0, 0]);
        const uneven = `pairs are compared on the records that both judged: ${fewest} of ${max} in the smallest pair`;
        assert.equal(result.warnings.includes(uneven), fewest < max);
        assert.equal(result.warnings.length, Number(first !== undefined) + Number(fewest < max));
      },
    ),
    { numRuns: 15 },
  );
});

test('with a reference, each critic is compared with it alone, as in a comparison of the two', () => {
  fc.assert(
    fc.property(cases, ({ records, people }) => {
      const settings = { seed, bootstrap: replicates, headline: 'exact' as const };
      const one = createComparison({ ...settings, reference: 'one' });
      for (const [at, record] of records.entries()) one.add(record, new Map(people[at]));
      const { pairs, tied, agreement, against_people, warnings } = one.result();
      assert.deepEqual([tied, against_people], [[], []]);
      assert.deepEqual(agreement, { critics: null, people: null, all: null });
      assert.ok(warnings.every((text) => text.startsWith('pairs are compared')));
      const expected = ['lists', 'votes']
        .map((name) => pairOf(records, name, 'one'))
        .filter(({ n }) => n > 0);
      const found = pairs.map(
        ({ mcnemar: { p_adjusted: _, ...mcnemar }, p_adjusted: __, differs: ___, ...pair }) => ({
          ...pair,
          mcnemar,
        }),
      );
      assertSame(found, expected, 'pairs', 1e-8);
    }),
    { numRuns: 5 },
  );
});

test('pairs without a common record are named, three of them, and the others counted', () => {
  const apart = (critics: readonly string[]): string[] => {
    const comparison = createComparison({ bootstrap: 0 });
    const record = (at: number): Solution => ({
      id: `r${at}`,
      problem: `p${at}`,
      steps: ['a'],
      error_steps: [],
    });
    const says = (critic: string) => ({
      critic,
      protocol: 'first_error' as const,
      status: 'ok' as const,
      first_error: -1,
    });
    for (const [at, critic] of critics.entries()) {
      comparison.add({ ...record(at), critiques: at === 0 ? [says(critic), says('x')] : [says(critic)] });
    }
    return comparison.result().warnings;
  };
  assert.deepEqual(apart(['a']), []);
  assert.deepEqual(
    apart(['a', 'b'])[0],
    'not compared, because no record was judged by both: a and b; b and x',
  );
  assert.match(apart(['a', 'b', 'c'])[0]!, /: a and b; a and c; b and c, and 2 more pairs$/);
});
