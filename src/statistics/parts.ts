// Long computations in parts: a generator that pauses often enough for a server to answer other requests in between.

/** Its pauses carry nothing; it returns the result. */
export type InParts<T> = Generator<undefined, T>;

/** The result of a computation without the pauses. */
export function withoutPauses<T>(parts: InParts<T>): T {
  let part = parts.next();
  while (part.done !== true) part = parts.next();
  return part.value;
}
