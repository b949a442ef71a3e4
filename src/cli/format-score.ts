// A score as text in the form that was asked for.
import type { ScoreObject } from '../records/score.ts';
import { csvTable } from '../report/csv-table.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { scoreTable } from '../report/score-table.ts';
import { textTable } from '../report/text-table.ts';

export function formatScore(
  score: ScoreObject,
  format: string,
  { models, colour }: { readonly models: readonly string[]; readonly colour: boolean },
): string {
  if (format === 'json') return `${JSON.stringify(score, null, 2)}\n`;
  const table = scoreTable(score, models);
  if (format === 'csv') return csvTable(table);
  if (format === 'md') return markdownTable(table);
  return textTable(table, { colour });
}
