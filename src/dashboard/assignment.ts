// Who judges which records, where several annotators share them: each record goes to `overlap` of them, by the record's id
// and their names alone, so that every server and every order of the file gives the same. A new annotator takes over some
// records and moves no others.
import { LateBenchError } from '../errors.ts';
import { hashId } from './records/columns.ts';
import type { Dimension } from './records/dimensions.ts';

export interface Assignment {
  readonly annotators: readonly string[];
  /** Annotators a record. */
  readonly overlap: number;
  /** Names by the record's id. */
  of(recordId: string): readonly string[];
  /** For a filter: the records of one annotator; `ids` as in columns.ts, when all of them are known. */
  dimension(annotator: string, ids: Float64Array): Dimension;
}

/** Mixes all bits of two numbers: ids and names that differ little give ranks that have nothing to do with each other. */
function mixed(id: number, name: number): number {
  let hash =
    Math.imul((id % 0x1_0000_0000) ^ Math.floor(id / 0x1_0000_0000), 0x9e3779b1) ^ (name % 0x1_0000_0000);
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    hash = Math.imul(hash ^ (hash >>> 16), factor);
  }
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Throws LB_USAGE where there are not enough annotators. */
export function createAssignment(names: readonly string[], overlap: number): Assignment {
  const annotators = [...new Set(names)].sort();
  if (annotators.length !== names.length) {
    throw new LateBenchError('LB_USAGE', '--annotators: a name occurs twice');
  }
  if (overlap < 1 || overlap > annotators.length) {
    throw new LateBenchError(
      'LB_USAGE',
      `--per-record ${overlap}: there are ${annotators.length} annotators; give a number from 1 to ${annotators.length}`,
    );
  }
  const hashes = annotators.map((name) => hashId(name));
  const known = new WeakMap<Float64Array, Map<string, Dimension>>();
  const chosen = (id: number): readonly number[] =>
    hashes
      .map((hash, at) => ({ at, rank: mixed(id, hash) }))
      .sort((a, b) => a.rank - b.rank || a.at - b.at)
      .slice(0, overlap)
      .map(({ at }) => at);
  return {
    annotators,
    overlap,
    of: (recordId) => chosen(hashId(recordId)).map((at) => annotators[at]!),
    dimension(annotator, ids) {
      const dimensions = known.get(ids) ?? new Map<string, Dimension>();
      known.set(ids, dimensions);
      const made = dimensions.get(annotator);
      if (made !== undefined) return made;
      const mine = annotators.indexOf(annotator);
      const codes = new Uint8Array(ids.length);
      if (mine !== -1) {
        for (let row = 0; row < ids.length; row += 1) codes[row] = Number(chosen(ids[row]!).includes(mine));
      }
      const labels = ['to others', 'to me'];
      const dimension: Dimension = { name: 'assigned', title: 'Assigned', labels, codes, hasNone: false };
      dimensions.set(annotator, dimension);
      return dimension;
    },
  };
}
