// Reads single fields of a source's row: texts, answers, nested objects, step numbers. Says what is wrong with a
// field that must be there, and gives null for one that need not be.
import { lendOriginal, numberText } from '../storage/original-text.ts';
import { isRow } from '../storage/rows.ts';
import { badRow, type SourceRow } from './adapter.ts';

/** A text with something in it, or null. */
export function textField(row: SourceRow, name: string): string | null {
  const value = row[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** True where all of these fields are texts, empty ones too. */
export function hasTexts<Name extends string>(
  row: SourceRow,
  ...names: readonly Name[]
): row is SourceRow & Readonly<Record<Name, string>> {
  return names.every((name) => typeof row[name] === 'string');
}

export function requiredText(row: SourceRow, name: string): string {
  const text = textField(row, name);
  if (text === null) throw badRow(`${name} is not a text`);
  return text;
}

/** A nested object; an empty one where there is none. */
export function objectField(row: SourceRow, name: string): SourceRow {
  const value = row[name];
  return isRow(value) ? lendOriginal(row, value) : {};
}

/** A text or a number as an id. */
export function idField(row: SourceRow, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return numberText(row, name, value);
    if (typeof value === 'bigint') return String(value);
  }
  return null;
}

/** What sources write where they have no short answer. */
const placeholders = new Set(['see solution', 'proof', 'notfound']);

/** An answer as text; null for a blank and for a placeholder such as "See solution". */
export function answerField(row: SourceRow, name: string): string | null {
  const value = row[name];
  if (typeof value === 'number') return numberText(row, name, value);
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || placeholders.has(text.toLowerCase()) ? null : text;
}

/** Fields whose value says something: neither undefined nor null. */
export function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}

export interface NumberedSteps {
  /** 0-based, ascending, without doubles, all within the solution. */
  readonly steps: number[];
  /** Numbers as the source has them that name no step of the solution. */
  readonly outside: unknown[];
}

/** Steps that a source counts from 1. Sources do name steps that are not there: those are kept apart. */
export function stepsFromNumbers(value: unknown, stepCount: number): NumberedSteps {
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [];
  const fits = (number: unknown): number is number =>
    Number.isInteger(number) && (number as number) >= 1 && (number as number) <= stepCount;
  const steps = [...new Set(numbers.filter(fits))].sort((a, b) => a - b).map((number) => number - 1);
  return { steps, outside: numbers.filter((number) => !fits(number)) };
}
