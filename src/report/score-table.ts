// The headline table of a score: critics first, then the position baselines, and what to make of them below.
import type { CriticScore, Lift, ScoreObject, SubjectScore } from '../records/score.ts';
import { dash, formatCount, formatPoints } from './format.ts';
import { countColumn, figureCells, figureColumns, figures } from './score-figures.ts';
import { isSimulated, simulationNotice } from './simulation.ts';
import type { Table } from './table.ts';

const shown = [
  figures.errorAcc,
  figures.correctAcc,
  figures.pooledF1,
  figures.meanF1,
  figures.falsePositiveRate,
  figures.exact,
  figures.stepPrecision,
  figures.stepRecall,
  figures.stepF1,
];

function row(kind: 'critic' | 'baseline', score: SubjectScore): Table['rows'][number] {
  return {
    kind,
    critic: score.critic,
    n: score.n,
    ...figureCells(shown, score),
    n_unparsed: score.n_unparsed,
    n_failed: score.n_failed,
  };
}

function sayLift(lift: Lift | null): string {
  return lift === null ? dash : `${formatPoints(lift.value)} (${lift.baseline})`;
}

function liftLines(critics: readonly CriticScore[]): string[] {
  if (critics.length === 0) return [];
  const lines = critics.map(
    ({ critic, lift }) =>
      `  ${critic}: F1 ${sayLift(lift.processbench_f1)}, step F1 ${sayLift(lift.deltabench_f1)}`,
  );
  return ['Lift over the best baseline on the same records, in percentage points:', ...lines];
}

/** What was left out of the figures, or null when nothing was. */
export function skippedLine({ records, skipped }: ScoreObject): string | null {
  const reasons = [
    [skipped.rejected, 'with a rejected injection'],
    [skipped.failed, 'with a failed injection'],
    [skipped.unlabelled, 'without a label'],
  ] as const;
  const reported = reasons
    .filter(([count]) => count > 0)
    .map(([count, reason]) => `${formatCount(count)} ${reason}`);
  return reported.length === 0
    ? null
    : `Not scored, of ${formatCount(records)} records: ${reported.join(', ')}.`;
}

/** Whether a simulation had a hand in it: by the models that are said to have taken part, or by a critic's name. */
export function hasSimulation(score: ScoreObject, models: readonly string[]): boolean {
  return [...models, ...score.critics.map(({ critic }) => critic)].some(isSimulated);
}

/** Whether the mean over subsets says something that the pooled F1 does not: there are several, all with both classes. */
function hasMean({ critics, baselines }: ScoreObject): boolean {
  return [...critics, ...baselines].some(
    ({ processbench }) =>
      Object.keys(processbench.subsets).length > 1 && processbench.mean_of_subsets_f1 !== null,
  );
}

/** The table alone; notes are added by `scoreTable`. */
export function headlineTable(score: ScoreObject): Table {
  const figureColumn = figureColumns(shown).map((column) =>
    column.key === figures.meanF1.key && !hasMean(score)
      ? { ...column, audience: 'programs' as const }
      : column,
  );
  return {
    columns: [
      { key: 'kind', title: 'kind', audience: 'programs' },
      { key: 'critic', title: 'critic' },
      countColumn('n', 'n'),
      ...figureColumn,
      countColumn('n_unparsed', 'unparsed'),
      countColumn('n_failed', 'failed'),
    ],
    rows: [
      ...score.critics.map((critic) => row('critic', critic)),
      ...score.baselines.map((baseline) => row('baseline', baseline)),
    ],
    groups: [
      { row: 0, title: 'Critics' },
      { row: score.critics.length, title: 'Position baselines, which read nothing' },
    ],
  };
}

/**
 * The table with notes: lift over the best baseline, what the columns mean, what was skipped, and, when any model is
 * simulated, that a simulation made the numbers. `models` are the models of the run, where they are known.
 */
export function scoreTable(score: ScoreObject, models: readonly string[] = []): Table {
  const notes = liftLines(score.critics);
  const cut = score.critics[0]?.deltabench.cut ?? score.baselines[0]?.deltabench.cut ?? 'first';
  const mean = hasMean(score) ? "Mean F1: plain mean of the subsets' ProcessBench F1. " : '';
  notes.push(
    `${mean}F1: ProcessBench, over all solutions. Step P, R, F1: DeltaBench micro, cut ${cut}. n: solutions scored.`,
  );
  const skipped = skippedLine(score);
  if (skipped !== null) notes.push(skipped);
  notes.push(...score.warnings.map((warning) => `Note: ${warning}`));
  if (hasSimulation(score, models)) notes.push(simulationNotice);
  return { ...headlineTable(score), notes };
}
