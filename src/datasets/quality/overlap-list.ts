// Reads the problems that a collection is to stay clear of, from files in any layout that ingest reads. A row that
// cannot be read stops it: a check for leaks that has not seen the whole list would say too little.
import { LateBenchError } from '../../errors.ts';
import { readInput } from '../../storage/input.ts';
import type { BadRow } from '../../storage/rows.ts';
import { adaptRows } from '../adapt.ts';
import { createOverlapIndex, indexProblems, type OverlapIndex } from './overlap.ts';

export interface OverlapListOptions {
  /** Words an n-gram. */
  readonly words: number;
  readonly say: (line: string) => void;
}

export async function readOverlapList(
  paths: readonly string[],
  { words, say }: OverlapListOptions,
): Promise<OverlapIndex> {
  const index = createOverlapIndex(words);
  const onBad = ({ code, message, where }: BadRow): never => {
    throw new LateBenchError(code, `the list of problems to stay clear of cannot be read: ${message}`, {
      where,
    });
  };
  for (const source of paths) {
    await indexProblems(
      adaptRows(readInput(source, { onBad }), { source, onBad, say, problemsOnly: true }),
      index,
    );
  }
  return index;
}
