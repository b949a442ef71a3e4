// A score as text in the form that was asked for.
import type { ScoreObject } from '../records/score.ts';
import { csvTable } from '../report/csv-table.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { scoreCsvTable } from '../report/score-csv-table.ts';
import { scoreTable } from '../report/score-table.ts';
import { detailTables } from '../report/score-tables.ts';
import { severalTables } from '../report/several-tables.ts';
import { textTable } from '../report/text-table.ts';

export function formatScore(
  score: ScoreObject,
  format: string,
  { models, colour }: { readonly models: readonly string[]; readonly colour: boolean },
): string {
  if (format === 'json') return `${JSON.stringify(score, null, 2)}\n`;
  if (format === 'csv') return csvTable(scoreCsvTable(score));
  const table = scoreTable(score, models);
  const form = format === 'md' ? 'md' : 'text';
  const headline = form === 'md' ? markdownTable(table) : textTable(table, { colour });
  const details = detailTables(score);
  return details.length === 0 ? headline : `${headline}\n${severalTables(details, { form, colour })}`;
}
