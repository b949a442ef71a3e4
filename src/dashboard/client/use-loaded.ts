// Loads something for a component and keeps the last answer on screen while the next one comes.
import { useEffect, useState } from 'preact/hooks';

export interface Loaded<T> {
  readonly value: T | null;
  readonly error: string | null;
  readonly loading: boolean;
  reload(): void;
}

/** `key` says what is wanted; a change of it loads anew. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: string | null }>({
    key: '',
    value: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setState({ key, value, error: null }),
      (error: Error) => current && setState({ key, value: null, error: error.message }),
    );
    return () => {
      current = false;
    };
  }, [key, round]);
  return {
    value: state.value,
    error: state.key === key ? state.error : null,
    loading: state.key !== key,
    reload: () => setRound((n) => n + 1),
  };
}
