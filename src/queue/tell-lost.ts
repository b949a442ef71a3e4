// Says that a Redis is away while a run is on it, and why, with the way out: what a client says of a server that takes
// no more clients, or keeps its keys no longer, is that a connection broke. One that is away is waited for without end,
// one that stays as it is until somebody changes something (a password) for a while.
import { setTimeout as wait } from 'node:timers/promises';
import { LateBenchError } from '../errors.ts';
import { examineRedis } from './check-redis.ts';
import { type OnLost, type Outage, onLost } from './connections.ts';
import { answerMs } from './redis-problem.ts';

export interface Patience {
  /** How long a server that lets nobody in, or is another one, is waited for; ten minutes. */
  readonly patienceMs?: number | undefined;
  /** Says nothing while another watch of this process does. */
  readonly isSpare?: boolean;
  /** Told what ends this process then. */
  giveUp(error: LateBenchError): void;
}

const defaultPatienceMs = 10 * 60_000;
const lookMs = 5000;

/** What is wrong with a Redis that is reached and does not do what it is asked, and the way out; null where nothing is. */
export async function whatIsWrong(url: string): Promise<string | null> {
  const problem = await examineRedis(url).catch(() => null);
  return problem === null ? null : `${problem.what}; ${problem.remedy}; trying again`;
}

function forText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

export interface LostWatch {
  /** To be told what a server that is connected answers instead of doing what it is asked. */
  refused(reason: string): void;
  /** The answer to what it is asked; one that does not come for long is told. */
  answered<T>(answer: Promise<T>): Promise<T>;
  end(): void;
}

/** Who watches a Redis in this process. */
const watches = new Map<string, Set<{ readonly isSpare: boolean }>>();

/** Says it once, and again where something else has to be done about it. */
export function tellWhenLost(
  url: string,
  say: (line: string) => void,
  { patienceMs = defaultPatienceMs, isSpare = false, giveUp }: Patience,
): LostWatch {
  const over = new AbortController();
  const own = { isSpare };
  const all = watches.get(url) ?? new Set();
  watches.set(url, all.add(own));
  const speaks = (): boolean =>
    !isSpare || ([...all].every((one) => one.isSpare) && all.values().next().value === own);
  let told: { readonly outage: Outage; readonly remedy: string | undefined } | undefined;
  let watching = false;
  const refusal: Outage = new Set();
  const silence: Outage = new Set();
  const examine = () => examineRedis(url).catch(() => null);
  /** Until the server is right again, or has been wrong for too long. */
  const watch = async (): Promise<void> => {
    let enough = performance.now() + patienceMs;
    while (!over.signal.aborted) {
      await wait(Math.min(lookMs, patienceMs), undefined, { signal: over.signal }).catch(() => undefined);
      const problem = await examine();
      if (problem === null) told = undefined;
      if (problem === null || over.signal.aborted) return;
      if (!problem.lasting) enough = performance.now() + patienceMs;
      else if (performance.now() >= enough) {
        const message = `${problem.what}; ${problem.remedy}. It was tried for ${forText(patienceMs)}: run the command again to resume`;
        giveUp(new LateBenchError('LB_CONFIG', message));
        return;
      }
    }
  };
  const tell = async (reason: string, outage: Outage): Promise<void> => {
    if (over.signal.aborted) return;
    const problem = await examine();
    // It was only late.
    if (outage === silence && problem === null) return;
    // Nor does a server answer whose connections are lost.
    const before = outage === silence || told?.outage === outage ? told : undefined;
    const isKnown = before !== undefined && (problem === null || before.remedy === problem.remedy);
    if (over.signal.aborted || isKnown) return;
    told = { outage, remedy: problem?.remedy };
    const why = problem === null ? ` (${reason})` : `: ${problem.what}; ${problem.remedy}`;
    const lasting = problem?.lasting === true;
    if (speaks())
      say(`cannot reach Redis${why}; trying again${lasting ? ` for ${forText(patienceMs)}` : ''}`);
    if (!lasting || watching) return;
    watching = true;
    void watch().finally(() => {
      watching = false;
    });
  };
  let telling = Promise.resolve();
  const lost: OnLost = (reason, outage) => {
    telling = telling.then(() => tell(reason, outage));
  };
  const quiet = onLost(url, lost);
  return {
    refused: (reason) => lost(reason, refusal),
    async answered(answer) {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        lost('it gives no answer', silence);
      }, answerMs);
      try {
        return await answer;
      } finally {
        clearTimeout(timer);
        if (!late && told?.outage === silence) told = undefined;
      }
    },
    end() {
      over.abort();
      all.delete(own);
      if (all.size === 0 && watches.get(url) === all) watches.delete(url);
      quiet();
    },
  };
}
