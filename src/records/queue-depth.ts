// How much is on a queue: as its coordinator counts it, and as the events of a run have it.

/** Counts are of jobs, of which one carries up to eight calls. */
export interface QueueDepth {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  /** Groups (parts of a pool, chunks of records) that are not finished. */
  readonly groups: number;
  /** Age of the job that waits longest, in milliseconds. */
  readonly lag_ms: number;
}
