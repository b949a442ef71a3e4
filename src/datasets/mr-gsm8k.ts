// MR-GSM8K (arXiv 2312.17080): a model's steps with people's verdict on the whole (`correct`, `wrong`) and the first
// wrong step, from 1, or N/A.
import { badRow, restOf, textSteps } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { answerField, requiredText, textField } from './row-fields.ts';
import { errorStepsOf } from './step-labels.ts';

const first = 'model_output_solution_first_error_step';
const verdict = 'model_output_solution_correctness';
const taken = [
  'uuid',
  'question',
  'ground_truth_answer',
  'model_output_steps',
  'model_output_answer_correctness',
  first,
  verdict,
];

function isCorrect(word: unknown, name: string): boolean | null {
  if (word === undefined || word === null) return null;
  const text = String(word).toLowerCase();
  if (text === 'correct' || text === 'true') return true;
  if (text === 'wrong' || text === 'incorrect' || text === 'false') return false;
  throw badRow(`${name} = ${JSON.stringify(word)} is neither correct nor wrong`);
}

export const mrGsm8k = datasetAdapter({
  name: 'mr-gsm8k',
  about: "MR-GSM8K rows: a model's steps with the first wrong one (from 1, N/A = none)",
  recognises: (row) => 'model_output_steps' in row && first in row,
  ids: ['uuid', 'id'],
  parts(row) {
    const steps = textSteps(row.model_output_steps, 'model_output_steps');
    const label = row[first];
    const text = typeof label === 'number' ? String(label) : label;
    const named = errorStepsOf(text, steps.length, { name: first, kind: 'text', base: 1 }) ?? [];
    const correct = isCorrect(row[verdict], verdict);
    if (correct === true && named.length > 0) throw badRow(`${verdict} is correct, yet ${first} = ${text}`);
    return {
      task: 'math',
      subject: textField(row, 'question_type'),
      problem: requiredText(row, 'question'),
      steps,
      answer: answerField(row, 'ground_truth_answer'),
      finalAnswerCorrect: isCorrect(row.model_output_answer_correctness, 'model_output_answer_correctness'),
      // Wrong, and no step named: there is an error, but its place is unknown.
      errorSteps: correct !== true && named.length === 0 ? null : named,
      meta: restOf(row, taken),
    };
  },
});
