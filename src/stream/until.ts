// Ends an input when a signal says so, even while it is waiting for bytes that may never come.

const stopped = Symbol('stopped');

/** `next`, or `stopped` as soon as the signal is aborted. Leaves no listener and no reference behind. */
function nextOrStop<T>(next: Promise<T>, signal: AbortSignal): Promise<T | typeof stopped> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(stopped);
    const done = (): void => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort);
    next.then(
      (value) => {
        done();
        resolve(value);
      },
      (error) => {
        done();
        reject(error);
      },
    );
  });
}

export async function* until<T>(input: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = input[Symbol.asyncIterator]();
  let pending = false;
  try {
    while (!signal.aborted) {
      pending = true;
      // Not Promise.race with one long-lived promise: that would hold every value until the end.
      const next = await nextOrStop(iterator.next(), signal);
      if (next === stopped) return;
      pending = false;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A generator that waits for its input answers `return` only afterwards: do not await it here.
    const returned = iterator.return?.();
    if (pending) returned?.catch(() => {});
    else await returned;
  }
}
