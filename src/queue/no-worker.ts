// Says that calls wait on a queue from which no worker takes them: all have ended, or none has been started.
import type { Queue } from 'bullmq';

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
  let told = false;
  return async (waiting) => {
    // Some servers do not say who is connected.
    const workers = waiting === 0 ? undefined : await calls.getWorkersCount().catch(() => undefined);
    if (workers !== 0) [seen, told] = [performance.now(), false];
    else if (!told && performance.now() - seen > afterMs) {
      told = true;
      say(
        'no worker takes the calls that are on the queue: start one, or see why those that there were have ended',
      );
    }
  };
}
