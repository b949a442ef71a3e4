// The one contract for a stage: a value that turns a record into zero, one or more records, or drops it with
// a reason. The CLI, pipelines, workers and tests drive this same value; transform.ts adapts it to Node streams.
import type { z } from 'zod';
import { contentKey } from '../records/identity.ts';

/** What a stage may use besides the record. */
export interface StageContext {
  /** Aborted when the run stops early; long work must give up soon after. */
  readonly signal: AbortSignal;
}

const dropBrand = Symbol('latebench.drop');

/** A record that a stage leaves out on purpose: counted by reason, not an error. */
export interface Drop {
  readonly [dropBrand]: true;
  /** Short and one of few: drops are counted by it. */
  readonly reason: string;
}

/**
 * Leaves a record out.
 *
 * @param reason Short and one of few: drops are counted by reason.
 */
export function drop(reason: string): Drop {
  return { [dropBrand]: true, reason };
}

/** Tells a dropped record from one that a stage passes on. */
export function isDrop(value: unknown): value is Drop {
  return typeof value === 'object' && value !== null && dropBrand in value;
}

/** A stage: turns one record into zero, one or more records. */
export interface Stage<In extends object, Out extends object> {
  /** Names the stage in errors, manifests and provenance. */
  readonly name: string;
  /** Changes whenever the same input and config could give another output. */
  readonly version: string;
  /** Checks a record before the stage gets it; one that fails it is an error (LB_SCHEMA). */
  readonly input: z.ZodType<In>;
  /** The form of what the stage passes on; it is not checked when the stage runs. */
  readonly output: z.ZodType<Out>;
  /** What the stage was built with, as plain JSON for the manifest; never a key or a secret. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Identifies the work on this record under this config, for provenance and resume. */
  key(record: In): string;
  /** Sync stages return an iterable (cheap); stages that wait return an async one. Throwing means an error. */
  run(record: In, context: StageContext): Iterable<Out | Drop> | AsyncIterable<Out | Drop>;
}

/** The part of a stage whose work depends on its configuration alone: every record has the same key. */
export function configured(
  config: Readonly<Record<string, unknown>>,
): Pick<Stage<object, object>, 'config' | 'key'> {
  const key = contentKey(config);
  return { config, key: () => key };
}
