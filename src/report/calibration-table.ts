// A critic's accuracy beside its confidence: one row a critic and kind of confidence.
import type { ScoreObject } from '../records/score.ts';
import { formatPercent } from './format.ts';
import { countColumn } from './score-figures.ts';
import type { CellValue, Table } from './table.ts';

const kinds = [
  ['vote_share', 'share of votes'],
  ['stated', 'stated'],
] as const;

/** Null when no critic has a confidence. */
export function calibrationTable({ critics }: ScoreObject): Table | null {
  const rows: Record<string, CellValue>[] = [];
  for (const { critic, calibration } of critics) {
    for (const [key, kind] of kinds) {
      const found = calibration[key];
      if (found === null) continue;
      const sure = found.bins.reduce((sum, bin) => sum + bin.n * (bin.confidence ?? 0), 0) / found.n;
      const right = found.bins.reduce((sum, bin) => sum + bin.n * (bin.right ?? 0), 0) / found.n;
      rows.push({ critic, confidence: kind, n: found.n, sure, right, ece: found.ece, brier: found.brier });
    }
  }
  if (rows.length === 0) return null;
  const percent = (value: Exclude<CellValue, null>) => formatPercent(Number(value));
  const plain = (value: Exclude<CellValue, null>) => Number(value).toFixed(3);
  return {
    columns: [
      { key: 'critic', title: 'critic', wraps: true },
      { key: 'confidence', title: 'confidence' },
      countColumn('n', 'n'),
      { key: 'sure', title: 'sure', align: 'right', format: percent },
      { key: 'right', title: 'right', align: 'right', format: percent },
      { key: 'ece', title: 'ECE', align: 'right', format: percent },
      { key: 'brier', title: 'Brier', align: 'right', format: plain },
    ],
    rows,
  };
}
