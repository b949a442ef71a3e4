// Rows of a user's own: `{problem, steps}`, `{problem, solution}`, `{question, answer}` and the like, under common names
// or those that a mapping gives. Nothing is assumed about errors unless a label says so, nor about what it counts from.
import { contentId } from '../records/identity.ts';
import { numberText } from '../storage/original-text.ts';
import { isRow } from '../storage/rows.ts';
import { type Adapter, type AdapterContext, badRow, restOf, type SourceRow, textSteps } from './adapter.ts';
import { gsm8kParts } from './gsm8k.ts';
import { recordOf } from './record.ts';
import { answerField, idField, textField } from './row-fields.ts';
import { lastName, valueAtPath } from './row-path.ts';
import { splitSteps } from './split-steps.ts';
import { areStepLabels, checkLabelCount, errorStepsOf } from './step-labels.ts';

/** Names of problems; those of the second list name other things too, and count where a solution or an answer is. */
const problemKeys = ['problem', 'question'];
const promptKeys = ['prompt', 'query', 'input'];
const stepsKeys = ['steps', 'solution_steps', 'solution', 'response', 'completion', 'generated_solution'];
const answerKeys = ['answer', 'final_answer', 'expected_answer', 'reference_answer', 'ground_truth'];
/** The name that our own records have for it: counted from 0. */
const ownLabel = 'error_steps';
const labelKeys = [ownLabel, 'label', 'first_error_step', 'first_error'];
/** Names of lists with one label a step; under them is also what labels nothing of a solution, such as topics. */
const stepLabelKeys = ['labels', 'step_labels'];

/** A field or path of the row and its value. */
interface Found {
  readonly key: string;
  readonly value: unknown;
}

function choose(
  row: SourceRow,
  given: string | undefined,
  guesses: readonly string[],
  what: string,
): Found | null {
  if (given !== undefined) {
    const value = valueAtPath(row, given);
    if (value !== undefined) return { key: given, value };
    throw badRow(
      `no field ${JSON.stringify(given)}; the row has: ${Object.keys(row).join(', ')} (--${what}-key)`,
    );
  }
  const key = guesses.find((name) => row[name] !== undefined && row[name] !== null);
  return key === undefined ? null : { key, value: row[key] };
}

function isSolutionText(text: string): boolean {
  return text.includes('####') || text.trim().includes('\n');
}

interface SolutionParts {
  readonly steps: string[] | null;
  readonly answer: string | null;
  readonly finalAnswer: string | null;
}

/** What a path leads to, as the field of its last name, with what is known of how the row was written. */
function fieldAt(row: SourceRow, path: string, name: string): SourceRow {
  const value = valueAtPath(row, path);
  const last = lastName(path);
  return { [name]: typeof value === 'number' ? numberText(row, last, value) : value };
}

/** Steps that are objects have their text in a field, which only the user knows. */
function checkNoObjects(value: unknown, key: string): void {
  const step: unknown = Array.isArray(value) ? value.find(isRow) : undefined;
  if (!isRow(step)) return;
  const texts = Object.keys(step).filter((name) => typeof step[name] === 'string');
  const fields = texts.length === 0 ? Object.keys(step) : texts;
  throw badRow(
    `${key} is a list of objects (${fields.join(', ')}); name the field of their text: --steps-key '${key}[*].${fields[0] ?? 'text'}'`,
  );
}

/**
 * A list that was written as text: ['…', '…'] by Python and ["…"] by JSON, ['…' '…'] by NumPy, [a, b] by DuckDB. Cut as a
 * solution it would be one step.
 */
function checkNoPrintedList(text: string, key: string): void {
  const printed = text.trim();
  if (!printed.startsWith('[') || !printed.endsWith(']')) return;
  if (!/^\[\s*['"\]]/.test(printed) && !key.endsWith('steps')) return;
  throw badRow(
    `${key} is a list that was written as text (${printed.slice(0, 12)}…): write it as a list of JSON, with json.dumps, to_json of pandas, or as Parquet`,
  );
}

function solutionParts(row: SourceRow, stepsFound: Found | null, answerFound: Found | null): SolutionParts {
  const given = answerFound === null ? null : answerField(fieldAt(row, answerFound.key, 'answer'), 'answer');
  if (stepsFound !== null) {
    const { key, value } = stepsFound;
    checkNoObjects(value, key);
    if (typeof value === 'string') checkNoPrintedList(value, key);
    const steps = typeof value === 'string' ? splitSteps(value) : textSteps(value, key);
    return { steps, answer: given, finalAnswer: null };
  }
  if (given !== null && isSolutionText(given)) {
    const { solution, answer } = gsm8kParts(given);
    return { steps: splitSteps(solution), answer, finalAnswer: answer };
  }
  return { steps: null, answer: given, finalAnswer: null };
}

function errorsOf(
  found: Found | null,
  steps: readonly string[] | null,
  { keys, problemsOnly }: AdapterContext,
): number[] | null {
  if (found === null || steps === null || problemsOnly === true) return null;
  const named = keys.label !== undefined || keys.labelKind !== undefined;
  if (!named && stepLabelKeys.includes(found.key)) checkLabelCount(found.value, steps.length, found.key);
  const own = keys.label === undefined && found.key === ownLabel;
  const fallback = own || keys.label !== undefined ? 0 : null;
  return errorStepsOf(found.value, steps.length, {
    name: found.key,
    kind: keys.labelKind ?? (own ? 'indexes' : null),
    base: keys.labelBase ?? fallback,
  });
}

const hasText = (row: SourceRow, names: readonly string[]): boolean =>
  names.some((name) => typeof row[name] === 'string');
const hasAny = (row: SourceRow, names: readonly string[]): boolean =>
  names.some((name) => row[name] !== undefined && row[name] !== null);

export const custom: Adapter = {
  name: 'jsonl',
  about: 'your own rows: a problem with steps, a solution or an answer, under names you give or common ones',
  recognises: (row) =>
    hasText(row, problemKeys) || (hasText(row, promptKeys) && hasAny(row, [...stepsKeys, ...answerKeys])),
  adapt(row, context) {
    const { keys, fileName } = context;
    const asked = choose(row, keys.problem, [...problemKeys, ...promptKeys], 'problem');
    if (asked === null) {
      throw badRow(
        `no problem in it; the row has: ${Object.keys(row).join(', ')}; name the field with --problem-key`,
      );
    }
    if (typeof asked.value !== 'string' || asked.value.trim() === '')
      throw badRow(`${asked.key} is not a text`);
    const stepsFound = choose(row, keys.steps, stepsKeys, 'steps');
    const answerFound = choose(row, keys.answer, answerKeys, 'answer');
    const stepLabels = stepLabelKeys.filter((name) => areStepLabels(row[name]));
    const labelFound = choose(row, keys.label, [...labelKeys, ...stepLabels], 'label');
    const own = (key: string | undefined, name: string): SourceRow =>
      key === undefined ? row : fieldAt(row, key, name);
    const { steps, answer, finalAnswer } = solutionParts(row, stepsFound, answerFound);
    const given = [asked.key, stepsFound?.key, answerFound?.key, labelFound?.key];
    const named = [keys.id, keys.generator, keys.finalAnswer, keys.finalAnswerCorrect];
    const taken = [...given, ...named, 'id', 'generator', 'subject', 'difficulty', 'task'];
    const idNames = keys.id === undefined ? ['id', 'problem_id', 'unique_id'] : ['id'];
    return recordOf({
      dataset: 'custom',
      subset: fileName,
      originalId: idField(own(keys.id, 'id'), ...idNames) ?? contentId(row),
      generator: textField(own(keys.generator, 'generator'), 'generator'),
      subject: textField(row, 'subject'),
      difficulty: row.difficulty,
      task: textField(row, 'task'),
      problem: asked.value,
      steps,
      answer,
      finalAnswer:
        keys.finalAnswer === undefined
          ? finalAnswer
          : answerField(own(keys.finalAnswer, 'final_answer'), 'final_answer'),
      finalAnswerCorrect: own(keys.finalAnswerCorrect, 'final_answer_correct').final_answer_correct,
      errorSteps: errorsOf(labelFound, steps, context),
      meta: restOf(
        row,
        taken.filter((key) => key !== undefined),
      ),
    });
  },
};
