// What a label says about the steps of a solution: the kinds of labels that datasets have, and which of them can be
// told from the value. Where a value can mean two things, the flag that settles it is asked for; nothing is guessed.
import { toStepIndex } from '../records/steps.ts';
import { badRow, errorStepsFromLabel, unsettled } from './adapter.ts';
import type { LabelKind } from './label-kinds.ts';

/** Words of single steps, in the spelling of the sources. */
const right = new Set<unknown>([
  1,
  '+',
  '+1',
  '1',
  'correct',
  'right',
  'good',
  'positive',
  'neutral',
  0,
  '0',
]);
const wrong = new Set<unknown>([-1, '-', '-1', 'incorrect', 'wrong', 'bad', 'negative', 'error']);
const lower = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** @throws LB_SCHEMA unless `values` is a list with one label for each step. */
export function checkLabelCount(values: unknown, stepCount: number, name: string): void {
  const { length } = listOf(values, name);
  if (length === stepCount) return;
  throw badRow(`${name} has ${length} labels for ${stepCount} steps`);
}

/** Whether this is a list of verdicts on steps: true and false, numbers from -1 to 1, or their words. */
export function areStepLabels(values: unknown): boolean {
  if (!Array.isArray(values) || values.length === 0) return false;
  return values
    .map(lower)
    .every((value) => typeof value === 'boolean' || right.has(value) || wrong.has(value));
}

function wrongWhere(
  values: readonly unknown[],
  name: string,
  isWrong: (value: unknown) => boolean | null,
): number[] {
  return values.flatMap((value, index) => {
    const verdict = isWrong(lower(value));
    if (verdict === null)
      throw badRow(`${name}[${index}] = ${JSON.stringify(value)} is not the label of a step`);
    return verdict ? [index] : [];
  });
}

/** Steps marked - or -1 (also "wrong", "bad"), of labels one a step; +, 1 and 0 (neutral) are no errors. */
export function errorsBySign(values: unknown, stepCount: number, name: string): number[] {
  const list = listOf(values, name);
  checkLabelCount(list, stepCount, name);
  return wrongWhere(list, name, (value) => (wrong.has(value) ? true : right.has(value) ? false : null));
}

/** Steps of labels one a step, each true or 1, false or 0: those that have the value `wrongIs` are wrong. */
export function errorsByTruth(values: unknown, stepCount: number, name: string, wrongIs: boolean): number[] {
  const list = listOf(values, name);
  checkLabelCount(list, stepCount, name);
  return wrongWhere(list, name, (value) => {
    const truth = value === true || value === 1 ? true : value === false || value === 0 ? false : null;
    return truth === null ? null : truth === wrongIs;
  });
}

function listOf(values: unknown, name: string): readonly unknown[] {
  if (Array.isArray(values)) return values;
  throw badRow(`${name} = ${JSON.stringify(values)} is not a list with one label a step`);
}

const isSign = (value: unknown): boolean =>
  typeof value !== 'number' && typeof value !== 'boolean' ? right.has(value) || wrong.has(value) : false;

/** The kind that a value shows of itself; null where it could be of two kinds. */
export function kindOf(label: unknown, stepCount: number): LabelKind | null {
  if (typeof label === 'string') return 'text';
  if (!Array.isArray(label)) return typeof label === 'boolean' ? null : 'index';
  const values = label.map(lower);
  if (values.length === 0) return 'indexes';
  if (values.some((value) => typeof value === 'boolean')) return null;
  if (values.every(isSign) || values.includes(-1)) return 'signs';
  const bits = values.every((value) => value === 0 || value === 1);
  return bits && values.length === stepCount ? null : 'indexes';
}

function fromText(text: string, name: string): number | null {
  if (/^(?:-1|n\/?a|none|null|no(?: error)?s?|(?:all )?correct|no errors?\.?)$/i.test(text.trim()))
    return null;
  const number = /^(?:(?:step|paragraph|section)\s*)?#?(\d+)\.?$/i.exec(text.trim())?.[1];
  if (number === undefined) throw badRow(`${name} = ${JSON.stringify(text)} names no step`);
  return Number(number);
}

export interface LabelReading {
  readonly name: string;
  /** Null: as the value shows. */
  readonly kind: LabelKind | null;
  /** What the first step is numbered; null where nobody has said. */
  readonly base: 0 | 1 | null;
}

function indexed(label: unknown, stepCount: number, { name, base }: LabelReading): number[] | null {
  const numbers = (Array.isArray(label) ? label : [label]).filter((value) => value !== -1);
  if (base === null && numbers.length > 0) {
    throw unsettled(
      `${name} = ${JSON.stringify(label)}: nothing says whether steps count from 0 or from 1`,
      '--label-base 0 or --label-base 1',
    );
  }
  if (base !== 1) return errorStepsFromLabel(label, stepCount, name);
  const outside = numbers.find((value) => !Number.isInteger(value) || value < 1 || value > stepCount);
  if (outside !== undefined) {
    throw badRow(
      `${name} = ${JSON.stringify(label)} does not fit ${stepCount} steps; give -1, or steps numbered from 1`,
    );
  }
  return [...new Set(numbers.map((number) => toStepIndex(number as number)))].sort((a, b) => a - b);
}

/**
 * The wrong steps that a label names, 0-based; [] = none, null = the label is null.
 *
 * @throws LB_USAGE where the label's kind or base has to be said; LB_SCHEMA where it does not fit the steps.
 */
export function errorStepsOf(label: unknown, stepCount: number, reading: LabelReading): number[] | null {
  if (label === null || label === undefined) return null;
  const { name } = reading;
  const kind = reading.kind ?? kindOf(label, stepCount);
  switch (kind) {
    case null:
      throw unsettled(
        `${name} = ${JSON.stringify(label)} can be read in several ways`,
        `--label-kind correct (true or 1 is a right step), --label-kind wrong (true or 1 is a wrong step)${typeof label === 'object' ? ', --label-kind signs or --label-kind indexes' : ''}`,
      );
    case 'signs':
      return errorsBySign(label, stepCount, name);
    case 'correct':
    case 'wrong':
      return errorsByTruth(label, stepCount, name, kind === 'wrong');
    case 'text': {
      const number = fromText(String(label), name);
      return number === null ? [] : indexed(number, stepCount, reading);
    }
    default:
      return indexed(label, stepCount, reading);
  }
}
