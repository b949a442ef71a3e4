// Records for the formats of an export: one with everything that a layout has a place for, one with nothing but what must
// be there, and what was known of an injection.
import { exportFormatNamed } from '../../src/datasets/export/export.ts';
import type { Solution } from '../../src/records/solution.ts';
import { isDrop } from '../../src/stream/stage.ts';
import { prompt } from './exporting.ts';

export const bare: Solution = { id: 'b/1', problem: 'p', steps: ['a', 'b', 'c'], error_steps: [] };
export const full: Solution = {
  id: 'custom/x/1',
  dataset: 'custom',
  subset: 'x',
  original_id: '1',
  generator: 'g',
  subject: 'algebra',
  difficulty: 3,
  task: 'code',
  problem: 'p',
  steps: ['a', 'b', 'c'],
  answer: '3',
  final_answer: '4',
  final_answer_correct: false,
  // As a file may have them: in any order, and twice.
  error_steps: [2, 1, 2],
  error_source: 'natural',
  meta: { note: 'n' },
};
export const unlabelled = { injection: null };

/** What was known of an injection; its steps are those of `full`. */
export const injection = {
  status: 'accepted' as const,
  error_step: 1,
  error_type: 'sign',
  explanation: 'b is false',
  comment: 'turn it',
  model: 'm',
  original_steps: ['a', 'o', 'u'],
  original_final_answer: '3',
  verification: null,
  difficulty: null,
};

/** Why a format has no row for a record. */
export function reasonFor(name: string, record: Solution): string | null {
  const row = exportFormatNamed(name).row(record, { prompt });
  return isDrop(row) ? row.reason : null;
}
