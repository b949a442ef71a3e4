// A vote as one flat table for programs: a row for each way of answering, with the confidence by which it weights or
// filters, then one for each mode of an online replay.
import type { CellValue, Table } from '../report/table.ts';
import { metricOfName } from './methods.ts';
import type { VoteSummary } from './vote-options.ts';
import { voteTable } from './vote-table.ts';

const statistics = ['mean', 'p5', 'p25', 'p50', 'p75', 'p95', 'mean_right', 'mean_wrong'] as const;
const online = ['tokens_share', 'saved_share', 'stopped_share', 'sampled'] as const;
const onlineMetric = 'lowest';

function confidenceCells(summary: VoteSummary, metric: string | null): Record<string, CellValue> {
  if (metric === null) return {};
  const { [metric]: spread } = summary.confidence;
  const { [metric]: auroc } = summary.auroc;
  return {
    ...Object.fromEntries(statistics.map((key) => [`confidence_${key}`, spread?.[key] ?? null])),
    auroc_within: auroc?.within ?? null,
    auroc_pooled: auroc?.pooled ?? null,
  };
}

export function voteCsvTable(summary: VoteSummary): Table {
  const { columns, rows } = voteTable(summary);
  const added = [
    ...statistics.map((key) => `confidence_${key}`),
    ...['auroc_within', 'auroc_pooled'],
    ...(summary.online === null ? [] : online),
  ];
  const modes = (summary.online?.modes ?? []).map(({ keep, votes: _, ...mode }) => ({
    ...mode,
    name: `online${keep}/${onlineMetric}`,
    ...confidenceCells(summary, onlineMetric),
  }));
  return {
    columns: [...columns, ...added.map((key) => ({ key, title: key }))],
    rows: [
      ...rows.map((row) => ({ ...row, ...confidenceCells(summary, metricOfName(String(row.name))) })),
      ...modes,
    ],
  };
}
