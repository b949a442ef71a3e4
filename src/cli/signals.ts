// Ctrl-C and friends: the first asks the work to finish what is in flight, the second leaves at once. Both are safe:
// nothing half-written stands under a final name, and the same command resumes.
import { exitCodes } from '../errors.ts';

export interface Interruption {
  /** Aborted by the first signal: read no more input. */
  readonly stopReading: AbortSignal;
  /** Aborted by the second: give up the calls in flight. */
  readonly abandon: AbortSignal;
  /** The exit code to end with, when a signal came. */
  readonly exitCode: number | undefined;
  dispose(): void;
}

/** `inFlight` says how many calls would be waited for. */
export function watchSignals(say: (line: string) => void, inFlight: () => number): Interruption {
  const stop = new AbortController();
  const abandon = new AbortController();
  let exitCode: number | undefined;
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
    dispose() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
