import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstErrorOf, goldOf } from '../../src/metrics/gold.ts';
import { processBench } from '../../src/metrics/processbench.ts';
import { meanOfSubsets, weightedMeanOfSubsets } from '../../src/metrics/subset-means.ts';
import { toStepIndex } from '../../src/records/steps.ts';
import { majority, type TieRule } from '../../src/statistics/majority.ts';
import { firstStepBelow } from '../../src/statistics/prm-threshold.ts';
import { assertClose, assertSame } from './close.ts';

interface MetricsCase {
  kind: 'metrics';
  items: { label: number; pred: number | null }[];
  expected: Record<string, unknown> & {
    f1: number | null;
    error_acc: number | null;
    correct_acc: number | null;
  };
  compat: { qwen_f1_percent: number | 'NaN'; evalscope: Record<string, number> };
}
interface VoteCase {
  kind: 'vote';
  raw_boxes: (string | null)[];
  n_steps: number;
  tie_rule: 'first' | 'smallest_index' | 'no_error' | 'abstain';
  expected: Record<string, unknown> & { pred: number | null };
}
type GoldenCase = { id: string; why: string } & (
  | MetricsCase
  | VoteCase
  | { kind: 'average'; subset_f1: (number | null)[]; expected: number | null }
  | {
      kind: 'delta_to_processbench';
      error_sections: number[];
      unuseful_sections: number[];
      include_unuseful: boolean;
      expected: number;
    }
  | { kind: 'prm_threshold'; scores: number[]; threshold: number; expected: number }
);

const { cases } = JSON.parse(readFileSync('test/golden/critic/processbench_metrics.json', 'utf8')) as {
  cases: GoldenCase[];
};

function checkMetrics({ items, expected, compat }: MetricsCase): void {
  const tally = processBench.empty();
  for (const { label, pred } of items) processBench.add(tally, label, pred);
  const { exact, outcomes, detection, ...figures } = processBench.metrics(tally);
  const { accuracy, ...counting } = detection;
  const { nError, nClean, nNone } = processBench.sizes(tally);
  assertSame(
    {
      ...figures,
      n: nError + nClean,
      n_error: nError,
      n_correct: nClean,
      n_none: nNone,
      exact_acc: exact,
      seed_detection: counting,
      error_outcomes: outcomes,
    },
    expected,
  );
  assertClose(accuracy, (detection.tp + detection.tn) / items.length);
  // What the public scripts print for the same items: null here where they print NaN or leave F1 out.
  const { qwen_f1_percent: qwen, evalscope } = compat;
  if (qwen !== 'NaN') assertClose(figures.f1, qwen / 100);
  else assert.ok(figures.f1 === null || (figures.error_acc === 0 && figures.correct_acc === 0));
  assertSame(evalscopeFigures(figures), evalscope);
}

function evalscopeFigures(figures: {
  f1: number | null;
  error_acc: number | null;
  correct_acc: number | null;
}) {
  const named = {
    error_acc: figures.error_acc,
    correct_acc: figures.correct_acc,
    simple_f1_score: figures.f1,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== null));
}

function checkVote({ raw_boxes, n_steps, tie_rule, expected }: VoteCase): void {
  const votes = raw_boxes.map((box) => (box !== null && /^\s*[+-]?\d+\s*$/.test(box) ? Number(box) : null));
  const rule: TieRule = tie_rule === 'smallest_index' ? 'smallest' : tie_rule;
  const { value, ...rest } = majority(votes, n_steps, rule);
  assertSame({ pred: value, ...rest }, expected);
}

for (const golden of cases) {
  test(`golden ProcessBench ${golden.kind} ${golden.id}: ${golden.why}`, () => {
    switch (golden.kind) {
      case 'metrics':
        return checkMetrics(golden);
      case 'vote':
        return checkVote(golden);
      case 'average':
        return assertClose(meanOfSubsets(golden.subset_f1), golden.expected);
      case 'prm_threshold':
        return assert.equal(firstStepBelow(golden.scores, golden.threshold), golden.expected);
      case 'delta_to_processbench': {
        const sections = golden.include_unuseful
          ? [...golden.error_sections, ...golden.unuseful_sections]
          : golden.error_sections;
        const gold = goldOf({ error_steps: sections.map(toStepIndex) });
        return assert.equal(gold === null ? null : firstErrorOf(gold), golden.expected);
      }
    }
  });
}

test('weights subsets by their records as evalscope does: 58.9 where the paper prints 61.9 for GPT-4o', () => {
  const published = [
    { f1: 79.2, n: 400 },
    { f1: 63.6, n: 1000 },
    { f1: 51.4, n: 1000 },
    { f1: 53.5, n: 1000 },
  ];
  assert.equal(weightedMeanOfSubsets(published)?.toFixed(1), '58.9');
  assert.equal(meanOfSubsets(published.map(({ f1 }) => f1))?.toFixed(1), '61.9');
  assert.equal(weightedMeanOfSubsets([...published, { f1: null, n: 3 }]), null);
});
