// Reads the index of a first-error reply that is JSON. Objects that contradict each other, or an index beside the
// statement that there is no error, are no verdict.
import { type ReadReply, readObjects } from '../endpoints/reply-json/object-in-reply.ts';
import { lastStated, type Stated } from '../endpoints/reply-json/taken-back.ts';
import { type IndexReading, readIndexText } from './index-text.ts';
import { type Truth, truthOf } from './stated-truth.ts';

export interface JsonReading {
  readonly value: number | null;
  readonly note: IndexReading['note'] | 'ambiguous';
  /** The text behind the last object. */
  readonly behind: string;
}

const own = { first_error: ['first_error_index', 'earliest_error', 'error_index'] };
/** Names that may mean something else inside another object: parts of it may be steps. */
const general = { index: ['answer'] };

/** Null where no object states an index. */
export function indexInJson(text: string, stepCount: number): JsonReading | null {
  return (
    indexUnder('first_error', readObjects(text, { fields: own }), text, stepCount) ??
    indexUnder('index', readObjects(text, { fields: general, nested: false }), text, stepCount)
  );
}

function indexUnder(
  field: 'first_error' | 'index',
  objects: readonly Stated<ReadReply>[],
  text: string,
  stepCount: number,
): JsonReading | null {
  const stated = objects.flatMap(({ value: { value: object }, before }) => {
    const truth = truthOf(object);
    const reading = readingOf(object[field], truth, stepCount);
    if (reading === null) return [];
    const isContradicted = reading.value === -1 ? truth === 'wrong' : truth === 'right';
    return [{ value: { ...reading, isContradicted: isContradicted && reading.value !== null }, before }];
  });
  if (stated.length === 0) return null;
  const behind = text.slice(text.lastIndexOf('}') + 1);
  const last = lastStated(stated, (one, other) => one.value === other.value);
  if (last === undefined || last.isContradicted) return { value: null, note: 'ambiguous', behind };
  return { value: last.value, note: last.note, behind };
}

function readingOf(value: unknown, truth: Truth | null, stepCount: number): IndexReading | null {
  if (value === null && truth === 'right') return { value: -1, note: 'phrase' };
  if (typeof value === 'number') return readIndexText(String(value), stepCount);
  return typeof value === 'string' ? readIndexText(value, stepCount) : null;
}
