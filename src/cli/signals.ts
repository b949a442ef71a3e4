// SIGINT, SIGTERM and SIGHUP: the first gives calls in flight a limited time to finish, the second exits at once. Both are
// safe: no final name holds a half-written file, and running the command again resumes.
import { setMaxListeners } from 'node:events';
import { exitCodes, type LateBenchError } from '../errors.ts';
import type { Interruption } from '../executor/interruption.ts';

/** What signals ask for; `dispose` lets go of them. */
export interface SignalWatch extends Interruption {
  dispose(): void;
}

const exitCodesOf = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
} as const;
type Ending = keyof typeof exitCodesOf;
const endings = Object.keys(exitCodesOf) as Ending[];

export interface WatchOptions {
  readonly say: (line: string) => void;
  /** Calls that would be waited for. */
  readonly inFlight: () => number;
  /** How long they are waited for; a wait that nobody limits may never end. */
  readonly drainMs: number;
}

export function watchSignals({ say, inFlight, drainMs }: WatchOptions): SignalWatch {
  const stop = new AbortController();
  const abandon = new AbortController();
  // Every call in flight listens.
  setMaxListeners(0, stop.signal, abandon.signal);
  let exitCode: number | undefined;
  let reason: LateBenchError | undefined;
  let drain: NodeJS.Timeout | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const first = exitCode === undefined;
    exitCode ??= exitCodesOf[signal as Ending];
    if (!first) {
      abandon.abort();
      return;
    }
    const calls = inFlight();
    if (calls > 0)
      say(
        `finishing ${calls} records in flight, for at most ${drainMs / 1000} s (Ctrl-C again to abandon them; --drain SECONDS to wait longer)`,
      );
    drain = setTimeout(() => abandon.abort(), drainMs);
    stop.abort();
  };
  for (const name of endings) process.on(name, onSignal);
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
      clearTimeout(drain);
      for (const name of endings) process.off(name, onSignal);
    },
  };
}
