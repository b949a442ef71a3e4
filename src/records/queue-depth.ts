// How much is on a queue: as its coordinator counts it, and as the events of a run have it.

/** Counts are of jobs, of which one carries up to eight calls. */
export interface QueueDepth {
  /** Jobs that no worker has begun. */
  readonly waiting: number;
  /** Jobs that a worker has begun; those of a worker that was killed until its lock is over. */
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  /** Groups (parts of a pool, chunks of records) that are not finished. */
  readonly groups: number;
  /** Age of the job that waits longest, in milliseconds. */
  readonly lag_ms: number;
  /** Workers that are connected to the queue; absent where its server does not say. */
  readonly connected?: number;
  /**
   * What all workers of the run have done, where they share no folder with the coordinator (their own events are on their
   * machines): workers, ok, failed, paid_before, prompt_tokens, completion_tokens, usd.
   */
  readonly workers?: WorkersDone;
}

/** What the calls of a worker came to. */
export interface CallsDone {
  /** With a reply, each once: paid for, or from the cache. */
  readonly ok: number;
  readonly failed: number;
  /** Of `ok`: from the cache. */
  readonly paid_before: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Of calls with a known price; null where none had one. */
  readonly usd: number | null;
}

/** The sum over all workers that the run has had. */
export interface WorkersDone extends CallsDone {
  readonly workers: number;
}
