// SIGINT, SIGTERM and SIGHUP: the first begins nothing new and gives calls on the wire a limited time to finish, the second
// gives them up. Both are safe: no final name holds a half-written file, and running the command again resumes.
import { setMaxListeners } from 'node:events';
import { createDrain, type Drain } from '../endpoints/drain.ts';
import { exitCodes, type LateBenchError } from '../errors.ts';
import type { Interruption } from '../executor/interruption.ts';

/** What signals ask for; `dispose` lets go of them. */
export interface SignalWatch extends Interruption {
  /** For the calls of the run. */
  readonly drain: Drain;
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
  /** How long calls on the wire are waited for; without it, as long as they are worth waiting for. */
  readonly drainMs?: number | undefined;
  /** The command, run again, resumes what a signal ended: it is said at the end. */
  readonly resumes?: boolean;
}

/** Half a second more or less says nothing about a longer wait. */
function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
}

export function watchSignals({ say, drainMs, resumes = false }: WatchOptions): SignalWatch {
  const stop = new AbortController();
  const signalled = new AbortController();
  const abandon = new AbortController();
  const drain = createDrain(signalled.signal);
  // Every call in flight listens.
  setMaxListeners(0, stop.signal, signalled.signal, abandon.signal);
  let exitCode: number | undefined;
  /** Whoever decides how the command ends has seen it: a signal that came later has ended nothing. */
  let decided = false;
  let reason: LateBenchError | undefined;
  let disposed = false;
  let drained: NodeJS.Timeout | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const first = exitCode === undefined;
    exitCode ??= exitCodesOf[signal as Ending];
    if (!first) {
      abandon.abort();
      return;
    }
    stop.abort();
    signalled.abort();
    const { calls } = drain;
    const patienceMs = drainMs ?? drain.patienceMs;
    if (calls > 0)
      say(
        `waiting for ${calls} ${calls === 1 ? 'call' : 'calls'} in flight, for at most ${secondsText(patienceMs)} (a second signal abandons them; --drain SECONDS sets how long)`,
      );
    drained = setTimeout(() => abandon.abort(), patienceMs);
  };
  for (const name of endings) process.on(name, onSignal);
  return {
    drain,
    stopReading: stop.signal,
    abandon: abandon.signal,
    get exitCode() {
      decided = exitCode !== undefined;
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
      clearTimeout(drained);
      if (resumes && decided && !disposed) say('interrupted; run the command again to resume');
      disposed = true;
      for (const name of endings) process.off(name, onSignal);
    },
  };
}
