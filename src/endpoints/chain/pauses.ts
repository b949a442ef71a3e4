// Pauses that a server asked for. All calls of this client keep them, and those of other machines where limits are
// shared.
import type { SharedPause } from '../shared-limits.ts';

export interface Pauses {
  begin(milliseconds: number): void;
  /** Milliseconds until calls may be made again; 0 or less when they may. */
  leftMs(nowMs: number): number;
}

/** The longest a server can make us wait by `Retry-After`; one that asks for more ends the run. */
export const maxPauseMs = 15 * 60_000;

export function createPauses(shared: SharedPause | undefined): Pauses {
  let until = 0;
  return {
    begin(milliseconds) {
      until = Math.max(until, performance.now() + milliseconds);
      if (milliseconds > 0) shared?.begin(milliseconds);
    },
    leftMs: (nowMs) => Math.max(until - nowMs, shared?.leftMs() ?? 0),
  };
}
