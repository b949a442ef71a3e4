// The headline tables of a score: critics first, then the position baselines, and what to make of them below.
import type { CriticScore, Lift, ScoreObject } from '../records/score.ts';
import { baselineTitle, hasArithmetic } from './baseline-title.ts';
import { dash, formatCount, formatPoints } from './format.ts';
import { countColumn, type Figure, figureCells, figureColumns, figures, sections } from './score-figures.ts';
import { detailTables, type TitledTable } from './score-tables.ts';
import { simulationNotice, tookSimulation } from './simulation.ts';

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

/** Why no critic could be scored, although some may have judged; null where a record could be. */
export function unscorable({
  records,
  skipped: { rejected, failed, unlabelled },
}: ScoreObject): string | null {
  if (records === 0 || rejected + failed + unlabelled < records) return null;
  return unlabelled === 0
    ? 'No record can be scored: their injections were rejected or failed.'
    : 'No record has a label (error_steps) to score critics by: label the records (latebench view), or name the field that has it (--label-key).';
}

/** Why there is no F1, or null where there is one, or no record at all. */
function undefinedF1({ critics, baselines }: ScoreObject): string | null {
  const { n_error = 0, n_correct = 0 } = critics[0] ?? baselines[0] ?? {};
  if ((n_error === 0) === (n_correct === 0)) return null;
  const missing = n_correct === 0 ? 'correct' : 'erroneous';
  return `F1 is undefined without ${missing} solutions: take more records, or balance them.`;
}

/** Whether a simulation had a hand in it: by the models that are said to have taken part, or by a critic's name. */
export function hasSimulation(score: ScoreObject, models: readonly string[]): boolean {
  return tookSimulation(
    score.critics.map(({ critic }) => critic),
    models,
  );
}

/** Whether the mean over subsets says something that the pooled F1 does not: there are several, all with both classes. */
function hasMean({ critics, baselines }: ScoreObject): boolean {
  return [...critics, ...baselines].some(
    ({ processbench }) =>
      Object.keys(processbench.subsets).length > 1 && processbench.mean_of_subsets_f1 !== null,
  );
}

/** Whether any critic abstains: the others have no column for it. */
function hasAbstained({ critics }: ScoreObject): boolean {
  return critics.some(({ n_abstained = 0 }) => n_abstained > 0);
}

/** One row a critic, then one a baseline, in each section of the figures. */
export function headlineTables(score: ScoreObject): readonly TitledTable[] {
  const subjects = [
    ...score.critics.map((subject) => ({ kind: 'critic', subject })),
    ...score.baselines.map((subject) => ({ kind: 'baseline', subject })),
  ];
  const groups = [
    { row: 0, title: 'Critics' },
    { row: score.critics.length, title: baselineTitle(score.baselines) },
  ];
  return sections.map(({ title, figures: all, before, after }) => {
    const counts = (after ?? []).filter(([key]) => key !== 'n_abstained' || hasAbstained(score));
    const shown: readonly Figure[] = all.filter((figure) => figure !== figures.meanF1 || hasMean(score));
    return {
      title,
      table: {
        columns: [
          { key: 'critic', title: 'critic', wraps: true },
          ...(before ?? []).map(([key, name]) => countColumn(key, name)),
          ...figureColumns(shown),
          ...counts.map(([key, name]) => countColumn(key, name)),
        ],
        rows: subjects.map(({ subject }) => ({
          critic: subject.critic,
          n: subject.n,
          n_abstained: subject.n_abstained ?? 0,
          n_unparsed: subject.n_unparsed,
          n_failed: subject.n_failed,
          ...figureCells(shown, subject),
        })),
        groups,
      },
    };
  });
}

/**
 * What to know of the headline: lift over the best baseline, what the columns mean, what was skipped, and, when any
 * model is simulated, that a simulation made the numbers. `models` are the models of the run, where they are known.
 */
export function scoreNotes(score: ScoreObject, models: readonly string[] = []): readonly string[] {
  const notes = liftLines(score.critics);
  if (score.critics.length === 0)
    notes.push(
      unscorable(score) ?? 'No critic has judged these records (latebench critic): the rows are baselines.',
    );
  const cut = score.critics[0]?.deltabench.cut ?? score.baselines[0]?.deltabench.cut ?? 'first';
  notes.push(
    'F1: ProcessBench, over all solutions. n: solutions scored.',
    ...(hasArithmetic(score.baselines)
      ? ['Baselines read nothing; arithmetic reads, but only arithmetic.']
      : []),
    ...(hasMean(score) ? ["Mean F1: plain mean of the subsets' ProcessBench F1."] : []),
    'Detection: a wrong step is a false and an uncaught error. Accuracy: (TP+TN)/n.',
    `Steps: cut ${cut}. Micro: over all solutions; macro: mean over erroneous ones.`,
  );
  for (const line of [undefinedF1(score), skippedLine(score)]) if (line !== null) notes.push(line);
  notes.push(...score.warnings.map((warning) => `Note: ${warning}`));
  if (hasSimulation(score, models)) notes.push(simulationNotice);
  return notes;
}

/** All tables of a score for people, the notes below the headline. */
export function scoreTables(score: ScoreObject, models: readonly string[] = []): readonly TitledTable[] {
  const headline = headlineTables(score).map(({ title, table }, at, { length }) =>
    at === length - 1 ? { title, table: { ...table, notes: scoreNotes(score, models) } } : { title, table },
  );
  return [...headline, ...detailTables(score)];
}
