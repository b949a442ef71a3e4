// The score of critics and baselines beside a second implementation, which follows the words of the definitions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBaselines } from '../../src/metrics/baselines.ts';
import { createScore } from '../../src/metrics/score.ts';
import { type Cut, cuts, type SubjectScore } from '../../src/records/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { assertClose, assertSame } from './close.ts';
import {
  bootstrapOf,
  type Case,
  caseOf,
  deltaBenchOf,
  designEffect,
  goldSteps,
  processBenchOf,
  rateIntervalsOf,
  sizesOf,
  summedOf,
} from './definitions.ts';
import { judgedSolutions } from './judged-solutions.ts';

interface Placed extends Case {
  readonly subset: string;
  readonly task: string;
}

/** What one critic, or one baseline, made of the records that count. */
function casesOf(records: readonly Solution[], critic: string | ((record: Solution) => object)): Placed[] {
  return records.flatMap((record) => {
    const gold = goldSteps(record);
    const found =
      typeof critic === 'string'
        ? record.critiques?.findLast((one) => one.critic === critic)
        : { critic: '', protocol: 'all_errors' as const, status: 'ok' as const, ...critic(record) };
    if (gold === null || found === undefined) return [];
    const place = { subset: record.subset ?? record.dataset ?? '(none)', task: record.task ?? '(none)' };
    return [{ ...caseOf(record, gold, found), ...place }];
  });
}

const ascending = (names: readonly string[]): string[] => [...new Set(names)].sort();
const mean = (values: readonly (number | null)[], weights: readonly number[]): number | null => {
  const total = weights.reduce((a, b) => a + b, 0);
  if (values.includes(null) || total === 0) return null;
  return values.reduce<number>((sum, value, at) => sum + value! * weights[at]!, 0) / total;
};

function subsetsOf(cases: readonly Placed[]) {
  const names = ascending(cases.map(({ subset }) => subset));
  const each = names.map((name) => {
    const own = cases.filter(({ subset }) => subset === name);
    const { error_acc, correct_acc, f1 } = processBenchOf(own);
    return [name, { error_acc, correct_acc, f1, simple_f1_score: f1, n: own.length }] as const;
  });
  const f1s = each.map(([, { f1 }]) => f1);
  const weighted_f1 = mean(
    f1s,
    each.map(([, { n }]) => n),
  );
  return {
    subsets: Object.fromEntries(each),
    mean_of_subsets_f1: mean(
      f1s,
      f1s.map(() => 1),
    ),
    weighted_f1,
    simple_f1_score: weighted_f1,
  };
}

function checkSubject(found: SubjectScore, cases: readonly Placed[], cut: Cut): void {
  const { critic, processbench, deltabench, by } = found;
  assertClose(found, sizesOf(cases), critic);
  assertSame(processbench, { ...processBenchOf(cases), ...subsetsOf(cases) }, `${critic} processbench`);
  assertSame(deltabench, deltaBenchOf(cases, cut), `${critic} deltabench`);
  assert.deepEqual(Object.keys(by), ['task']);
  assert.deepEqual(Object.keys(by.task!), ascending(cases.map(({ task }) => task)));
  for (const [task, cell] of Object.entries(by.task!)) {
    const own = cases.filter((one) => one.task === task);
    const { processbench: first, deltabench: steps, intervals: __, ...counts } = cell;
    assertSame(counts, sizesOf(own), `${critic} ${task}`);
    assertSame(first, processBenchOf(own), `${critic} ${task} processbench`);
    assertSame(steps, deltaBenchOf(own, cut), `${critic} ${task} deltabench`);
  }
}

const settings = fc.record({ cut: fc.constantFrom<Cut>(...cuts), seed: fc.nat(5) });

test('counts, shares, subsets and cells of critics and baselines are what their definitions say', () => {
  fc.assert(
    fc.property(judgedSolutions({ maxLength: 25 }), settings, (records, { cut, seed }) => {
      const score = createScore({ cut, seed, by: ['task', 'task'], bootstrap: 0, arithmetic: true });
      for (const record of records) score.add(record);
      const { critics, baselines, records: n, skipped } = score.result();
      assert.equal(n, records.length);
      const left = records.filter((record) => goldSteps(record) === null);
      const reason = ({ injection }: Solution): string =>
        injection?.status === 'rejected' || injection?.status === 'failed' ? injection.status : 'unlabelled';
      for (const [name, counted] of Object.entries(skipped)) {
        assert.equal(counted, left.filter((record) => reason(record) === name).length, name);
      }
      const names = records.flatMap((record) =>
        goldSteps(record) === null ? [] : (record.critiques ?? []).map(({ critic }) => critic),
      );
      assert.deepEqual(
        critics.map(({ critic }) => critic),
        ascending(names),
      );
      for (const found of critics) checkSubject(found, casesOf(records, found.critic), cut);
      const made = createBaselines(seed, [0], true);
      assert.deepEqual(
        baselines.map(({ critic }) => critic),
        made.map(({ name }) => name),
      );
      for (const [at, found] of baselines.entries()) {
        checkSubject(
          found,
          casesOf(records, (record) => made[at]!.predict(record)),
          cut,
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('lift is over the best of the baselines that read nothing, on the records that the critic judged', () => {
  fc.assert(
    fc.property(judgedSolutions({ minLength: 4, maxLength: 20 }), settings, (records, { cut, seed }) => {
      const score = createScore({ cut, seed, bootstrap: 0, arithmetic: true, constants: [1, 3] });
      for (const record of records) score.add(record);
      const blind = createBaselines(seed, [1, 3], false);
      for (const { critic, lift } of score.result().critics) {
        const own = casesOf(records, critic);
        const judged = records.filter((record) => record.critiques?.some((one) => one.critic === critic));
        for (const [name, of] of [
          ['processbench_f1', (cases: readonly Case[]) => processBenchOf(cases).f1],
          ['deltabench_f1', (cases: readonly Case[]) => deltaBenchOf(cases, cut).micro.f1],
        ] as const) {
          const values = blind.map((one) => of(casesOf(judged, (record) => one.predict(record))));
          const known = values.filter((value) => value !== null);
          const best = Math.max(...known);
          const value = of(own);
          if (value === null || known.length === 0) assert.equal(lift[name], null);
          else {
            assertClose(lift[name]!.value, value - best, `${critic} ${name}`);
            assert.equal(lift[name]!.baseline, blind[values.indexOf(best)]!.name);
          }
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('intervals are Wilson or the bootstrap, of whole, cells, subsets and lift, as if records were repeated', () => {
  const close = 1e-8;
  const replicates = 25;
  fc.assert(
    fc.property(
      judgedSolutions({ minLength: 25, maxLength: 45, problems: 18 }),
      settings,
      (records, { cut, seed }) => {
        const score = createScore({ cut, seed, by: ['task'], bootstrap: replicates });
        for (const record of records) score.add(record);
        const { critics, baselines } = score.result();
        const made = createBaselines(seed, [0], false);
        for (const found of critics) {
          const cases = casesOf(records, found.critic);
          const hits = (one: Case): boolean => one.answer === (one.gold[0] ?? -1);
          fc.pre(Math.abs(designEffect(cases, hits, cases) - 1.1) > 1e-9);
          const intervalsOf = (
            of: readonly Case[],
            metricsOf: (drawn: readonly Case[], places: readonly number[]) => Record<string, number | null>,
          ) =>
            Object.fromEntries(
              Object.entries(bootstrapOf(of, { seed, replicates }, metricsOf)).map(([name, { interval }]) => [
                name,
                interval,
              ]),
            );
          const expected = (of: readonly Case[]) => ({
            ...rateIntervalsOf(of, true),
            ...intervalsOf(of, (drawn) => summedOf(drawn, cut)),
          });
          const subsets = ascending(cases.map(({ subset }) => subset));
          const enough = subsets.every(
            (name) =>
              new Set(cases.filter(({ subset }) => subset === name).map(({ problem }) => problem)).size >= 10,
          );
          const averages = (drawn: readonly Case[]) => {
            const parts = subsets.map((subset) => drawn.filter((one) => (one as Placed).subset === subset));
            const f1s = parts.map((part) => processBenchOf(part).f1);
            return {
              mean_of_subsets_f1: mean(
                f1s,
                f1s.map(() => 1),
              ),
              weighted_f1: mean(
                f1s,
                parts.map((part) => part.length),
              ),
            };
          };
          const judged = records.filter((record) =>
            record.critiques?.some((one) => one.critic === found.critic),
          );
          const liftIn = (drawn: readonly Case[], places: readonly number[]) =>
            Object.fromEntries(
              (['processbench_f1', 'deltabench_f1'] as const).map((name) => {
                const lift = found.lift[name];
                if (lift === null) return [`lift_${name}`, null];
                const baseline = made.find((one) => one.name === lift.baseline)!;
                const beside = casesOf(judged, (record) => baseline.predict(record));
                const figure = name === 'processbench_f1' ? 'f1' : 'deltabench_micro_f1';
                const [a, b] = [drawn, places.map((at) => beside[at]!)].map(
                  (all) => summedOf(all, cut)[figure] ?? null,
                );
                return [`lift_${name}`, a == null || b == null ? null : a - b];
              }),
            );
          const whole = {
            ...expected(cases),
            ...(enough ? intervalsOf(cases, averages) : { mean_of_subsets_f1: null, weighted_f1: null }),
            ...intervalsOf(cases, liftIn),
          };
          assertSame(found.intervals, whole, found.critic, close);
          for (const [task, cell] of Object.entries(found.by.task!)) {
            const own = cases.filter((one) => one.task === task);
            assertSame(cell.intervals, expected(own), `${found.critic} ${task}`, close);
          }
        }
        for (const [at, { intervals }] of baselines.entries()) {
          const cases = casesOf(records, (record) => made[at]!.predict(record));
          assertSame(
            intervals,
            { ...rateIntervalsOf(cases, false), mean_of_subsets_f1: null, weighted_f1: null },
            made[at]!.name,
          );
        }
      },
    ),
    { numRuns: 8 },
  );
});
