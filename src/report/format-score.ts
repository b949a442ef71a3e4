// A score as text in the form that was asked for.

import type { ScoreObject } from '../records/score.ts';
import { csvTable } from './csv-table.ts';
import { scoreCsvTable } from './score-csv-table.ts';
import { scoreTables } from './score-table.ts';
import { severalTables } from './several-tables.ts';
import type { TextStyle } from './text-style.ts';

export function formatScore(
  score: ScoreObject,
  format: string,
  { models, style }: { readonly models: readonly string[]; readonly style: TextStyle },
): string {
  if (format === 'json') return `${JSON.stringify(score, null, 2)}\n`;
  if (format === 'csv') return csvTable(scoreCsvTable(score));
  return severalTables(scoreTables(score, models), { form: format === 'md' ? 'md' : 'text', style });
}
