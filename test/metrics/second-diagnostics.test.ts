// Calibration, vote curve, positions, agreement and operating point beside a second implementation of their definitions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addCalibration, calibrationScore, emptyCalibration } from '../../src/metrics/calibration.ts';
import { createScore } from '../../src/metrics/score.ts';
import type { Critique } from '../../src/records/critique.ts';
import { type CriticScore, type Cut, cuts } from '../../src/records/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { assertSame } from './close.ts';
import {
  type Case,
  caseOf,
  deltaBenchOf,
  goldSteps,
  kappaOf,
  prf,
  processBenchOf,
  regionOf,
  share,
  wilson,
} from './definitions.ts';
import { judgedSolutions } from './judged-solutions.ts';

interface Judged {
  readonly record: Solution;
  readonly gold: readonly number[];
  readonly critique: Critique;
  readonly seen: Case;
}

function judgedBy(records: readonly Solution[], critic: string): Judged[] {
  return records.flatMap((record) => {
    const gold = goldSteps(record);
    const critique = record.critiques?.find((one) => one.critic === critic);
    return gold === null || critique === undefined
      ? []
      : [{ record, gold, critique, seen: caseOf(record, gold, critique) }];
  });
}

/** The steps that each readable vote calls wrong. */
function listsOf({ protocol, votes }: Critique): number[][] {
  return (votes ?? []).flatMap(({ status, first_error, error_steps }) => {
    if (protocol === 'all_errors') return status === 'ok' && error_steps != null ? [[...error_steps]] : [];
    return first_error == null ? [] : [first_error === -1 ? [] : [first_error]];
  });
}

/** The share of readable votes that name a step; null with fewer than two. */
function sharesOf(critique: Critique): Map<number, number> | null {
  const lists = listsOf(critique);
  if (lists.length < 2) return null;
  const steps = [...new Set(lists.flat())];
  return new Map(
    steps.map((step) => [step, lists.filter((list) => list.includes(step)).length / lists.length]),
  );
}

function statedOf({ votes }: Critique): Map<number, number> | null {
  const given = (votes ?? []).flatMap(({ status, confidences }) =>
    status === 'ok' ? Object.entries((confidences ?? {}) as Record<string, number>) : [],
  );
  const steps = [...new Set(given.map(([step]) => step))];
  if (steps.length === 0) return null;
  return new Map(
    steps.map((step) => {
      const own = given.flatMap(([other, value]) => (other === step ? [value] : []));
      return [Number(step), own.reduce((a, b) => a + b, 0) / own.length];
    }),
  );
}

interface Stated {
  readonly confidence: number;
  readonly right: boolean;
}

function calibrationOf(cases: readonly Stated[]) {
  if (cases.length === 0) return null;
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const bins = Array.from({ length: 10 }, (_, at) => {
    // To 9 digits: sums in another order differ by their rounding, also at the bounds of bins.
    const own = cases.filter(({ confidence }) => {
      const exact = Number(confidence.toFixed(9));
      return exact >= at / 10 && (exact < (at + 1) / 10 || (at === 9 && exact === 1));
    });
    const confidence = share(sum(own.map((one) => one.confidence)), own.length);
    return {
      low: at / 10,
      high: (at + 1) / 10,
      n: own.length,
      confidence,
      right: share(own.filter(({ right }) => right).length, own.length),
    };
  });
  return {
    n: cases.length,
    ece:
      sum(bins.map(({ n, confidence, right }) => n * Math.abs((confidence ?? 0) - (right ?? 0)))) /
      cases.length,
    brier: sum(cases.map(({ confidence, right }) => (confidence - (right ? 1 : 0)) ** 2)) / cases.length,
    bins,
  };
}

/** Each step that is called wrong and lies in the region is a case. */
function stepCases({ record, gold }: Judged, sure: Map<number, number> | null, cut: Cut): Stated[] {
  const region = regionOf({ gold, steps: record.steps.length }, cut);
  return [...(sure ?? [])].flatMap(([step, confidence]) =>
    region.includes(step) ? [{ confidence, right: gold.includes(step) }] : [],
  );
}

function voteCases(one: Judged, cut: Cut): Stated[] {
  const { critique, gold, seen } = one;
  if (critique.protocol === 'all_errors') return stepCases(one, sharesOf(critique), cut);
  const lists = listsOf(critique);
  if (lists.length < 2 || seen.answer === null) return [];
  const alike = lists.filter((list) => (list[0] ?? -1) === seen.answer).length;
  return [{ confidence: alike / lists.length, right: seen.answer === (gold[0] ?? -1) }];
}

/** Votes up to the k-th by the majority; of equal leaders the one seen first. */
function firstOfVotes({ protocol, votes }: Critique, k: number, steps: number): number | null {
  const lists = listsOf({ critic: '', protocol, status: 'ok', votes: votes!.slice(0, k) });
  if (protocol === 'all_errors') {
    if (lists.length === 0) return null;
    const kept = [...new Set(lists.flat())].filter(
      (step) => lists.filter((list) => list.includes(step)).length > lists.length / 2,
    );
    return kept.length === 0 ? -1 : Math.min(...kept);
  }
  const answers = lists.map((list) => list[0] ?? -1).filter((answer) => answer < steps);
  const times = (answer: number): number => answers.filter((other) => other === answer).length;
  const most = Math.max(...answers.map(times));
  return answers.find((answer) => times(answer) === most) ?? null;
}

function curveOf(judged: readonly Judged[]) {
  const voted = judged.filter(({ critique }) => (critique.votes ?? []).length > 0);
  const longest = Math.max(0, ...voted.map(({ critique }) => critique.votes!.length));
  if (longest < 2) return null;
  return Array.from({ length: longest }, (_, at) => {
    const cases = voted.map(({ critique, seen }) => ({
      ...seen,
      answer: firstOfVotes(critique, at + 1, seen.steps),
    }));
    const { error_acc, correct_acc, f1, exact } = processBenchOf(cases);
    const n_unread = cases.filter(({ answer }) => answer === null).length;
    return { votes: at + 1, error_acc, correct_acc, f1, exact, n_unread };
  });
}

function positionsOf(judged: readonly Judged[]): number[][] {
  const tenth = (step: number, steps: number): number => Math.min(9, Math.floor((step / steps) * 10));
  const place = ({ steps }: Case, step: number): number => (step === -1 ? 10 : tenth(step, steps));
  return Array.from({ length: 11 }, (_, row) =>
    Array.from(
      { length: 12 },
      (__, column) =>
        judged.filter(
          ({ seen, gold }) =>
            place(seen, gold[0] ?? -1) === row &&
            (seen.answer === null ? 11 : place(seen, seen.answer)) === column,
        ).length,
    ),
  );
}

test('calibration, vote curve, positions and agreement are what their definitions say', () => {
  fc.assert(
    fc.property(judgedSolutions({ maxLength: 25 }), fc.constantFrom<Cut>(...cuts), (records, cut) => {
      const score = createScore({ cut, bootstrap: 0 });
      for (const record of records) score.add(record);
      for (const { critic, calibration, vote_curve, positions, agreement } of score.result().critics) {
        const judged = judgedBy(records, critic);
        assertSame(
          calibration.vote_share,
          calibrationOf(judged.flatMap((one) => voteCases(one, cut))),
          `${critic} votes`,
        );
        assertSame(
          calibration.stated,
          calibrationOf(judged.flatMap((one) => stepCases(one, statedOf(one.critique), cut))),
          `${critic} stated`,
        );
        assertSame(vote_curve, curveOf(judged), `${critic} curve`);
        assert.deepEqual(positions, positionsOf(judged), critic);
        const pairs = judged.flatMap(({ gold, seen }) =>
          seen.answer === null ? [] : [[gold[0] ?? -1, seen.answer] as const],
        );
        const any = pairs.map(([a, b]) => [Number(a === -1), Number(b === -1)] as const);
        assertSame(agreement, { any_error: kappaOf(any), first_error: kappaOf(pairs) }, critic);
      }
    }),
    { numRuns: 80 },
  );
});

const grid = Array.from({ length: 101 }, (_, at) => at / 100);

/** What the critic says when only steps of at least this confidence count. */
function atThreshold({ critique, seen }: Judged, threshold: number): Case {
  const sure = sharesOf(critique) ?? statedOf(critique);
  if (seen.flags === null || sure === null) return seen;
  const enough = [...sure].filter(([, confidence]) => confidence >= threshold).map(([step]) => step);
  if (critique.protocol === 'all_errors') {
    const flags = [...seen.flags.filter((step) => !sure.has(step)), ...enough];
    return { ...seen, flags, answer: flags.length === 0 ? -1 : Math.min(...flags) };
  }
  const most = Math.max(...sure.values());
  const [step] = [...sure].find(([, confidence]) => confidence === most) ?? [-1];
  const flags = enough.includes(step) ? [step] : [];
  return { ...seen, flags, answer: flags[0] ?? -1 };
}

function operatingOf(cases: readonly Case[], cut: Cut) {
  const { error_acc, correct_acc, f1, detection } = processBenchOf(cases);
  const { micro } = deltaBenchOf(cases, cut);
  const errors = cases.filter(({ gold }) => gold.length > 0);
  const correct = cases.filter(({ gold }) => gold.length === 0);
  const right = (of: readonly Case[]): number =>
    of.filter(({ answer, gold }) => answer === (gold[0] ?? -1)).length;
  const [n_error, n_correct] = [errors.length, correct.length];
  return {
    ...{ n_error, n_correct, error_acc, correct_acc, f1 },
    detection_precision: detection.precision,
    detection_recall: prf(right(errors), 0, n_error - right(errors)).recall,
    ...{ step_precision: micro.precision, step_recall: micro.recall, step_f1: micro.f1 },
    intervals: { error_acc: wilson(right(errors), n_error), correct_acc: wilson(right(correct), n_correct) },
  };
}

function checkOperating(point: CriticScore['operating_point'], judged: readonly Judged[], cut: Cut): void {
  const shares = judged.some(({ critique }) => sharesOf(critique) !== null);
  if (!shares && judged.every(({ critique }) => statedOf(critique) === null)) {
    assert.equal(point, null);
    return;
  }
  assert.ok(point !== null);
  const of = (split: string, at: number) =>
    judged.filter(({ record }) => record.meta!.split === split).map((one) => atThreshold(one, grid[at]!));
  const dev = grid.map((_, at) => operatingOf(of('dev', at), cut));
  const tested = grid.map((_, at) => operatingOf(of('test', at), cut));
  const allErrors = judged[0]!.critique.protocol === 'all_errors';
  const objective = allErrors || dev[0]!.f1 === null ? 'step_f1' : 'f1';
  const best = Math.max(...dev.map((one) => one[objective] ?? -1));
  const from = dev.findIndex((one) => (one[objective] ?? -1) === best);
  const after = dev.findIndex((one, at) => at > from && (one[objective] ?? -1) !== best);
  const chosen = Math.floor((from + (after === -1 ? grid.length : after) - 1) / 2);
  const { curve, ...rest } = point;
  const facts = { field: 'meta.split', dev: 'dev', confidence: shares ? 'vote_share' : 'stated', objective };
  assertSame(rest, {
    ...facts,
    threshold: grid[chosen],
    on_dev: dev[chosen],
    on_test: tested[chosen],
    on_test_without: tested[0],
  });
  let last = -1;
  for (const [at, threshold] of grid.entries()) {
    const shown = curve.findIndex((one) => one.threshold === threshold);
    if (shown !== -1) {
      assert.equal(shown, last + 1, 'ascending');
      last = shown;
      const flags = (place: number) =>
        ['dev', 'test'].map((split) => of(split, place).map((one) => one.flags));
      if (at > 0) assert.notDeepEqual(flags(at), flags(at - 1), `nothing changes at ${threshold}`);
    }
    assertSame({ dev: curve[last]!.dev, test: curve[last]!.test }, { dev: dev[at], test: tested[at] });
  }
  assert.equal(last, curve.length - 1);
}

test('the operating point is the middle of the best thresholds on one split, and its numbers are those of the other', () => {
  fc.assert(
    fc.property(
      judgedSolutions({ minLength: 6, maxLength: 16 }),
      fc.constantFrom<Cut>(...cuts),
      (records, cut) => {
        const all = ['one', 'votes', 'lists'].map((critic) => judgedBy(records, critic));
        const has = (judged: readonly Judged[], split: string) =>
          judged.some(({ record }) => record.meta!.split === split);
        fc.pre(all.every((judged) => judged.length === 0 || (has(judged, 'dev') && has(judged, 'test'))));
        const score = createScore({ cut, bootstrap: 0, threshold: { field: 'meta.split', dev: 'dev' } });
        for (const record of records) score.add(record);
        for (const { critic, operating_point } of score.result().critics) {
          checkOperating(operating_point, judgedBy(records, critic), cut);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('without records to choose or to test a threshold on, the missing split is named', () => {
  fc.assert(
    fc.property(
      judgedSolutions({ minLength: 1, maxLength: 6 }),
      fc.constantFrom('dev', 'test'),
      (records, only) => {
        const score = createScore({ bootstrap: 0, threshold: { field: 'meta.split', dev: 'dev' } });
        for (const record of records) score.add({ ...record, meta: { split: only } });
        const judged = judgedBy(records, 'lists');
        fc.pre(judged.some(({ critique }) => sharesOf(critique) !== null || statedOf(critique) !== null));
        const message =
          only === 'dev'
            ? /has another meta\.split than dev.*test it on/
            : /has meta\.split = dev.*choose a threshold/;
        assert.throws(() => score.result(), { code: 'LB_USAGE', message });
      },
    ),
    { numRuns: 20 },
  );
});

test('a confidence that rounding puts just below a bound is in the bin above', () => {
  const tally = emptyCalibration();
  const mean = (0 + 0.95 + 0.85) / 2;
  assert.ok(mean < 0.9);
  addCalibration(tally, mean, true);
  addCalibration(tally, 0.89, true);
  addCalibration(tally, 1, true);
  const { bins } = calibrationScore(tally)!;
  assert.deepEqual(
    bins.map(({ n }) => n),
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 2],
  );
});
