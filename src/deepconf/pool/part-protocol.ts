// What a build and its thread that writes parts say to each other. Each request has a number, and one answer.
import type { PlainError } from '../../errors.ts';
import type { PartJob } from './build-plan.ts';
import type { PartFacts } from './part-facts.ts';
import type { PlainTrace } from './plain-trace.ts';
import type { PoolProblem } from './read.ts';
import type { SampleTally } from './sample-tally.ts';
import type { PoolSettings } from './schema.ts';

export interface PartThreadSettings {
  readonly folder: string;
  readonly settings: PoolSettings;
}

/** Where a part belongs, and which samples it has and is to have. */
export type PartSpan = Pick<PartJob, 'journal' | 'part' | 'first' | 'have'> & { readonly problemId: string };

export type PartRequest =
  /** Writes problems.parquet: whoever builds a pool needs nothing else that can write Parquet. */
  | {
      readonly kind: 'problems';
      readonly folder: string;
      readonly problems: readonly PoolProblem[];
    }
  /** What follows is of this pool, until `end`. */
  | ({ readonly kind: 'begin' } & PartThreadSettings)
  /** Traces whose part was not written are let go. */
  | { readonly kind: 'end' }
  | { readonly kind: 'trace'; readonly journal: string; readonly sample: number; readonly trace: PlainTrace }
  /** Writes the part with its samples up to `end`; all that it lacks have come. */
  | { readonly kind: 'write'; readonly span: PartSpan; readonly end: number };

/** A part with all its samples. */
export interface WrittenPart {
  readonly facts: readonly PartFacts[];
  readonly tally: SampleTally;
}

export type PartAnswer =
  | { readonly id: number; readonly written?: WrittenPart }
  | { readonly id: number; readonly error: PlainError };
