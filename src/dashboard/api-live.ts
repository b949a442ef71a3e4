// What has changed since a page was loaded.

/**
 * `dead`: its process is gone without an end. `stalled`: alive, but nothing was written for a minute. `stopped`: it ended
 * early and said so. `unknown`: nothing says who works on it.
 */
export type RunState = 'running' | 'stalled' | 'dead' | 'finished' | 'stopped' | 'unknown';

export interface LiveSource {
  readonly id: string;
  readonly rows: number;
  /** Larger whenever the records are others than before. */
  readonly version: number;
  /** How often the file was replaced by another one, rather than added to. */
  readonly replaced: number;
  /** Null for a file. */
  readonly state: RunState | null;
}

export interface LivePage {
  readonly sources: readonly LiveSource[];
}
