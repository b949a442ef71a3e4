// From the flags of a stage to its options as pipelines write them: numbers within their bounds, spellings that only the
// command line has, and the schema's own word on the whole.
import type { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import { issueWords } from '../records/issue-text.ts';
import type { StageOption } from '../stages/option.ts';
import { kebab } from '../stages/option-rows.ts';
import type { Spelling } from '../stages/spellings.ts';
import type { ParsedOptions } from './parse-options.ts';

function numberOf(
  { kind, numbers, min, max, words = [], ...row }: StageOption,
  options: ParsedOptions,
): unknown {
  const [name, from, to] = [row.name, min ?? Number.MIN_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER];
  if (numbers === true)
    return options.list(name).flatMap((text) => listOf(text, { name, kind, from, to, words }));
  return kind === 'whole' ? options.whole(name, from) : options.number(name, from, to);
}

interface ListedNumbers {
  readonly name: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

function listOf(text: string, { name, kind, from, to, words }: ListedNumbers): (number | string)[] {
  const whole = kind === 'whole';
  return text.split(',').map((part) => {
    if (words.includes(part.trim())) return part.trim();
    const number = Number(part);
    if (part.trim() !== '' && number >= from && number <= to && (!whole || Number.isInteger(number))) {
      return number;
    }
    const what = whole ? 'whole numbers' : 'numbers';
    const upTo = to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`;
    const or = words.length === 0 ? '' : ` or ${words.join(', ')}`;
    throw new LateBenchError(
      'LB_USAGE',
      `--${name} ${text}: give ${what} from ${from}${upTo}${or}, with commas between`,
    );
  });
}

async function valueFor(row: StageOption, options: ParsedOptions): Promise<unknown> {
  const { name, kind, multiple, spelling } = row;
  const given = options.list(name);
  if (kind === 'switch') return options.flag(name) ? row.negates !== true : undefined;
  if (given.length === 0) return undefined;
  if (kind !== 'text') return numberOf(row, options);
  if (spelling !== undefined) {
    const { spellings } = await import('../stages/spellings.ts');
    return spellings[spelling as Spelling](multiple === true ? given.join(',') : options.text(name)!, name);
  }
  return multiple === true ? given : options.text(name);
}

/** Throws LB_USAGE, naming the flag. Options that were not given are left out: their defaults are the schema's. */
export async function stageValues(
  rows: readonly StageOption[],
  options: ParsedOptions,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const row of rows) {
    const value = await valueFor(row, options);
    if (value === undefined) continue;
    if (row.key in values) {
      throw new LateBenchError(
        'LB_USAGE',
        `--${kebab(row.key)} and --no-${kebab(row.key)}: give one of them`,
      );
    }
    values[row.key] = value;
  }
  return values;
}

/** A value as it was typed, with a space before it; nothing where that is no simple matter. */
function shownValue(value: unknown): string {
  if (Array.isArray(value)) return ` ${value.join(',')}`;
  return typeof value === 'number' || typeof value === 'string' ? ` ${value}` : '';
}

/** What the schema says against the values, with the flag in place of the key. */
export function checkValues(
  schema: z.ZodObject,
  values: Readonly<Record<string, unknown>>,
  rows: readonly StageOption[],
): void {
  const checked = schema.safeParse(values);
  if (checked.success) return;
  const issue = checked.error.issues[0]!;
  const row = rows.find(({ key }) => key === issue.path[0]);
  if (row !== undefined && values[row.key] === undefined) {
    const what = row.choices === undefined ? row.about : `choose one of ${row.choices.join(', ')}`;
    throw new LateBenchError('LB_USAGE', `--${row.name} ${row.value ?? ''} is missing: ${what}`);
  }
  const value = row === undefined ? undefined : values[row.key];
  const shown = shownValue(value);
  const place = row === undefined ? 'options' : `--${row.name}${shown}`;
  throw new LateBenchError('LB_USAGE', `${place}: ${issueWords(issue, values)}`);
}
