// How long a server that has not answered yet is waited for: seconds, where one that has answered before gets minutes.
import type { LateBenchError } from '../../errors.ts';
import { isSilent, isUnreachable } from '../network-error.ts';
import { isLoading, isTemporary } from '../wire-error.ts';

export interface Patience {
  /** Milliseconds from the first failure on. */
  forMs(error: LateBenchError): number;
  readonly isLoading: (error: LateBenchError) => boolean;
  /** A wait of so long is told beforehand. */
  readonly worthTellingMs: number;
}

/** For whatever may pass by itself. */
const shortMs = 2_000;
/** For a server that says that it is loading its model. */
const loadingMs = 10_000;

/** @param waitForMs what --wait-for-endpoint says */
export function createPatience(waitForMs: number | undefined): Patience {
  return {
    forMs(error) {
      const starts = isUnreachable(error) || isSilent(error) || isTemporary(error);
      if (starts && waitForMs !== undefined) return waitForMs;
      return isLoading(error) ? loadingMs : shortMs;
    },
    isLoading,
    worthTellingMs: loadingMs,
  };
}

/** Between two tries: 0.25, 0.5, 1, 2, 2 … s. */
export function pauseMs(tries: number): number {
  return Math.min(2_000, 250 * 2 ** tries);
}
