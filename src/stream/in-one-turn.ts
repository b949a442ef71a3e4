// What is asked for many times in one turn of the event loop is answered once, for all together.

interface Waiting<Q, A> {
  readonly asked: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `answer` gives one answer for each that is asked, in their order; where it throws, all are told.
 *
 * @example
 * const isStored = inOneTurn((keys: readonly string[]) => store.read(() => keys.map((key) => store.has(key))));
 * await Promise.all([isStored('a'), isStored('b')]); // one look
 */
export function inOneTurn<Q, A>(answer: (all: readonly Q[]) => readonly A[]): (asked: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = [];
  const answerAll = (): void => {
    const all = waiting;
    waiting = [];
    let answers: readonly A[];
    try {
      answers = answer(all.map(({ asked }) => asked));
    } catch (error) {
      for (const { reject } of all) reject(error);
      return;
    }
    for (const [at, { resolve }] of all.entries()) resolve(answers[at]!);
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      // After all that is resolved just now has gone on as far as it can.
      if (waiting.length === 0) process.nextTick(answerAll);
      waiting.push({ asked, resolve, reject });
    });
}
