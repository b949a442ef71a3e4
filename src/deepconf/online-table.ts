// The table of an online replay.
import { formatCount, formatCounted, formatPercent, formatPoints } from '../report/format.ts';
import type { Table } from '../report/table.ts';
import { differencesLabel, methodLabel } from './labels.ts';
import type { OnlineFigures } from './online-run.ts';

const percent = (value: unknown): string => formatPercent(Number(value));

/** `cons`: accuracy of the plain majority of all traces, for comparison. */
export function onlineTable({ k, warmup, consensus, modes }: OnlineFigures, cons: number | null): Table {
  return {
    columns: [
      { key: 'keep', title: 'keeps', align: 'right', format: percent },
      { key: 'accuracy', title: 'accuracy', align: 'right', format: percent },
      { key: 'tokens_share', title: 'tokens\nspent', align: 'right', format: percent },
      { key: 'saved_share', title: 'saved', align: 'right', format: percent },
      { key: 'stopped_share', title: 'stopped\nearly', align: 'right', format: percent },
      { key: 'sampled', title: 'traces\nbegun', align: 'right', format: (value) => Number(value).toFixed(1) },
    ],
    rows: modes.map(({ votes: _, ...mode }) => ({ ...mode })),
    notes: [
      `A simulation: online DeepConf replayed from stored traces, not run. ${formatCounted(warmup, 'warm-up trace')} of ${formatCount(k)}, then a trace ends where its group confidence falls below the threshold.` +
        (consensus === null
          ? ''
          : ` Sampling ends when one answer has ${formatPercent(consensus)} of the weight.`),
      `Cons@${k} of all traces, run to their end: ${formatPercent(cons)}.`,
    ],
  };
}

/** Every vote of the traces that early stopping leaves, beside each other by share kept. */
export function onlineVotesTable({ k, modes }: Pick<OnlineFigures, 'k' | 'modes'>): Table {
  const rows = modes.flatMap(({ keep, votes }) =>
    Object.entries(votes).map(([name, { accuracy, difference, interval }]) => ({
      keep,
      method: methodLabel(name, k),
      accuracy,
      difference,
      interval: differencesLabel(interval),
    })),
  );
  return {
    columns: [
      { key: 'keep', title: 'keeps', align: 'right', format: percent },
      { key: 'method', title: 'vote of the traces left', wraps: true },
      { key: 'accuracy', title: 'accuracy', align: 'right', format: percent },
      {
        key: 'difference',
        title: `points\nover Cons@${k}`,
        align: 'right',
        format: (value) => formatPoints(Number(value)),
      },
      { key: 'interval', title: '95% interval', align: 'right' },
    ],
    rows,
  };
}
