// Calls by way of batches. Its endpoint answers from what is paid for and notes every other call for the next batch, so
// a pass over the records finds out what is missing; `submit` sends that, `settle` brings results into the same journal
// that direct calls are kept in. All it knows is on the disk: any process may go on with it, any day.
import { mkdir, readFile } from 'node:fs/promises';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { sha256Hex } from '../../records/identity.ts';
import { privateFolder } from '../../storage/private-files.ts';
import { waitMs } from '../backoff.ts';
import { cutByBudget, isCutBody } from '../chain/cut-replies.ts';
import { countTokens } from '../chain/observe.ts';
import { keptReply } from '../chain/stored-replies.ts';
import type { ChatEndpoint, ChatOptions, ChatReply, ChatRequest } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import { publish } from '../events.ts';
import type { Profile } from '../profile/profile.ts';
import type { Redactor } from '../redact.ts';
import { requestKey } from '../request-key.ts';
import type { ReplyStore, Reserve } from '../stores.ts';
import { withLimit } from '../token-limit.ts';
import type { UsageCounters } from '../usage-counters.ts';
import { isRefusal } from '../wire-error.ts';
import { usageIn } from '../wire-usage.ts';
import type { BatchApi, RemoteBatch } from './batch-api.ts';
import {
  jsonLines,
  type KnownBatch,
  knownBatches,
  noteBatch,
  readCustomId,
  requestPath,
  requestsOf,
} from './batch-files.ts';
import { createFailedCalls } from './failed-calls.ts';
import { knownReply } from './known-reply.ts';
import { createRequestNotes } from './request-notes.ts';
import { type ReservedCall, reserveCall, reservedBefore } from './reserved-call.ts';

export interface BatchClientOptions {
  /** The run folder. */
  readonly run: string;
  readonly role: string;
  /** Begins the names of its files; the role, or another where several clients have one role. */
  readonly label: string;
  /** Logical name, as of an endpoint that is called directly: the keys are the same. */
  readonly name: string;
  readonly model: string;
  readonly dialect: Dialect;
  /** What the endpoint takes, as far as it is known. */
  readonly profile: Pick<Profile, 'adapt' | 'adapted'>;
  readonly api: BatchApi;
  readonly redactor: Redactor;
  readonly replyStore: ReplyStore;
  readonly counters: UsageCounters;
  /** Reserves without waiting: throws LB_BUDGET where a call does not fit now. */
  readonly reserve: Reserve | undefined;
  /** Requests a batch at most. */
  readonly maxRequests?: number | undefined;
  readonly say: (line: string) => void;
}

export interface BatchClient {
  readonly role: string;
  readonly endpoint: ChatEndpoint;
  /** Calls that are in batches not yet settled. */
  readonly outstanding: number;
  /** Sends what was noted, and what an earlier process left unsent. */
  submit(signal: AbortSignal): Promise<void>;
  /** Waits for the batches and keeps their results; false when `waitMs` were over before. */
  settle(waitMs: number, signal: AbortSignal): Promise<boolean>;
}

const defaultMaxRequests = 10_000;
const maxPollMs = 60_000;
/** Batches in a row without one reply that end the run. */
const maxFruitless = 3;
const overStates = new Set(['completed', 'expired', 'cancelled', 'failed']);

function pending(): LateBenchError {
  return new LateBenchError('LB_PENDING', 'the reply is to come with a batch');
}

export async function openBatchClient(options: BatchClientOptions): Promise<BatchClient> {
  const {
    run,
    role,
    label,
    name,
    model,
    dialect,
    profile,
    api,
    redactor,
    replyStore,
    counters,
    reserve,
    say,
  } = options;
  const maxRequests = options.maxRequests ?? defaultMaxRequests;
  const batches: KnownBatch[] = await knownBatches(run, label);
  const entry = counters.of(model);
  const storing = { replyStore, dialect, name, model };
  /** Keys in unsettled batches or noted for the next, with what is reserved for them. */
  const waiting = new Map<string, ReservedCall>();
  /** Calls that have failed for good: replies cut at a limit of the budget's, and errors that came back. */
  const failed = createFailedCalls(counters.failures, redactor);
  const noted = createRequestNotes({ run, label, batches, maxRequests });
  let underWay = 0;
  let fruitless = 0;
  let stopped: unknown;
  const open = (): KnownBatch[] => batches.filter(({ ended }) => ended === null);
  const target = { name, model, reserve };

  for (const batch of open()) {
    for await (const line of requestsOf(run, batch.name)) {
      waiting.set(line.key, await reservedBefore(target, line));
    }
  }

  const chat = async (request: ChatRequest, { sample = 0 }: ChatOptions): Promise<ChatReply> => {
    if (stopped !== undefined) throw stopped;
    const key = requestKey(name, model, request, sample);
    const cut = failed.get(key);
    if (cut !== undefined) throw cut;
    const found = await knownReply(storing, { key, sample, request }).catch((error: unknown) => {
      throw isLateBenchError(error) ? failed.add(key, error) : error;
    });
    if (found !== null) {
      entry.hits += 1;
      return found.reply;
    }
    if (waiting.has(key)) throw pending();
    let reserved: ReservedCall = { reservation: null, addedLimit: null };
    waiting.set(key, reserved);
    try {
      reserved = await reserveCall(target, { key, request });
      waiting.set(key, reserved);
    } catch (error) {
      waiting.delete(key);
      // What is under way may turn out cheaper: the next pass asks again.
      if (isLateBenchError(error) && error.code === 'LB_BUDGET' && waiting.size > 0) throw pending();
      stopped = error;
      throw error;
    }
    const asked = profile.adapt(withLimit(model, request, reserved.addedLimit));
    await noted.add({ key, sample }, dialect.body(model, asked));
    throw pending();
  };

  const release = async (key: string): Promise<void> => {
    await waiting.get(key)?.reservation?.cancel();
    waiting.delete(key);
  };

  /** Keeps one result; true when it is a reply. */
  const take = async (line: unknown): Promise<boolean> => {
    const { custom_id, response } = line as {
      custom_id: string;
      response: { status_code: number; body: unknown } | null;
    };
    const id = readCustomId(custom_id);
    if (id === null || !waiting.has(id.key)) return false;
    const { key } = id;
    const { reservation, addedLimit } = waiting.get(key)!;
    if (response === null) {
      await release(key);
      return false;
    }
    const received = { headers: {}, body: Buffer.from(JSON.stringify(response.body)) };
    const { body } = redactor.response(received);
    const result = { status: response.status_code, body };
    const cut = isCutBody(dialect, { addedLimit }, result);
    if (!cut) await replyStore.keep(keptReply(storing, id, result));
    try {
      const reply = dialect.read(response.status_code, body);
      await reservation?.settle(reply);
      entry.calls += 1;
      countTokens(entry, reply);
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      entry.failed += 1;
      const usage = usageIn(body);
      if (usage !== null || !isRefusal(error)) await reservation?.settle(usage);
    }
    if (cut) failed.add(key, cutByBudget(model, addedLimit));
    await release(key);
    return true;
  };

  const end = async (batch: KnownBatch, how: string, counts: object = {}): Promise<void> => {
    // What no line spoke of is sent again. A batch that is lost may have been carried out.
    for await (const { key } of requestsOf(run, batch.name)) {
      if (how === 'lost') await waiting.get(key)?.reservation?.settle(null);
      await release(key);
    }
    await noteBatch(run, { batch: batch.name, ended: how, ...counts });
    batch.ended = how;
    publish(() => ({ type: 'batch', role, batch: batch.name, state: how, outstanding: waiting.size }));
  };

  const merge = async (batch: KnownBatch, remote: RemoteBatch, signal: AbortSignal): Promise<void> => {
    let replies = 0;
    let others = 0;
    for (const remoteFile of [remote.output_file_id, remote.error_file_id]) {
      if (remoteFile == null) continue;
      const received = await api.download(remoteFile, run, signal);
      try {
        for await (const line of jsonLines(received.chunks())) {
          if (await take(line)) replies += 1;
          else others += 1;
        }
      } finally {
        received.close();
      }
    }
    await end(batch, remote.status, { replies, to_send_again: others });
    say(`batch ${batch.name} ${remote.status}: ${replies} replies, ${others} to be sent again`);
    fruitless = replies > 0 ? 0 : fruitless + 1;
    const why = remote.errors?.data?.find(({ message }) => message != null)?.message ?? 'it gave no reply';
    if (remote.status === 'failed' || fruitless >= maxFruitless) {
      throw new LateBenchError(
        'LB_ENDPOINT_STOPPED',
        `batch ${batch.name} (${remote.id}) ${remote.status}: ${why}`,
      );
    }
  };

  const look = async (batch: KnownBatch, signal: AbortSignal): Promise<void> => {
    const remote = await api.look(batch.id!, signal);
    if (remote === null) {
      say(`batch ${batch.name} (${batch.id}) is not known there any more: its calls are sent again`);
      await end(batch, 'lost');
    } else if (overStates.has(remote.status)) await merge(batch, remote, signal);
  };

  return {
    role,
    get outstanding() {
      return waiting.size;
    },
    endpoint: {
      name,
      model,
      get adapted() {
        return profile.adapted;
      },
      async chat(request, chatOptions) {
        underWay += 1;
        try {
          return await chat(request, chatOptions);
        } finally {
          underWay -= 1;
        }
      },
      async close() {
        // What is in a file is with the provider, or will be: it stays reserved until it is settled, on another day.
        for (const batch of open())
          for await (const { key } of requestsOf(run, batch.name)) waiting.delete(key);
        for (const key of [...waiting.keys()]) await release(key);
        await api.close();
      },
    },
    async submit(signal) {
      // Votes of a record whose first was pending may still be on their way into the file.
      while (underWay > 0) await waitMs(1, signal);
      await noted.publish();
      await mkdir(run, { recursive: true, mode: privateFolder });
      for (const batch of open()) {
        if (batch.id !== null) continue;
        const content = await readFile(requestPath(run, batch.name), 'utf8');
        // Equal requests under an equal name are the same work, whichever run sent them first.
        const unique = `${batch.name}-${sha256Hex(content).slice(0, 16)}`;
        const id = await api.submit(unique, content, signal);
        await noteBatch(run, { batch: batch.name, id, role, model });
        batch.id = id;
        publish(() => ({
          type: 'batch',
          role,
          batch: batch.name,
          state: 'submitted',
          outstanding: waiting.size,
        }));
        say(`batch ${batch.name} submitted as ${id}`);
      }
    },
    async settle(maxMs, signal) {
      const until = performance.now() + maxMs;
      for (let pause = 100; ; pause = Math.min(pause * 2, maxPollMs)) {
        for (const batch of open()) if (batch.id !== null) await look(batch, signal);
        if (open().length === 0) return true;
        const left = until - performance.now();
        if (left <= 0) return false;
        await waitMs(Math.min(pause, left), signal);
      }
    },
  };
}
