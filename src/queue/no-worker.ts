// Says that calls wait on a queue from which no worker takes them: all have ended, or none has been started.
import type { Queue } from 'bullmq';

/** Who was not asked, or got no answer, for so long has seen a pause: of Redis, or of this process. */
export const pauseMs = 3000;

/**
 * To be asked now and then with the jobs that wait. Says it once, each time.
 *
 * @param afterMs How long nobody must have been there
 */
export function tellWithoutWorkers(
  calls: Pick<Queue, 'getWorkersCount'>,
  say: (line: string) => void,
  afterMs: number,
): (waiting: number) => Promise<void> {
  let seen = performance.now();
  let asked = seen;
  let told = false;
  return async (waiting) => {
    // Some servers do not say who is connected.
    const workers = waiting === 0 ? undefined : await calls.getWorkersCount().catch(() => undefined);
    const gap = performance.now() - asked;
    asked += gap;
    // After a pause everybody is to come back first.
    if (gap > pauseMs) seen = asked;
    if (workers !== 0) [seen, told] = [performance.now(), false];
    else if (!told && performance.now() - seen > afterMs) {
      told = true;
      say(
        'no worker takes the calls that are on the queue: start one, or see why those that there were have ended',
      );
    }
  };
}
