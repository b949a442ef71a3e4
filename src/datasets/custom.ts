// Rows of a user's own: `{problem, steps}`, `{problem, solution}`, `{question, answer}` and the like, with the key
// names guessed or given (--problem-key --steps-key --answer-key --label-key). Nothing is assumed about errors
// unless a label says so.
import { contentId } from '../records/identity.ts';
import { type Adapter, badRow, errorStepsFromLabel, restOf, type SourceRow, textSteps } from './adapter.ts';
import { gsm8kParts } from './gsm8k.ts';
import { recordOf } from './record.ts';
import { answerField, idField, textField } from './row-fields.ts';
import { splitSteps } from './split-steps.ts';

const problemKeys = ['problem', 'question', 'prompt', 'query', 'input'];
const stepsKeys = ['steps', 'solution_steps', 'solution', 'response', 'completion', 'generated_solution'];
const answerKeys = ['answer', 'final_answer', 'expected_answer', 'reference_answer', 'ground_truth'];
const labelKeys = ['error_steps', 'label', 'first_error_step', 'first_error'];

function choose(
  row: SourceRow,
  given: string | undefined,
  guesses: readonly string[],
  what: string,
): string | null {
  if (given !== undefined) {
    if (!(given in row))
      throw badRow(
        `no field ${JSON.stringify(given)}; the row has: ${Object.keys(row).join(', ')} (--${what}-key)`,
      );
    return given;
  }
  return guesses.find((key) => row[key] !== undefined && row[key] !== null) ?? null;
}

function isSolutionText(text: string): boolean {
  return text.includes('####') || text.trim().includes('\n');
}

interface SolutionParts {
  readonly steps: string[] | null;
  readonly answer: string | null;
  readonly finalAnswer: string | null;
}

function solutionParts(row: SourceRow, stepsKey: string | null, answerKey: string | null): SolutionParts {
  const given = answerKey === null ? null : answerField(row, answerKey);
  if (stepsKey !== null) {
    const value = row[stepsKey];
    const steps = typeof value === 'string' ? splitSteps(value) : textSteps(value, stepsKey);
    return { steps, answer: given, finalAnswer: null };
  }
  if (given !== null && isSolutionText(given)) {
    const { solution, answer } = gsm8kParts(given);
    return { steps: splitSteps(solution), answer, finalAnswer: answer };
  }
  return { steps: null, answer: given, finalAnswer: null };
}

export const custom: Adapter = {
  name: 'jsonl',
  about: 'your own rows: a problem with steps, a solution or an answer, under names you give or common ones',
  recognises: (row) => problemKeys.some((key) => typeof row[key] === 'string'),
  adapt(row, context) {
    const { keys, fileName } = context;
    const problemKey = choose(row, keys.problem, problemKeys, 'problem');
    if (problemKey === null) {
      throw badRow(
        `no problem in it; the row has: ${Object.keys(row).join(', ')}; name the field with --problem-key`,
      );
    }
    const problem = row[problemKey];
    if (typeof problem !== 'string' || problem.trim() === '') throw badRow(`${problemKey} is not a text`);
    const stepsKey = choose(row, keys.steps, stepsKeys, 'steps');
    const answerKey = choose(row, keys.answer, answerKeys, 'answer');
    const labelKey = choose(row, keys.label, labelKeys, 'label');
    const { steps, answer, finalAnswer } = solutionParts(row, stepsKey, answerKey);
    const errorSteps =
      labelKey === null || steps === null ? null : errorStepsFromLabel(row[labelKey], steps.length, labelKey);
    const taken = [
      problemKey,
      stepsKey,
      answerKey,
      labelKey,
      'id',
      'generator',
      'subject',
      'difficulty',
      'task',
    ];
    return recordOf({
      dataset: 'custom',
      subset: fileName,
      originalId: idField(row, 'id', 'problem_id', 'unique_id') ?? contentId(row),
      generator: textField(row, 'generator'),
      subject: textField(row, 'subject'),
      difficulty: row.difficulty,
      task: textField(row, 'task'),
      problem,
      steps,
      answer,
      finalAnswer,
      finalAnswerCorrect: row.final_answer_correct,
      errorSteps,
      meta: restOf(
        row,
        taken.filter((key) => key !== null),
      ),
    });
  },
};
