// One record with everything about it, and its place among those that a query chooses.
import type { Annotation } from '../../records/annotation.ts';
import { annotationVersion } from '../../records/annotation-version.ts';
import { firstIssue } from '../../records/issue-text.ts';
import { recordHash } from '../../records/record-hash.ts';
import { type Solution, solutionSchema } from '../../records/solution.ts';
import { clipText, visibleText } from '../../report/visible-text.ts';
import type { Row } from '../../storage/rows.ts';
import type { Neighbours, Query } from '../api.ts';
import type { RecordPage, ShownAnnotation } from '../api-record.ts';
import { hashId } from '../records/columns.ts';
import { showRecord } from '../records/show-record.ts';
import { withoutSuggestions } from './blind.ts';
import { choosesAll, selection } from './selection.ts';
import type { Source } from './source.ts';

const rawChars = 100_000;

export type Found = { readonly record: Solution } | { readonly reason: string; readonly raw: string };

function rawText(row: Row): string {
  return visibleText(clipText(JSON.stringify(row, null, 2), rawChars).text);
}

export async function readRecord(source: Source, row: number): Promise<Found> {
  const [entry] = await source.table.read([row], 'whole');
  if (entry === undefined) return { reason: 'there is no such row', raw: '' };
  if ('broken' in entry)
    return { reason: entry.broken.reason, raw: visibleText(clipText(entry.broken.raw, rawChars).text) };
  const parsed = solutionSchema.safeParse(entry.row);
  // The row as it was read, not the schema's copy.
  if (parsed.success) return { record: entry.row as Solution };
  return {
    reason: `not a record: ${firstIssue(parsed.error, entry.row, 'row')}`,
    raw: rawText(entry.row),
  };
}

function twinsOf(source: Source, id: string): number {
  if (!source.has('fields')) return 0;
  const hash = hashId(id);
  return Math.max(0, source.columns.ids.reduce((sum, one) => sum + Number(one === hash), 0) - 1);
}

/** Rows in a row that are no records and are passed over for one that can be judged. */
const maxPassed = 50;

/** The first of the rows that is a record. */
async function firstRecord(source: Source, rows: readonly number[]): Promise<number | null> {
  for (const row of rows) if ('record' in (await readRecord(source, row))) return row;
  return rows[0] ?? null;
}

/** `blindFor`: an annotator who is shown nothing but the solution until it is judged. */
export async function recordPage(
  source: Source,
  row: number,
  blindFor: string | null = null,
): Promise<Omit<RecordPage, 'proposals' | 'trials'>> {
  const found = await readRecord(source, row);
  const place = { row, rows: source.table.rows };
  if ('reason' in found) {
    return {
      ...place,
      recordId: null,
      twins: 0,
      hidden: false,
      record: null,
      broken: { reason: found.reason, raw: found.raw },
      annotations: [],
    };
  }
  const { record } = found;
  const hash = recordHash(record);
  const isHidden = blindFor !== null && !(await source.notes.decided(record.id, blindFor));
  const all = await source.notes.about(record.id);
  const about = isHidden ? all.filter(({ annotator }) => annotator === blindFor) : all;
  return {
    ...place,
    recordId: record.id,
    twins: twinsOf(source, record.id),
    hidden: isHidden,
    record: showRecord(isHidden ? withoutSuggestions(record) : record),
    broken: null,
    annotations: about.map((one) => shownAnnotation(one, hash)),
  };
}

export function shownAnnotation(annotation: Annotation, hash: string): ShownAnnotation {
  const { record_hash: judged } = annotation;
  return {
    ...annotation,
    stale: judged != null && judged !== hash,
    version: annotationVersion(annotation),
  };
}

/** `annotator`'s own judgements do not choose here: a queue would lose a record as soon as it is judged. */
export async function neighbours(
  source: Source,
  given: Query,
  row: number,
  annotator: string | null,
): Promise<Neighbours> {
  const { mine: _, ...chosen } = given.chosen;
  const query = { ...given, chosen };
  const total = source.table.rows;
  if (choosesAll(query) && annotator === null) {
    const at = row + 1 < total ? row + 1 : null;
    return {
      place: row,
      matched: total,
      previous: row === 0 ? null : row - 1,
      next: at,
      pending: null,
      judged: 0,
      toJudge: total,
    };
  }
  await source.ready('fields');
  const { rows } = await selection(source, query, annotator);
  const place = rows.indexOf(row);
  const mine =
    annotator === null ? null : (await source.notes.dimension(annotator, source.columns.ids)).codes;
  const pending: number[] = [];
  let [judged, toJudge] = [0, 0];
  for (let step = 1; step <= rows.length; step += 1) {
    const at = rows[(place + step + rows.length) % rows.length]!;
    if (source.columns.noRecord[at] === 1) continue;
    toJudge += 1;
    const isPending = mine === null || mine[at] === 0 || mine[at] === 4;
    if (!isPending) judged += 1;
    else if (pending.length < maxPassed && at !== row) pending.push(at);
  }
  return {
    place: place === -1 ? null : place,
    matched: rows.length,
    previous: place > 0 ? rows[place - 1]! : null,
    next: place + 1 < rows.length ? rows[place + 1]! : null,
    pending: await firstRecord(source, pending),
    judged,
    toJudge,
  };
}
