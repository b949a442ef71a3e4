// Loads something for a component and keeps the last answer on screen while the next one comes.
import { useEffect, useRef, useState } from 'preact/hooks';
import { isUnanswered } from './api-client.ts';

export interface Loaded<T> {
  readonly value: T | null;
  readonly error: string | null;
  readonly loading: boolean;
  reload(): void;
}

/** Of the time, so much at most goes into loading anew what has changed meanwhile. */
const shareOfTime = 0.25;
const retryMs = 2000;

type Version = number | string;

interface Watch {
  /** Loads again, once the load before has ended and a pause is over. */
  changed(): void;
  stop(): void;
}

/** Loads at once, and again whenever `version` has become another by the end of it. */
function watch(load: (signal: AbortSignal) => Promise<void>, version: () => Version): Watch {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseUntil = 0;
  let isLoading = false;
  let loadedVersion = version();
  const run = async (): Promise<void> => {
    timer = undefined;
    isLoading = true;
    const begun = performance.now();
    loadedVersion = version();
    const isWell = await load(controller.signal).then(
      () => true,
      () => false,
    );
    isLoading = false;
    const pause = isWell ? (performance.now() - begun) * (1 / shareOfTime - 1) : retryMs;
    if (!controller.signal.aborted && (!isWell || version() !== loadedVersion)) later(pause);
    else pauseUntil = performance.now() + pause;
  };
  const later = (ms: number): void => {
    timer ??= setTimeout(() => void run(), ms);
  };
  void run();
  return {
    changed() {
      if (!isLoading && version() !== loadedVersion) later(Math.max(0, pauseUntil - performance.now()));
    },
    stop() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

/**
 * `key` identifies the request; a change of it cancels the request before it and loads anew. `version` is that of the
 * files behind it: when it changes, what is on screen stays until it has been loaded again, and a load that is under way
 * is let finish, so that a file that grows all the time is shown all the same.
 */
export function useLoaded<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  version: Version = 0,
): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: string | null }>({
    key: '',
    value: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  const latest = useRef({ load, version });
  latest.current = { load, version };
  const watched = useRef<Watch | null>(null);
  useEffect(() => {
    let isShown = false;
    const own = watch(
      async (signal) => {
        try {
          const value = await latest.current.load(signal);
          if (!signal.aborted) setState({ key, value, error: null });
          isShown = true;
        } catch (error) {
          // What is on screen is older than the files, but true; it is tried again.
          if (isShown) throw error;
          if (!signal.aborted) setState({ key, value: null, error: (error as Error).message });
          if (isUnanswered(error)) throw error;
        }
      },
      () => latest.current.version,
    );
    watched.current = own;
    return own.stop;
  }, [key, round]);
  useEffect(() => watched.current?.changed(), [version]);
  return {
    value: state.value,
    error: state.key === key ? state.error : null,
    loading: state.key !== key,
    reload: () => setRound((n) => n + 1),
  };
}
