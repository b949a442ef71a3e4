// From the fields of a form to a stage's options as pipelines write them. Texts become values by the option rows, and the
// stage's own schema checks the result. Nothing in a form is read as the name of a file.
import type { z } from 'zod';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { issueWords } from '../records/issue-text.ts';
import { isWholeText, optionLabel, type Typed } from './form-fields.ts';
import type { StageOption } from './option.ts';
import { type Spelling, spellings } from './spellings.ts';

function wrong(row: StageOption, message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', `${optionLabel(row)}: ${message}`);
}

/** Texts that the command line may take from a file are the text itself in a form. */
function spelled(row: StageOption, typed: string): unknown {
  if (isWholeText(row)) return { source: optionLabel(row), text: typed };
  try {
    return spellings[row.spelling as Spelling](typed.trim(), row.name);
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    throw wrong(row, error.message.replace(`--${row.name} `, ''));
  }
}

function bounds({ kind, min, max }: StageOption): string {
  const what = kind === 'whole' ? 'a whole number' : 'a number';
  if (min === undefined) return max === undefined ? what : `${what} of at most ${max}`;
  return max === undefined ? `${what} of at least ${min}` : `${what} from ${min} to ${max}`;
}

function numberOf(row: StageOption, text: string): number {
  const { kind, min = -Infinity, max = Infinity } = row;
  const number = Number(text);
  const fits = number >= min && number <= max && (kind === 'number' || Number.isSafeInteger(number));
  if (text !== '' && fits && Number.isFinite(number)) return number;
  throw wrong(row, `${text === '' ? 'nothing' : text} is not ${bounds(row)}`);
}

function fieldValue(row: StageOption, typed: string | boolean): unknown {
  const { kind, numbers, multiple, spelling, choices } = row;
  if ((kind === 'switch') !== (typeof typed === 'boolean'))
    throw wrong(row, `${typed} is not its kind of value`);
  if (typeof typed === 'boolean') return typed;
  const text = typed.trim();
  if (text === '') return undefined;
  if (numbers === true) {
    const parts = text.split(',').map((part) => part.trim());
    return parts.map((part) => (row.words?.includes(part) === true ? part : numberOf(row, part)));
  }
  if (kind !== 'text') return numberOf(row, text);
  if (spelling !== undefined) return spelled(row, typed);
  if (multiple === true) return lines(text);
  if (choices !== undefined && !choices.includes(text)) {
    throw wrong(row, `${text} is none of ${choices.join(', ')}`);
  }
  return typed;
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Throws LB_USAGE, naming the field by its label. Fields that are empty or absent are left to their defaults. */
export function formValues(
  rows: readonly StageOption[],
  schema: z.ZodObject,
  typed: Typed,
): Readonly<Record<string, unknown>> {
  const unknown = Object.keys(typed).find((key) => rows.every((row) => row.key !== key));
  if (unknown !== undefined)
    throw new LateBenchError('LB_USAGE', `there is no field ${unknown} in this form`);
  const given = rows.flatMap((row) => {
    const field = Object.hasOwn(typed, row.key) ? typed[row.key] : undefined;
    const value = field === undefined ? undefined : fieldValue(row, field);
    return value === undefined ? [] : [[row.key, value] as const];
  });
  const values = Object.fromEntries(given);
  const checked = schema.safeParse(values);
  if (checked.success) return values;
  const issue = checked.error.issues[0]!;
  const row = rows.find(({ key }) => key === issue.path[0]);
  const words = issueWords(issue, values);
  if (row === undefined) throw new LateBenchError('LB_USAGE', `${issue.path.join('.')}: ${words}`);
  throw wrong(row, values[row.key] === undefined ? 'is needed' : words);
}
