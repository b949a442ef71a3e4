// The table of an online replay.
import { formatCount, formatPercent } from '../report/format.ts';
import type { Table } from '../report/table.ts';
import type { OnlineFigures } from './online-figures.ts';

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
    rows: modes.map((mode) => ({ ...mode })),
    notes: [
      `A simulation: online DeepConf replayed from stored traces, not run. ${formatCount(warmup)} warm-up traces of ${formatCount(k)}, then a trace ends where its group confidence falls below the threshold.` +
        (consensus === null
          ? ''
          : ` Sampling ends when one answer has ${formatPercent(consensus)} of the weight.`),
      `Cons@${k} of all traces, run to their end: ${formatPercent(cons)}.`,
    ],
  };
}
