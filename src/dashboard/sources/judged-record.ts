// The record that a judgement is about. It may have waited in a browser for long: rows may have moved since, or the file
// may be open under another number; what was judged is found by its id and never guessed.
import { LateBenchError } from '../../errors.ts';
import { recordHash } from '../../records/record-hash.ts';
import type { Solution } from '../../records/solution.ts';
import { hashId } from '../records/columns.ts';
import { keyOf, type Workspace } from '../workspace.ts';
import { readRecord } from './record-page.ts';
import type { Source } from './source.ts';

export interface JudgedPlace {
  readonly source: string;
  readonly source_key?: string | undefined;
  readonly row: number;
  readonly record_id?: string | undefined;
}

/** Throws LB_INPUT_MISSING where what was judged is not open here. */
export function judgedSource({ sources }: Workspace, { source: id, source_key: key }: JudgedPlace): Source {
  const found =
    key === undefined ? sources.get(id) : [...sources.values()].find((source) => keyOf(source) === key);
  if (found !== undefined) return found;
  const what =
    key === undefined ? `there is no source ${id} here` : 'the file that was judged is not open here';
  throw new LateBenchError('LB_INPUT_MISSING', what);
}

/** Where a record is by now; the first of several with its id. */
export async function placeOf(
  source: Source,
  id: string,
): Promise<{ readonly row: number; readonly record: Solution } | null> {
  await source.ready('fields');
  const hash = hashId(id);
  for (const [row, known] of source.columns.ids.entries()) {
    if (known !== hash) continue;
    const found = await readRecord(source, row);
    if ('record' in found && found.record.id === id) return { row, record: found.record };
  }
  return null;
}

/** The record with its hash as it is now. Throws LB_SCHEMA for a row that cannot be judged. */
export async function judgedRecord(
  source: Source,
  { row, record_id: id }: JudgedPlace,
): Promise<{ readonly record: Solution; readonly hash: string }> {
  const found = await readRecord(source, row);
  const isSame = 'record' in found && (id === undefined || found.record.id === id);
  const record = isSame
    ? found.record
    : id === undefined
      ? null
      : ((await placeOf(source, id))?.record ?? null);
  if (record !== null) return { record, hash: recordHash(record) };
  if (id === undefined && 'reason' in found) {
    throw new LateBenchError('LB_SCHEMA', `row ${row} cannot be judged: ${found.reason}`);
  }
  throw new LateBenchError('LB_INPUT_MISSING', `the record ${id} is not in the file any more`);
}
