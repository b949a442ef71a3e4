// Says that a Redis is away while a run is on it, and why, with the way out: what a client says of a server that takes
// no more clients, or keeps its keys no longer, is that a connection broke.
import { examineRedis } from './check-redis.ts';
import { onLost } from './connections.ts';
import { saysWhy } from './redis-problem.ts';

/** What is wrong with a Redis that is reached and does not do what it is asked, and the way out; null where nothing is. */
export async function whatIsWrong(url: string): Promise<string | null> {
  const problem = await examineRedis(url).catch(() => null);
  return problem === null ? null : `${problem.what}; ${problem.remedy}; trying again`;
}

/** Returns what ends it. */
export function tellWhenLost(url: string, say: (line: string) => void): () => void {
  let ended = false;
  const told = async (reason: string): Promise<void> => {
    const problem = saysWhy(reason) ? null : await examineRedis(url).catch(() => null);
    if (ended) return;
    const why = problem === null ? ` (${reason})` : `: ${problem.what}; ${problem.remedy}`;
    say(`cannot reach Redis${why}; trying again`);
  };
  const quiet = onLost(url, (reason) => void told(reason));
  return () => {
    ended = true;
    quiet();
  };
}
