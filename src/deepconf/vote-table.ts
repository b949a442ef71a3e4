// The table of an evaluation: every way of answering, its accuracy and how it compares with the plain majority.

import { formatCount, formatCounted, formatPercent, formatPoints } from '../report/format.ts';
import type { TitledTable } from '../report/score-tables.ts';
import { simulationNotice } from '../report/simulation.ts';
import type { Column, Table } from '../report/table.ts';
import {
  differencesLabel,
  methodLabel,
  metricLabel,
  notIntegersNotes,
  verdictLabel,
  withoutTruthNotes,
} from './labels.ts';
import { consName, metricOfName } from './methods.ts';
import { missingLogprobsNote } from './missing-logprobs.ts';
import type { VoteSummary } from './vote-options.ts';

const percent = (value: unknown): string => formatPercent(Number(value));

const columns: readonly Column[] = [
  { key: 'name', title: 'name', audience: 'programs' },
  { key: 'method', title: 'method', audience: 'people', wraps: true },
  { key: 'accuracy', title: 'accuracy', align: 'right', format: percent },
  { key: 'unweighted', title: 'unweighted', align: 'right', format: percent },
  {
    key: 'difference',
    title: 'points\nover Cons',
    align: 'right',
    format: (value) => formatPoints(Number(value)),
  },
  { key: 'interval', title: '95% interval', align: 'right', audience: 'people' },
  { key: 'low', title: 'low', audience: 'programs' },
  { key: 'high', title: 'high', audience: 'programs' },
  { key: 'better', title: 'problems\nbetter', align: 'right' },
  { key: 'worse', title: 'worse', align: 'right' },
  { key: 'beats_cons', title: 'beats\nCons' },
];

/** Rows in groups: single samples and the majority, then one group a metric. */
export function voteTable(summary: VoteSummary): Table {
  const { accuracy, unweighted, vs_cons, k } = summary;
  const names = Object.keys(accuracy);
  const rows = names.map((name) => {
    const versus = vs_cons[name];
    return {
      name,
      method: methodLabel(name, k),
      accuracy: accuracy[name] ?? null,
      unweighted: unweighted[name] ?? null,
      difference: versus?.difference ?? null,
      interval: differencesLabel(versus?.interval ?? null),
      low: versus?.interval?.[0] ?? null,
      high: versus?.interval?.[1] ?? null,
      better: versus?.problems_better ?? null,
      worse: versus?.problems_worse ?? null,
      beats_cons: versus?.beats_cons ?? null,
    };
  });
  const groups = names
    .map((name, row) => {
      const metric = metricOfName(name);
      return { row, title: metric === null ? 'without confidence' : metricLabel(metric) };
    })
    .filter(({ row }) => row === 0 || metricOfName(names[row]!) !== metricOfName(names[row - 1]!));
  return { columns, rows, groups, notes: [...notesOf(summary)] };
}

/** Those of the first of two tables for a terminal, which is too narrow for all columns; the second has the others. */
const inFirst = new Set(['method', 'accuracy', 'unweighted', 'difference', 'interval']);
const inBoth = 'method';

/** The table in two that fit a terminal: accuracies, then problems better and worse; without notes. */
export function narrowVoteTables(summary: VoteSummary): readonly TitledTable[] {
  const { notes: _, ...table } = voteTable(summary);
  const part = (isIn: (key: string) => boolean): Table => ({
    ...table,
    columns: columns.filter(({ key, audience }) => audience !== 'programs' && (key === inBoth || isIn(key))),
  });
  return [
    { title: 'Accuracy', table: part((key) => inFirst.has(key)) },
    { title: `Against Cons@${summary.k}`, table: part((key) => !inFirst.has(key)) },
  ];
}

/** Metrics that the same number of traces lack are usually all that rest on logprobs. */
function unscoredNotes({ confidence, traces }: VoteSummary): string[] {
  const lacking = new Map<number, string[]>();
  for (const [metric, { n }] of Object.entries(confidence))
    if (n < traces) lacking.set(traces - n, [...(lacking.get(traces - n) ?? []), metricLabel(metric)]);
  return [...lacking].map(
    ([count, labels]) =>
      `${formatCount(count)} of ${formatCounted(traces, 'trace')} without a confidence (${labels.join(', ')}): weight 0, ranked last.`,
  );
}

function notesOf(summary: VoteSummary): string[] {
  const { simulated, repeat, seed, valid, tie_rate, length_share, shorter_than_window, problems } = summary;
  const { accuracy, answers_not_integers: odd, problems_without_truth: ungraded } = summary;
  const short = summary.problems_with_fewer_traces;
  const auroc = Object.entries(summary.auroc).map(
    ([metric, { within }]) => `${metricLabel(metric)} ${within === null ? '—' : within.toFixed(2)}`,
  );
  return [
    ...(simulated ? [simulationNotice] : []),
    verdictLabel(summary),
    `${formatCounted(problems, 'problem')}, ${formatCounted(summary.traces, 'trace')}, ${formatCounted(repeat, 'set')} a problem, seed ${seed}.`,
    ...(short === undefined
      ? []
      : [
          `${formatCounted(short.problems, 'problem has', 'problems have')} fewer than ${formatCount(summary.k)} traces (the fewest: ${formatCount(short.fewest)}): their sets are all they have.`,
        ]),
    ...(summary.traces === summary.problems * summary.k || short?.problems === problems
      ? ['Each set is the whole pool, so all sets are the same; use a smaller --k for different sets.']
      : []),
    `Valid answers in a set: mean ${valid.mean?.toFixed(1) ?? '—'}, least ${formatCount(valid.min)}. Ties of Cons: ${formatPercent(tie_rate)}.`,
    `Cut off by the token limit: ${formatPercent(length_share)}. Shorter than the window: ${formatPercent(shorter_than_window)}${
      (shorter_than_window ?? 0) > 0.5 ? ' (for those avg, tail, lowest and bottom10 are one number)' : ''
    }.`,
    `AUROC within problems (0.5 = confidence carries no information): ${auroc.join(', ')}.`,
    ...unscoredNotes(summary),
    ...(summary.missing_logprobs === undefined
      ? []
      : [missingLogprobsNote(summary.missing_logprobs.traces, summary.missing_logprobs.tokens)]),
    ...notIntegersNotes(odd),
    ...withoutTruthNotes(ungraded, accuracy[consName] ?? null),
  ];
}
