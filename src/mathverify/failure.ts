// The signal that a text is not readable mathematics. It never leaves this module: callers get null instead.

const notReadable = new Error('not readable as mathematics');

/** Gives up on the text that is being read. */
export function unreadable(): never {
  throw notReadable;
}

/** Runs a reader and turns its giving up into null; every other error passes through. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error === notReadable) return null;
    throw error;
  }
}
