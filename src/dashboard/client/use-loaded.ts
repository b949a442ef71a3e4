// Loads something for a component and keeps the last answer on screen while the next one comes.
import { useEffect, useState } from 'preact/hooks';

export interface Loaded<T> {
  readonly value: T | null;
  readonly error: string | null;
  readonly loading: boolean;
  reload(): void;
}

function cancellation(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** `key` identifies the request; a change of it cancels the request before it and loads anew. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: string | null }>({
    key: '',
    value: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const { signal, abort } = cancellation();
    load(signal).then(
      (value) => !signal.aborted && setState({ key, value, error: null }),
      (error: Error) => !signal.aborted && setState({ key, value: null, error: error.message }),
    );
    return abort;
  }, [key, round]);
  return {
    value: state.value,
    error: state.key === key ? state.error : null,
    loading: state.key !== key,
    reload: () => setRound((n) => n + 1),
  };
}
