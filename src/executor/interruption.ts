// What can end a run before its input does. The command line makes one from signals; a program hands in its own.
import type { LateBenchError } from '../errors.ts';

export interface Interruption {
  /** Aborted by the first signal, or by `stop`: read no more input, begin nothing new. */
  readonly stopReading: AbortSignal;
  /** Aborted by the second: give up the calls in flight. */
  readonly abandon: AbortSignal;
  /** The exit code to end with, when a signal came. */
  readonly exitCode: number | undefined;
  /** Ends the run cleanly for this reason (a spent budget, a wrong key): what is in work is finished and written. */
  stop(reason: LateBenchError): void;
  readonly reason: LateBenchError | undefined;
}
