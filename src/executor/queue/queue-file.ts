// queue.json in the folder that a run's machines share: what a worker has to know before it can take part. The work
// itself is in the files beside it.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { roles } from '../../config/setting-table.ts';
import { currentTraceparent } from '../../endpoints/trace-context.ts';
import { LateBenchError } from '../../errors.ts';
import { contentKey } from '../../records/identity.ts';
import { parseJson } from '../../records/parse-json.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { isSameMachine, thisProcess } from '../../storage/process-identity.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import { queueFileName } from '../../storage/run-folder.ts';
import { toolVersion } from '../../version.ts';
import { budgetName } from './count-on-redis.ts';

const limit = z.int().min(1);

/** Raised when earlier versions would read the file wrongly. */
const format = 7;

const schema = z.object({
  format: z.literal(format),
  /** Of the coordinator: calls of another version may be other calls, which would be paid for in vain. */
  version: z.string(),
  /** Names the run on the queue; stays the same when it is resumed. */
  run: z.string(),
  kind: z.enum(['records', 'pool']),
  /** The same for the same work under the same settings: what a worker has opened is of one. */
  work: z.string().optional(),
  /** The run's --endpoint; a worker may be given another. */
  endpoint: z.string().nullable(),
  /** Tokens a minute, over all workers. */
  tpm: limit.nullable(),
  /** Requests a minute by role, over all workers. */
  rpm: z.partialRecord(z.enum(roles), limit),
  /** Where workers keep replies that may not be in the run's folder yet. */
  store: z.string().optional(),
  /** Of the whole run. */
  budget: z.object({
    usd: z.number().optional(),
    tokens: z.number().optional(),
    price: z.string().optional(),
    /** Where it is counted; null for the place in the run's own folder. */
    folder: z.string().nullable(),
    /** What the count is called on Redis; absent where it is kept in `folder`. */
    name: z.string().optional(),
  }),
  /** Of a pool: whether to continue after replies without usable logprobs. */
  allow_degenerate: z.boolean(),
  /** Of a pool: workers keep replies as they came, for its raw/. */
  keep_raw: z.boolean().optional(),
  /** The id of the fresh run that the calls are for. */
  fresh_run: z.string().optional(),
  /** Of the span of the run, where the coordinator is traced: spans of workers' calls are in it. */
  traceparent: z.string().optional(),
  /** Where the run was begun; the count of a budget that names a folder is there, since a shared folder cannot hold it. */
  machine: z.object({ host: z.string(), boot: z.string().nullable() }),
});

export type QueueFile = z.infer<typeof schema>;

/** What the file says in every version. */
const named = z.object({ run: z.string().min(1), machine: z.object({ host: z.string() }).optional() });

/** Which run a file is of, whatever version wrote it; null where it does not say. */
export function namedRun(text: string | undefined): z.infer<typeof named> | null {
  return named.safeParse(text === undefined ? null : parsed(text)).data ?? null;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Throws where this machine cannot count what the run's budget has left. */
export function checkBudgetHere(folder: string, { budget, machine }: QueueFile): void {
  if (budget.name !== undefined || (budget.usd === undefined && budget.tokens === undefined)) return;
  if (isSameMachine(machine, thisProcess())) return;
  const message =
    `the budget of ${folder} is counted on the disk of ${machine.host}, and a worker on another machine cannot see it; ` +
    'give this worker a separate share (--budget-usd or --budget-tokens), or start it there';
  throw new LateBenchError('LB_CONFIG', message);
}

/** @throws LB_CONFIG for a file of another version, and for one that is damaged */
export function parseQueueFile(text: string, place: string): QueueFile {
  const file = schema.safeParse(parsed(text));
  if (file.success && file.data.version === toolVersion) return file.data;
  const again = 'begin the run again with --engine bullmq';
  const other = file.success ? `latebench ${file.data.version}` : 'another version of latebench';
  const message =
    namedRun(text) === null
      ? `${place} is damaged; ${again}`
      : `${place} is of ${other} (this is ${toolVersion}); use one version on all machines, and ${again}`;
  throw new LateBenchError('LB_CONFIG', message);
}

export async function readQueueFile(folder: string): Promise<QueueFile | null> {
  const path = join(folder, queueFileName);
  const text = await readTextIfPresent(path);
  return text === undefined ? null : parseQueueFile(text, path);
}

/** Names the run of a folder on the queue; the same whenever it is resumed, once it is written. */
export async function runOfFolder(folder: string): Promise<string> {
  // A file of another version is replaced, and its run keeps its name: what it left on the queue is removed.
  const text = await readTextIfPresent(join(folder, queueFileName));
  return namedRun(text)?.run ?? randomBytes(8).toString('hex');
}

/** Printed once when there is a budget that is counted on one machine. */
export function budgetNote({ usd, tokens, name }: QueueFile['budget']): string | undefined {
  if (name !== undefined || (usd === undefined && tokens === undefined)) return undefined;
  return 'the budget is counted on this machine; a worker on another one needs a separate share (--budget-usd, --budget-tokens)';
}

/** The budget as workers are told of it: counted on Redis, unless the user named a folder. `place`: of the run's count. */
export async function sharedBudget(budget: QueueFile['budget'], place: string): Promise<QueueFile['budget']> {
  const limited = budget.usd !== undefined || budget.tokens !== undefined;
  return limited && budget.folder === null ? { ...budget, name: await budgetName(place) } : budget;
}

/** `described`: the files of the folder that say what the work is. */
export async function writeQueueFile(
  folder: string,
  facts: Omit<QueueFile, 'format' | 'version' | 'machine' | 'work' | 'traceparent'>,
  described: readonly string[] = [],
): Promise<QueueFile> {
  const { host, boot } = thisProcess();
  const texts = await Promise.all(described.map((name) => readTextIfPresent(join(folder, name))));
  const work = contentKey({ ...facts, texts });
  const traceparent = currentTraceparent();
  const file: QueueFile = {
    ...{ format, version: toolVersion, work, machine: { host, boot }, traceparent },
    ...facts,
  };
  await writeJsonAtomic(join(folder, queueFileName), file);
  return file;
}

/** Waits until the run has begun; null where it is given up before. `readOnce` gives null until then. */
export async function awaitQueueFile(
  { place, readOnce }: { readonly place: string; readonly readOnce: () => Promise<QueueFile | null> },
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<QueueFile | null> {
  for (let looks = 0; !signal.aborted; looks += 1) {
    const file = await readOnce();
    if (file !== null) return file;
    if (looks === 0) say(`${place} has no queued run yet; waiting for one`);
    await wait(500, undefined, { signal }).catch(() => undefined);
  }
  return null;
}
