// From the flags of a stage to its options as pipelines write them: numbers within their bounds, spellings that only the
// command line has, and the schema's own word on the whole.
import type { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import type { StageOption } from '../stages/option.ts';
import { type Spelling, spellings } from '../stages/spellings.ts';
import type { ParsedOptions } from './parse-options.ts';

function numberOf({ kind, numbers, least, most, ...row }: StageOption, options: ParsedOptions): unknown {
  const [name, from, to] = [row.name, least ?? Number.MIN_SAFE_INTEGER, most ?? Number.MAX_SAFE_INTEGER];
  if (numbers === true) return options.list(name).flatMap((text) => text.split(',').map(Number));
  return kind === 'whole' ? options.whole(name, from) : options.number(name, from, to);
}

async function valueFor(row: StageOption, options: ParsedOptions): Promise<unknown> {
  const { name, kind, multiple, spelling } = row;
  const given = options.list(name);
  if (kind === 'switch') return options.flag(name) ? row.negates !== true : undefined;
  if (given.length === 0) return undefined;
  if (kind !== 'text') return numberOf(row, options);
  if (spelling !== undefined) return spellings[spelling as Spelling](given.at(-1)!, name);
  return multiple === true ? given : given.at(-1);
}

/** Throws LB_USAGE, naming the flag. Options that were not given are left out: their defaults are the schema's. */
export async function stageValues(
  rows: readonly StageOption[],
  options: ParsedOptions,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const row of rows) {
    const value = await valueFor(row, options);
    if (value !== undefined) values[row.key] = value;
  }
  return values;
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
    throw new LateBenchError(
      'LB_USAGE',
      `--${row.name} ${row.value ?? ''} is needed (--help lists the choices)`,
    );
  }
  const place = row === undefined ? 'options' : `--${row.name}`;
  throw new LateBenchError('LB_USAGE', `${place}: ${issue.message}`);
}
