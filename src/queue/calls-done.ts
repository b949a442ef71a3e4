// What workers have done that share no folder with the coordinator: each tells its own sums with every job, and the
// coordinator adds them up. What Redis loses, it remembers; a worker tells its sums again with its next job.
import type { CallsDone, WorkersDone } from '../records/queue-depth.ts';
import type { QueueNames } from './names.ts';
import type { connectRedis } from './redis.ts';

type Connection = Pick<Awaited<ReturnType<typeof connectRedis>>, 'hset' | 'hgetall'>;

/** `worker`: a name that no other has. A Redis that refuses is met by whoever needs it. */
export async function tellCallsDone(
  connection: Connection,
  { callsDone }: QueueNames,
  worker: string,
  done: CallsDone,
): Promise<void> {
  await connection.hset(callsDone, worker, JSON.stringify(done)).catch(() => undefined);
}

function sumOf(all: Iterable<CallsDone>): WorkersDone {
  const sum = { workers: 0, ok: 0, failed: 0, paid_before: 0, prompt_tokens: 0, completion_tokens: 0 };
  let usd: number | null = null;
  for (const done of all) {
    sum.workers += 1;
    sum.ok += done.ok;
    sum.failed += done.failed;
    sum.paid_before += done.paid_before;
    sum.prompt_tokens += done.prompt_tokens;
    sum.completion_tokens += done.completion_tokens;
    if (done.usd !== null) usd = (usd ?? 0) + done.usd;
  }
  return { ...sum, usd };
}

export class CallsOfWorkers {
  readonly #known = new Map<string, CallsDone>();

  /** Undefined where no worker has told anything. */
  get sum(): WorkersDone | undefined {
    return this.#known.size === 0 ? undefined : sumOf(this.#known.values());
  }

  async read(connection: Connection, { callsDone }: QueueNames): Promise<void> {
    const told = await connection.hgetall(callsDone);
    for (const [worker, done] of Object.entries(told)) this.#known.set(worker, JSON.parse(done) as CallsDone);
  }
}
