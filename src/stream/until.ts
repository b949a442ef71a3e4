// Ends an input when a signal says so, even while it is waiting for bytes that may never come.

export async function* until<T>(input: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = input[Symbol.asyncIterator]();
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped');
    onAbort = () => resolve('stopped');
    signal.addEventListener('abort', onAbort, { once: true });
  });
  let pending = false;
  try {
    for (;;) {
      pending = true;
      const next = await Promise.race([iterator.next(), stopped]);
      if (next === 'stopped') return;
      pending = false;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    // A generator that still waits for its input answers `return` only after that: nobody may wait for it here.
    const returned = iterator.return?.();
    if (pending) returned?.catch(() => {});
    else await returned;
  }
}
