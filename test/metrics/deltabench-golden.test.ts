// The golden file counts steps from 1 as DeltaBench does; ours count from 0, so the test converts.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { evaluateFlags } from '../../src/metrics/deltabench.ts';
import { addDeltaBench, deltaBenchScore, emptyDeltaBench } from '../../src/metrics/deltabench-tally.ts';
import { type Cut, cuts } from '../../src/records/score.ts';
import { toStepIndex, toStepNumber } from '../../src/records/steps.ts';
import { assertSame } from './close.ts';

interface Item {
  n_steps: number;
  gold: number[];
  pred: number[] | null;
}
type GoldenCase = { id: string; why: string; expected: Record<Cut, Record<string, unknown>> } & (
  | ({ kind: 'example' } & Item)
  | { kind: 'dataset'; items: Item[] }
);

const { cases } = JSON.parse(readFileSync('test/golden/critic/deltabench_metrics.json', 'utf8')) as {
  cases: GoldenCase[];
};

/** `true` stands in one case where a step should: it must stay what it is. */
const convert = (step: number, change: (step: number) => number) =>
  typeof step === 'number' ? change(step) : step;

function evaluate({ n_steps, gold, pred }: Item, cut: Cut) {
  const flags = pred?.map((step) => convert(step, toStepIndex)) ?? null;
  return evaluateFlags(n_steps, gold.map(toStepIndex), flags, cut);
}

function evaluationInGoldenForm(item: Item, cut: Cut) {
  const found = evaluate(item, cut);
  const { tp, fp, fn, tn, precision, recall, f1, failed, clean } = found;
  return {
    ...{ tp, fp, fn, tn, precision, recall, f1, failed, clean },
    evaluated_pred: found.flags.map(toStepNumber),
    region_end: found.region,
    invalid_pred: found.invalid.map((step) => convert(step, toStepNumber)),
    flagged_any: found.flaggedAny,
    first_error_found: found.firstErrorFound,
    exact_first: found.exactFirst,
    early_false_alarm: found.earlyFalseAlarm,
  };
}

function scoreInGoldenForm(items: readonly Item[], cut: Cut) {
  const tally = emptyDeltaBench();
  for (const item of items) addDeltaBench(tally, evaluate(item, cut));
  const score = deltaBenchScore(tally, cut);
  const { nError, nClean } = tally.counts;
  const n = nError + nClean;
  return {
    n,
    n_error: nError,
    n_clean: nClean,
    n_failed: items.filter(({ pred }) => pred === null).length,
    n_invalid_pred: score.n_invalid_flags,
    micro_all: score.micro,
    micro_error_only: score.micro_error_only,
    macro: {
      exclude_clean: { ...score.macro, n: nError },
      zero: { ...score.macro_with_clean.zero, n },
      vacuous_one: { ...score.macro_with_clean.vacuous_one, n },
    },
    first_error_recall: score.first_error_recall,
    exact_first_accuracy: score.exact_first,
    error_flag_rate: score.error_flag_rate,
    clean_fpr: score.clean_fpr,
    clean_pass_rate: score.clean_pass_rate,
    mean_flags_per_error_problem: score.mean_flags,
  };
}

for (const golden of cases) {
  for (const cut of cuts) {
    test(`golden DeltaBench ${golden.id}, cut ${cut}: ${golden.why}`, () => {
      const actual =
        golden.kind === 'example'
          ? evaluationInGoldenForm(golden, cut)
          : scoreInGoldenForm(golden.items, cut);
      assertSame(actual, golden.expected[cut]);
    });
  }
}
