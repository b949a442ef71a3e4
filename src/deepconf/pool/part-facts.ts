// The facts of a part: its length and its hash, as its writer (write-part.ts) or a look at the file (examine-part.ts) gives
// them, and as a manifest keeps them.
import { partSamples, type Side } from './layout.ts';
import type { PartRow } from './manifest-segment.ts';

export interface PartFacts {
  readonly side: Side;
  readonly problem_id: string;
  readonly part: number;
  readonly first_sample: number;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** As a manifest says them; undefined for a part that is gone. */
export function factsOf(side: Side, problemId: string, row: PartRow): PartFacts | undefined {
  if (row.length === 1) return undefined;
  const [part, rows, bytes, sha256, first_sample = part * partSamples] = row;
  return { side, problem_id: problemId, part, first_sample, rows, bytes, sha256 };
}

/** As a manifest keeps them. */
export function rowOf({ part, rows, bytes, sha256, first_sample: first }: PartFacts): PartRow {
  return first === part * partSamples ? [part, rows, bytes, sha256] : [part, rows, bytes, sha256, first];
}
