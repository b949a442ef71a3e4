// The places of one worker: a job brings several calls, and no more of them are under way than there are places. Jobs
// are taken as long as there is room, and one more, so that a place that becomes free has a call at once.
import { ByteSemaphore } from '../storage/byte-semaphore.ts';

export class CallPlaces {
  readonly #places: number;
  readonly #underWay: ByteSemaphore;
  /** Calls of jobs that have been taken and have not ended. */
  #taken = 0;
  #jobs = 0;
  #spare = 0;

  /** @param places Calls at once. */
  constructor(places: number) {
    this.#places = places;
    // Its unit here is a call.
    this.#underWay = new ByteSemaphore(places);
  }

  /** Jobs to have at once, as things are: those that have been taken, and one more where there is room. */
  get jobs(): number {
    const room = this.#taken < this.#places + this.#spare;
    return Math.max(1, this.#jobs + (room ? 1 : 0));
  }

  take(calls: number): void {
    this.#jobs += 1;
    this.#taken += calls;
    // A job of one call takes a place as it comes: none waits, so that another worker can have it.
    this.#spare = calls > 1 ? calls : 0;
  }

  giveBack(calls: number): void {
    this.#jobs -= 1;
    this.#taken -= calls;
  }

  /** Makes each call once it has a place. Waits for all of them; throws what the first that failed threw. */
  async each(calls: readonly number[], make: (call: number) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    const inPlace = async (call: number): Promise<void> => {
      await this.#underWay.enter(1);
      try {
        await make(call);
      } catch (error) {
        failures.push(error);
      } finally {
        this.#underWay.leave(1);
      }
    };
    await Promise.all(calls.map(inPlace));
    if (failures.length > 0) throw failures[0];
  }
}
