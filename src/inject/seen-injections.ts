// Remembers the injections made for each problem, so that no record gets one that another has. Records with the same
// problem are worked on one after the other, in the order in which they come: the result does not depend on which
// reply is faster.

export interface SeenInjections {
  /** Runs `work` when all earlier work on this problem has ended; it may add to what is known. */
  inTurn<T>(problem: string, work: (known: Set<string>) => Promise<T>): Promise<T>;
}

/** Problems remembered at most; the oldest is forgotten, so memory stays bounded. */
const maxProblems = 100_000;

export function createSeenInjections(problems = maxProblems): SeenInjections {
  const known = new Map<string, { fingerprints: Set<string>; last: Promise<unknown> }>();
  return {
    inTurn(problem, work) {
      const entry = known.get(problem) ?? { fingerprints: new Set<string>(), last: Promise.resolve() };
      // Taken out and put back, it is the youngest again.
      known.delete(problem);
      known.set(problem, entry);
      if (known.size > problems) known.delete(known.keys().next().value!);
      const result = entry.last.then(() => work(entry.fingerprints));
      entry.last = result.catch(() => {});
      return result;
    },
  };
}
