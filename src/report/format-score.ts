// A score as text in the form that was asked for.
import type { ScoreObject } from '../records/score.ts';
import { csvTable } from './csv-table.ts';
import { markdownTable } from './markdown-table.ts';
import { scoreCsvTable } from './score-csv-table.ts';
import { scoreTable } from './score-table.ts';
import { detailTables } from './score-tables.ts';
import { severalTables } from './several-tables.ts';
import { textTable } from './text-table.ts';

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
