// NuminaMath-CoT and NuminaMath-1.5 (AI-MO), and rows of them with an `original_id`: a reference solution with the
// competition or forum it comes from. Answers such as "proof" and "See solution" are no answers.
import { isRow } from '../storage/rows.ts';
import { restOf, type SourceRow } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { referenceSolution } from './reference-solution.ts';
import { hasTexts, present, requiredText, textField } from './row-fields.ts';

/** The `source` labels of both releases. */
const sources = new Set([
  ...['amc_aime', 'aops_forum', 'cn_contest', 'cn_k12', 'gsm8k', 'inequalities', 'math', 'metamath'],
  ...['number_theory', 'olympiads', 'olympiads_ref', 'orca_math', 'synthetic_amc', 'synthetic_math'],
]);

const taken = ['original_id', 'uuid', 'problem', 'solution', 'source', 'problem_type', 'question_type'];

/** `messages` repeats problem and solution as a chat: kept only where it says something else. */
function isRepeated(row: SourceRow): boolean {
  if (!Array.isArray(row.messages) || row.messages.length !== 2) return false;
  const [asked, answered] = row.messages.map((message: unknown) => (isRow(message) ? message.content : null));
  return asked === row.problem && answered === row.solution;
}

function withoutRepeats(row: SourceRow, answer: string | null): readonly string[] {
  const given = typeof row.answer === 'string' ? row.answer.trim() : row.answer;
  return [...taken, ...(isRepeated(row) ? ['messages'] : []), ...(given === answer ? ['answer'] : [])];
}

export const numinamath = datasetAdapter({
  name: 'numinamath',
  about: 'NuminaMath rows: a reference solution with the competition it comes from',
  recognises: (row) =>
    hasTexts(row, 'problem', 'solution', 'source') &&
    !('generations' in row) &&
    (sources.has(row.source) || ('problem_type' in row && 'question_type' in row)),
  ids: ['original_id', 'uuid'],
  parts(row) {
    const reference = referenceSolution(row, 'solution', 'answer');
    return {
      subject: textField(row, 'problem_type'),
      task: textField(row, 'question_type'),
      problem: requiredText(row, 'problem'),
      ...reference,
      meta: {
        ...present({ competition: textField(row, 'source') }),
        ...restOf(row, withoutRepeats(row, reference.answer)),
      },
    };
  },
});
