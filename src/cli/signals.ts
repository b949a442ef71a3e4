// Ctrl-C and friends: the first asks the work to finish what is in flight, the second leaves at once. Both are safe:
// nothing half-written stands under a final name, and the same command resumes.
import { setMaxListeners } from 'node:events';
import { exitCodes, type LateBenchError } from '../errors.ts';

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
  dispose(): void;
}

/** `inFlight` says how many calls would be waited for. */
export function watchSignals(say: (line: string) => void, inFlight: () => number): Interruption {
  const stop = new AbortController();
  const abandon = new AbortController();
  // Every call in flight listens.
  setMaxListeners(0, stop.signal, abandon.signal);
  let exitCode: number | undefined;
  let reason: LateBenchError | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    exitCode ??= signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
    if (!stop.signal.aborted) {
      const calls = inFlight();
      if (calls > 0) say(`finishing ${calls} records in flight… (Ctrl-C again to abandon them)`);
      stop.abort();
    } else abandon.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    stopReading: stop.signal,
    abandon: abandon.signal,
    get exitCode() {
      return exitCode;
    },
    stop(error) {
      reason ??= error;
      stop.abort();
    },
    get reason() {
      return reason;
    },
    dispose() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
