// queue.json in the folder that a run's machines share: what a worker has to know before it can take part. The work
// itself is in the files beside it.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';

const schema = z.object({
  /** Names the run on the queue; stays the same when it is resumed. */
  run: z.string(),
  kind: z.enum(['records', 'pool']),
  /** As the run was told by --endpoint; workers may be told otherwise. */
  endpoint: z.string().nullable(),
  /** Tokens and requests a minute, over all workers. */
  tpm: z.int().nullable(),
  rpm: z.int().nullable(),
  /** Of the whole run; the count is in this folder's `budget/`, or in another. */
  budget: z.object({
    usd: z.number().optional(),
    tokens: z.number().optional(),
    price: z.string().optional(),
    folder: z.string().optional(),
  }),
});

export type QueueFile = z.infer<typeof schema>;

const name = 'queue.json';

async function read(folder: string): Promise<QueueFile | null> {
  const path = join(folder, name);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new LateBenchError('LB_INPUT_READ', `${path} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
  const file = schema.safeParse(JSON.parse(text));
  if (file.success) return file.data;
  throw new LateBenchError(
    'LB_CONFIG',
    `${path} was written by another version; run with --engine bullmq again`,
  );
}

export async function writeQueueFile(folder: string, facts: Omit<QueueFile, 'run'>): Promise<QueueFile> {
  const known = await read(folder);
  const file = { run: known?.run ?? randomBytes(8).toString('hex'), ...facts };
  await writeJsonAtomic(join(folder, name), file);
  return file;
}

/** Waits until the run has begun; null where it is given up before. */
export async function awaitQueueFile(
  folder: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<QueueFile | null> {
  for (let looks = 0; !signal.aborted; looks += 1) {
    const file = await read(folder);
    if (file !== null) return file;
    if (looks === 0) say(`${folder} has no queued run yet; waiting for one`);
    await wait(500, undefined, { signal }).catch(() => undefined);
  }
  return null;
}
