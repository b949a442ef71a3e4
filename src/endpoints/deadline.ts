// How long a whole reply may take.

/** A stream: `events` grows while it moves. */
interface Moving {
  readonly events: number;
}

/**
 * Calls `onLate` when the time is over. A stream has no such end while it moves: a trace of 64,000 tokens takes more than
 * half an hour. It is late when nothing has come for as long.
 *
 * @returns What clears it.
 */
export function deadline(ms: number, stream: Moving | undefined, onLate: () => void): () => void {
  let events = 0;
  const look = (): void => {
    if (stream === undefined || stream.events === events) {
      onLate();
      return;
    }
    events = stream.events;
    timer = setTimeout(look, ms);
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}
