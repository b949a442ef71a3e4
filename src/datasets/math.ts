// MATH and MATH-500 (arXiv 2103.03874): {problem, solution, level, subject | type, answer?, unique_id?}. The solution
// is the reference solution; its box is the answer where the row does not give one.
import { restOf } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { referenceSolution } from './reference-solution.ts';
import { hasTexts, requiredText, textField } from './row-fields.ts';

const taken = ['unique_id', 'problem', 'solution', 'answer', 'subject', 'type', 'level'];

export const math = datasetAdapter({
  name: 'math',
  about: 'MATH rows: a reference solution with level and subject',
  recognises: (row) =>
    hasTexts(row, 'problem', 'solution') && 'level' in row && ('subject' in row || 'type' in row),
  ids: ['unique_id'],
  parts(row) {
    return {
      subject: textField(row, 'subject') ?? textField(row, 'type'),
      difficulty: row.level,
      task: 'math',
      problem: requiredText(row, 'problem'),
      ...referenceSolution(row, 'solution', 'answer'),
      meta: restOf(row, taken),
    };
  },
});
