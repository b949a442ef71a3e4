// One coordinator of a run at a time, over all machines that reach its Redis: a second one would empty the queue that the
// first has filled, without end, and give workers other settings. A lock in the run's folder cannot see a copy of it.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LateBenchError } from '../errors.ts';
import { livenessOf, type ProcessIdentity, thisProcess } from '../storage/process-identity.ts';
import { queueNames } from './names.ts';
import { connectRedis, lastAnswerMs, type RedisClient, within } from './redis.ts';
import { whatIsWrong } from './tell-lost.ts';

export interface Seat {
  /** Why this process coordinates no longer: another took over while it was held up. */
  lost(): LateBenchError | undefined;
  leave(): Promise<void>;
}

export interface SeatOptions {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** How long a coordinator that is not heard of keeps its seat; 15 s. */
  readonly leaseMs?: number | undefined;
}

interface Owner extends ProcessIdentity {
  readonly id: string;
}

/** Those of this process: an id that is not among them was left behind. */
const own = new Set<string>();
const defaultLeaseMs = 15_000;

/** Takes the seat where it is free, ours, or that of `ARGV[2]`; says who has it. */
const takeScript = `
local there = redis.call('GET', KEYS[1])
if there and there ~= ARGV[1] and there ~= ARGV[2] then return there end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return ARGV[1]`;
const leaveScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

function isDead(owner: Owner): boolean {
  const self = thisProcess();
  const ours = livenessOf(owner, self) === 'living' && owner.pid === self.pid;
  return ours ? !own.has(owner.id) : livenessOf(owner, self) === 'dead';
}

function busy({ pid, host }: Owner, run: string): LateBenchError {
  const message = `another coordinator works on this run (process ${pid} on ${host}; run ${run}): end it first, or give this one another folder`;
  return new LateBenchError('LB_BUSY', message);
}

async function seated(client: RedisClient, key: string, text: string, run: string, options: SeatOptions) {
  const { signal, say, leaseMs = defaultLeaseMs } = options;
  const take = (instead: string) =>
    client.eval(takeScript, 1, key, text, instead, String(leaseMs)) as Promise<string>;
  let there = await take('');
  // One on another machine may have ended; its lease shows it.
  const enough = performance.now() + leaseMs * 1.2;
  for (let looks = 0; there !== text && !signal.aborted; looks += 1) {
    const owner = JSON.parse(there) as Owner;
    if (isDead(owner)) {
      there = await take(there);
      continue;
    }
    if (livenessOf(owner) === 'living' || performance.now() > enough) throw busy(owner, run);
    if (looks === 0) say(`a coordinator on ${owner.host} has this run; waiting whether it still works`);
    await wait(leaseMs / 20, undefined, { signal }).catch(() => undefined);
    there = await take('');
  }
}

/**
 * Takes the seat of the run's coordinator.
 *
 * @throws LB_BUSY where another coordinator works, LB_PENDING where the signal ends the wait
 */
export async function takeSeat(redis: string, run: string, options: SeatOptions): Promise<Seat> {
  const { signal, say, leaseMs = defaultLeaseMs } = options;
  const key = queueNames(run, redis).coordinator;
  const id = randomUUID();
  const text = JSON.stringify({ ...thisProcess(), id });
  const client = await connectRedis(redis);
  const giveUp = (): void => client.disconnect();
  signal.addEventListener('abort', giveUp, { once: true });
  own.add(id);
  let lost: LateBenchError | undefined;
  let timer: NodeJS.Timeout | undefined;
  const leave = async (): Promise<void> => {
    clearInterval(timer);
    own.delete(id);
    signal.removeEventListener('abort', giveUp);
    if (client.status === 'ready') await within(client.eval(leaveScript, 1, key, text), lastAnswerMs);
    client.disconnect();
  };
  try {
    await seated(client, key, text, run, options);
    signal.throwIfAborted();
  } catch (error) {
    await leave();
    if (!signal.aborted) throw error;
    throw new LateBenchError('LB_PENDING', 'interrupted before a call was made; run the command again');
  }
  signal.removeEventListener('abort', giveUp);
  let told = false;
  const renew = async (): Promise<void> => {
    try {
      const there = (await client.eval(takeScript, 1, key, text, '', String(leaseMs))) as string;
      if (there !== text) lost ??= busy(JSON.parse(there) as Owner, run);
      told = false;
    } catch {
      // One that is full, or a replica, answers and takes nothing.
      const wrong = told || client.status !== 'ready' ? null : await whatIsWrong(redis);
      if (wrong === null) return;
      told = true;
      say(wrong);
    }
  };
  // A Redis that is away, or was emptied, keeps the seat for nobody; who is first there has it.
  timer = setInterval(() => void renew(), leaseMs / 5);
  timer.unref();
  return { lost: () => lost, leave };
}
