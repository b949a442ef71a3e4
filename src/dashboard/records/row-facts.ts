// The facts of one row for the columns and the list, whatever it holds: rows of a file are not checked before they
// are shown, so nothing is taken for granted.
import { type Gold, goldOf } from '../../metrics/gold.ts';
import { type Review, reviewSchema } from '../../records/review.ts';
import { recordSchema, type Solution } from '../../records/solution.ts';
import { firstStep } from '../../records/steps.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import type { Entry } from '../tables/record-table.ts';
import type { FieldName, RecordColumns, Verdict } from './columns.ts';
import { fieldNames, hashId, labelOf, setVerdict, unreadable } from './columns.ts';

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const isStep = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The label as metrics/ reads it; what is no list is no label. */
export function goldOfRow(row: Row): Gold | null {
  const { error_steps: steps, injection } = row;
  if (!Array.isArray(steps) || !steps.every(isStep)) return null;
  const judged = { error_steps: steps, injection: isRow(injection) ? injection : null };
  return goldOf(judged as Pick<Solution, 'error_steps' | 'injection'>);
}

/** The step that a critique names as the first, for a list the smallest; unreadable stays that. */
export function verdictsOfRow(row: Row): Verdict[] {
  return listOf(row.critiques).flatMap((one): Verdict[] => {
    if (!isRow(one) || typeof one.critic !== 'string') return [];
    const { critic, status, first_error: first, error_steps: steps } = one;
    const of = { critic, model: typeof one.model === 'string' ? one.model : null };
    if (status !== 'ok') return [{ ...of, named: unreadable }];
    if (first === -1 || isStep(first)) return [{ ...of, named: first }];
    if (!Array.isArray(steps)) return [{ ...of, named: unreadable }];
    const flagged = steps.filter(isStep);
    return [{ ...of, named: firstStep(flagged) }];
  });
}

/** Why the record should be looked at, as `items` wrote it; null where it did not, or in another form. */
export function reviewOfRow({ review }: Row): Review | null {
  if (!isRow(review)) return null;
  const read = reviewSchema.safeParse(review);
  return read.success ? read.data : null;
}

function scalar(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

export function fieldOfRow(row: Row, name: FieldName): string | number | boolean | null {
  const injection = isRow(row.injection) ? row.injection : {};
  switch (name) {
    case 'source':
      return scalar(row.error_source);
    case 'status':
    case 'mode':
      return scalar(injection[name]);
    case 'type':
      return scalar(
        injection.error_type ?? (isRow(row.classification) ? row.classification.error_type : null),
      );
    case 'review':
      return reviewOfRow(row)?.reasons[0]?.kind.replaceAll('_', ' ') ?? null;
    default:
      return scalar(row[name]);
  }
}

/**
 * Everything about one row at once, for readers that have the whole of it. What is no record counts nowhere, and a
 * problem without a solution has neither label nor verdicts, as `latebench score` has it.
 */
export function setRow(columns: RecordColumns, at: number, entry: Entry): void {
  if (!('row' in entry) || !recordSchema.safeParse(entry.row).success) {
    columns.noRecord[at] = 1;
    return;
  }
  const { row } = entry;
  for (const name of fieldNames) columns.fields[name].set(at, fieldOfRow(row, name));
  columns.ids[at] = hashId(String(row.id ?? ''));
  columns.steps[at] = listOf(row.steps).length;
  columns.review[at] = reviewOfRow(row)?.rank ?? 0;
  if (columns.steps[at] === 0) return;
  columns.gold[at] = labelOf(goldOfRow(row));
  for (const verdict of verdictsOfRow(row)) setVerdict(columns, at, verdict);
}
