// Says that calls wait on a queue from which no worker takes them: all have ended, or none has been started.
/** Who was not asked, or got no answer, for so long has seen a pause: of Redis, or of this process. */
export const pauseMs = 3000;

/**
 * To be told now and then how many jobs wait, and how many workers are connected (undefined where the server does not say).
 * Says it once, each time.
 *
 * @param afterMs How long nobody must have been there
 */
export function tellWithoutWorkers(
  say: (line: string) => void,
  afterMs: number,
): (waiting: number, workers: number | undefined) => void {
  let seen = performance.now();
  let asked = seen;
  let told = false;
  return (waiting, workers) => {
    const gap = performance.now() - asked;
    asked += gap;
    // After a pause everybody is to come back first.
    if (gap > pauseMs) seen = asked;
    if (waiting === 0 || workers !== 0) [seen, told] = [performance.now(), false];
    else if (!told && performance.now() - seen > afterMs) {
      told = true;
      say(
        'no worker takes the calls that are on the queue: start one, or see why those that there were have ended',
      );
    }
  };
}
