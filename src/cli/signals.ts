// SIGINT and SIGTERM: the first lets calls in flight finish, the second exits at once. Both are safe:
// no final name holds a half-written file, and running the command again resumes.
import { setMaxListeners } from 'node:events';
import { exitCodes, type LateBenchError } from '../errors.ts';
import type { Interruption } from '../executor/interruption.ts';

/** What signals ask for; `dispose` lets go of them. */
export interface SignalWatch extends Interruption {
  dispose(): void;
}

/** `inFlight` says how many calls would be waited for. */
export function watchSignals(say: (line: string) => void, inFlight: () => number): SignalWatch {
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
