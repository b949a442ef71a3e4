// The table of a sweep: one row a size, metric and window, one column a way of voting; and its pictures.

import { formatCount, formatCounted, formatPercent } from '../report/format.ts';
import { lineChart, type Point } from '../report/line-chart.ts';
import { simulationNotice } from '../report/simulation.ts';
import { seriesColours } from '../report/svg.ts';
import type { CellValue, Column, Table } from '../report/table.ts';
import {
  differencesLabel,
  methodLabel,
  metricLabel,
  nothingComparedLabel,
  notIntegersNotes,
  withoutTruthNotes,
} from './labels.ts';
import type { Sweep, SweepRow } from './sweep.ts';
import type { VoteFigure } from './vote-figures.ts';

const percent = (value: unknown): string => formatPercent(Number(value));

function sayEta(eta: number | null): string {
  return eta === null ? 'Measure' : `top-${formatPercent(eta).replace('.0%', '%')}`;
}

export function sweepTable(sweep: Sweep): Table {
  const ways = [null, ...sweep.etas];
  const columns: Column[] = [
    { key: 'k', title: 'K', align: 'right' },
    { key: 'metric', title: 'metric', audience: 'programs' },
    { key: 'named', title: 'metric', audience: 'people' },
    { key: 'window', title: 'window', align: 'right' },
    { key: 'cons', title: 'Cons', align: 'right', format: percent },
    ...ways.map((eta) => ({
      key: eta === null ? 'measure' : `top${eta}`,
      title: sayEta(eta),
      align: 'right' as const,
      format: percent,
    })),
  ];
  const rows: Record<string, CellValue>[] = [];
  const groups: { row: number; title: string }[] = [];
  for (const row of sweep.rows) {
    if (row.eta === null) {
      const before = rows.at(-1);
      if (before?.k !== row.k) groups.push({ row: rows.length, title: `K = ${row.k}` });
      const { k, metric, window } = row;
      rows.push({ k, metric, named: metricLabel(metric), window, cons: sweep.cons[k] ?? null });
    }
    rows.at(-1)![row.eta === null ? 'measure' : `top${row.eta}`] = row.accuracy;
  }
  return { columns, rows, groups, notes: notesOf(sweep) };
}

function notesOf(sweep: Sweep): string[] {
  return [
    ...(sweep.simulated ? [simulationNotice] : []),
    `${formatCounted(sweep.problems, 'problem')}, ${formatCounted(sweep.repeat, 'set')} a problem, seed ${sweep.seed}. The window is that of groups and of the tail.`,
    ...outcomeOf(sweep),
    ...notIntegersNotes(sweep.answers_not_integers ?? 0),
    ...withoutTruthNotes(sweep.problems_without_truth ?? 0, sweep.cons[sweep.ks.at(-1)!] ?? null),
  ];
}

/** The best setting, or that there is none. */
function outcomeOf({ rows, cons, ks }: Sweep): string[] {
  const best = bestOf(rows);
  if (best === null) return [nothingComparedLabel(cons[ks.at(-1)!] ?? null)];
  if (rows.length > 1 && rows.every(({ accuracy }) => accuracy === best.accuracy))
    return [
      `All ${formatCount(rows.length)} settings have the same accuracy, ${formatPercent(best.accuracy)}.`,
    ];
  const range = differencesLabel(best.interval);
  return [
    `Best of ${formatCounted(rows.length, 'setting')}: ${sayRow(best)}, ${formatPercent(best.accuracy)}` +
      `${range === null ? '' : `; over Cons ${range} points (95%)`}. The best of many looks better than it is: confirm it on other problems.`,
  ];
}

function bestOf(rows: readonly SweepRow[]): SweepRow | null {
  return rows.reduce<SweepRow | null>(
    (best, row) => ((row.accuracy ?? -1) > (best?.accuracy ?? -1) ? row : best),
    null,
  );
}

function sayRow({ metric, window, eta, k }: SweepRow): string {
  const name = eta === null ? `measure/${metric}` : `top${eta}/${metric}`;
  return methodLabel(name, k) + (window === null ? '' : ` of ${window}`);
}

/** Accuracy over the window at the largest K, one chart a metric, one line a way of voting. */
export function sweepFigures(sweep: Sweep): VoteFigure[] {
  const k = sweep.ks.at(-1)!;
  const cons = sweep.cons[k] ?? null;
  const ways = [null, ...sweep.etas].slice(0, seriesColours.length);
  const windows = [...sweep.windows].sort((a, b) => a - b);
  if (windows.length < 2) return [];
  return sweep.metrics
    .filter((metric) => metric !== 'avg')
    .map((metric) => {
      const title = `Accuracy over the window: ${metricLabel(metric)}`;
      const at = (window: number, eta: number | null): number | null =>
        sweep.rows.find(
          (row) => row.k === k && row.metric === metric && row.window === window && row.eta === eta,
        )?.accuracy ?? null;
      return {
        title,
        lead: `At K = ${formatCount(k)}.`,
        svg: lineChart({
          id: `chart-window-${metric}`,
          title,
          series: ways.map((eta) => ({
            title: sayEta(eta),
            points: windows.map((window): Point => [window, at(window, eta)]),
          })),
          x: { title: 'window, tokens', ticks: windows, format: (value) => String(value), logarithmic: true },
          y: { title: 'accuracy', format: (value) => formatPercent(value).replace('.0%', '%') },
          reference: cons === null ? null : { value: cons, label: `Cons@${k} ${formatPercent(cons)}` },
          dots: true,
        }),
      };
    });
}
