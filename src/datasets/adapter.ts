// What a dataset adapter is: a small value that turns one row of a source into one record of ours. It recognises
// its rows, keeps what it has no field for in `meta`, and throws an LB_ADAPTER or LB_SCHEMA error for a bad row.
import type { ErrorCode } from '../errors.ts';
import { LateBenchError } from '../errors.ts';
import type { LabelKind } from './label-kinds.ts';

export type SourceRow = Readonly<Record<string, unknown>>;

/** Where rows of a user's own hold what: names of fields, or paths (`a.b[0]`, `steps[*].text`). */
export interface KeyMapping {
  readonly problem?: string | undefined;
  readonly steps?: string | undefined;
  readonly answer?: string | undefined;
  readonly label?: string | undefined;
  /** The number of the first step in labels; 0 where `label` is given and this is not. */
  readonly labelBase?: 0 | 1 | undefined;
  /** What a label is; told from its value when absent. */
  readonly labelKind?: LabelKind | undefined;
  readonly id?: string | undefined;
  readonly generator?: string | undefined;
  readonly finalAnswer?: string | undefined;
  readonly finalAnswerCorrect?: string | undefined;
}

export interface AdapterContext {
  /** The input's name without folder and ending (`gsm8k`), or null for standard input. */
  readonly fileName: string | null;
  readonly keys: KeyMapping;
  /** Only problems are wanted: what labels mean does not matter. */
  readonly problemsOnly?: boolean;
}

export interface Adapter {
  readonly name: string;
  readonly about: string;
  /** True when this row looks like one of this source's. */
  recognises(row: SourceRow, context: AdapterContext): boolean;
  /** The record that a row becomes, or the records of a row that holds several solutions. */
  adapt(
    row: SourceRow,
    context: AdapterContext,
  ): Record<string, unknown> | readonly Record<string, unknown>[];
}

export function badRow(message: string, code: ErrorCode = 'LB_SCHEMA'): LateBenchError {
  return new LateBenchError(code, message);
}

const settledBy = '; add ';

/** A flag has to say how rows are read: this ends the run, as every further row would ask the same. */
export function unsettled(what: string, flags: string): LateBenchError {
  return new LateBenchError('LB_USAGE', `${what}${settledBy}${flags}`);
}

/** The same where the rows are read without flags: by a pipeline, on a page, as a list of problems. */
export function unsettledElsewhere(message: string, source: string): string {
  const [what, flags] = message.split(settledBy);
  if (flags === undefined) return message;
  return `${what}; convert the rows with latebench ingest ${source} and ${flags}, and name the file that it writes`;
}

/** `dataset[/subset]/original_id`. */
export function recordId(dataset: string, subset: string | null, originalId: string): string {
  return [dataset, subset, originalId].filter((part) => part !== null && part !== '').join('/');
}

/** The row without the fields that the record stores elsewhere. */
export function restOf(row: SourceRow, taken: readonly string[]): Record<string, unknown> {
  const used = new Set(taken);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !used.has(name)));
}

/**
 * A label as ProcessBench has it: -1 = no error, k = first error at step k from 0. Also a list of steps, and null.
 */
export function errorStepsFromLabel(label: unknown, stepCount: number, name = 'label'): number[] | null {
  if (label === null || label === undefined) return null;
  const values = Array.isArray(label) ? label : label === -1 ? [] : [label];
  for (const value of values) {
    if (!Number.isInteger(value) || value < 0 || value >= stepCount) {
      throw badRow(
        `${name} = ${JSON.stringify(label)} does not fit ${stepCount} steps; give -1, or steps numbered from 0`,
      );
    }
  }
  return [...new Set(values as number[])].sort((a, b) => a - b);
}

export function textSteps(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) throw badRow(`${name} is not a list of steps`);
  value.forEach((step, index) => {
    if (typeof step !== 'string') throw badRow(`${name}[${index}] is not a text`);
    if (step.trim() === '') throw badRow(`${name}[${index}] is empty`);
  });
  return value as string[];
}
