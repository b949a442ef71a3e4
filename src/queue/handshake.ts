// Proof that a worker and the coordinator have the same storage before the worker makes a call. The worker leaves a
// secret there and says on Redis that it has come; the coordinator leaves an answer that only somebody who has read the
// secret can know. A copy of the folder, another mount or one that is read only fails in one direction or the other.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LateBenchError } from '../errors.ts';
import { sha256Hex } from '../records/identity.ts';
import type { QueueNames } from './names.ts';
import type { RedisClient } from './redis.ts';

/** Notes in the storage that coordinator and workers share. */
export interface Board {
  /** What the storage is called, for messages. */
  readonly place: string;
  put(name: string, text: string): Promise<void>;
  /** Null where there is no such note. */
  get(name: string): Promise<string | null>;
  remove(name: string): Promise<void>;
}

/** How long a note that must be there is looked for: network file systems may show a new file late. */
const patienceMs = 5000;
const againMs = 200;
/** A worker says again that it has come: Redis may have been emptied. */
const repeatMs = 5000;
const answersKeptSeconds = 3600;

const secretOf = (id: string): string => `${id}.worker`;
const answerOf = (id: string): string => `${id}.coordinator`;

async function awaitNote(board: Board, name: string, signal?: AbortSignal): Promise<string | null> {
  const enough = performance.now() + patienceMs;
  for (;;) {
    const note = await board.get(name);
    if (note !== null || performance.now() > enough || signal?.aborted === true) return note;
    await wait(againMs);
  }
}

/** What the coordinator says on Redis to a worker: its answer is in the storage, or the secret is not. */
const unseen = 'unseen';

export interface Reception {
  readonly connection: RedisClient;
  readonly names: QueueNames;
  readonly board: Board;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

async function answer({ connection, names, board, say }: Reception, id: string): Promise<void> {
  // It has said twice that it is here.
  if ((await connection.hget(names.answers, id)) !== null) return;
  const secret = await awaitNote(board, secretOf(id));
  if (secret === null) {
    say(`a worker was rejected: its files do not arrive in ${board.place}`);
    await connection.hset(names.answers, id, unseen);
  } else {
    await board.put(answerOf(id), sha256Hex(secret));
    await connection.hset(names.answers, id, 'seen');
  }
  await connection.expire(names.answers, answersKeptSeconds);
}

/** Answers workers until the signal says that it is enough. */
export async function receiveWorkers(reception: Reception): Promise<void> {
  const { connection, names, signal } = reception;
  const answering = new Map<string, Promise<void>>();
  while (!signal.aborted) {
    const id = await connection.lpop(names.arrivals).catch(() => null);
    if (id === null) {
      await wait(againMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    if (answering.has(id)) continue;
    const work = answer(reception, id)
      .catch(() => undefined)
      .finally(() => answering.delete(id));
    answering.set(id, work);
  }
}

function refusal(board: Board, why: string): LateBenchError {
  return new LateBenchError(
    'LB_CONFIG',
    `${board.place} is not the storage of the coordinator of this run: ${why}. Mount the coordinator's folder here (a copy of it will not do), or start the worker there; no call was made`,
  );
}

/**
 * Resolves once the coordinator has answered, or when the signal ends the wait.
 *
 * @throws LB_CONFIG where one of the two does not see what the other has written
 */
export async function introduce({ connection, names, board, signal, say }: Reception): Promise<void> {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(16).toString('hex');
  try {
    await board.put(secretOf(id), secret);
  } catch (cause) {
    throw refusal(board, `it cannot be written to (${(cause as Error).message})`);
  }
  try {
    let said = Number.NEGATIVE_INFINITY;
    let times = 0;
    while (!signal.aborted) {
      if (performance.now() - said > repeatMs) {
        if (times === 1) say('waiting for the coordinator of the run');
        times += 1;
        said = performance.now();
        await connection.rpush(names.arrivals, id);
      }
      const word = await connection.hget(names.answers, id);
      if (word === unseen) throw refusal(board, 'what this worker writes does not arrive there');
      if (word !== null) {
        if ((await awaitNote(board, answerOf(id), signal)) === sha256Hex(secret) || signal.aborted) return;
        if ((await connection.get(names.done)) === null)
          throw refusal(board, 'what it writes does not arrive here');
        // A coordinator that is done takes its notes with it: the next one is asked.
        await connection.hdel(names.answers, id);
        said = Number.NEGATIVE_INFINITY;
      }
      await wait(againMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await board.remove(secretOf(id)).catch(() => undefined);
    await board.remove(answerOf(id)).catch(() => undefined);
  }
}
