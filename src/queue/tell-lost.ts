// Says that a Redis is away while a run is on it, and why, with the way out: what a client says of a server that takes
// no more clients, or keeps its keys no longer, is that a connection broke.
import { examineRedis } from './check-redis.ts';
import { type Outage, onLost } from './connections.ts';

/** What is wrong with a Redis that is reached and does not do what it is asked, and the way out; null where nothing is. */
export async function whatIsWrong(url: string): Promise<string | null> {
  const problem = await examineRedis(url).catch(() => null);
  return problem === null ? null : `${problem.what}; ${problem.remedy}; trying again`;
}

/** Says it once, and again where something else has to be done about it. Returns what ends it. */
export function tellWhenLost(url: string, say: (line: string) => void): () => void {
  let ended = false;
  let told: { readonly outage: Outage; readonly remedy: string | undefined } | undefined;
  const tell = async (reason: string, outage: Outage): Promise<void> => {
    if (ended) return;
    const problem = await examineRedis(url).catch(() => null);
    const before = told?.outage === outage ? told : undefined;
    if (ended || (before !== undefined && (problem === null || before.remedy === problem.remedy))) return;
    told = { outage, remedy: problem?.remedy };
    const why = problem === null ? ` (${reason})` : `: ${problem.what}; ${problem.remedy}`;
    say(`cannot reach Redis${why}; trying again`);
  };
  let telling = Promise.resolve();
  const quiet = onLost(url, (reason, outage) => {
    telling = telling.then(() => tell(reason, outage));
  });
  return () => {
    ended = true;
    quiet();
  };
}
