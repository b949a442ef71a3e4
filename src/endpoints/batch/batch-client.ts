// Calls by way of batches. Its endpoint answers from what is paid for and notes every other call for the next batch, so
// a pass over the records finds out what is missing; `submit` sends that, `settle` brings results into the same journal
// that direct calls are kept in. All it knows is on the disk: any process may go on with it, any day.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { formatCounted } from '../../report/format.ts';
import { closeAll } from '../../storage/close-all.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { privateFolder } from '../../storage/private-files.ts';
import type { ProcessLock } from '../../storage/process-lock.ts';
import { waitMs } from '../backoff.ts';
import type { ChatEndpoint, ChatOptions, ChatReply, ChatRequest } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import { publish } from '../events.ts';
import type { Profile } from '../profile/profile.ts';
import type { Redactor } from '../redact.ts';
import { requestKey } from '../request-key.ts';
import type { ReplyStore, Reserve } from '../stores.ts';
import { withLimit } from '../token-limit.ts';
import type { UsageCounters } from '../usage-counters.ts';
import { AbsentBatches } from './absent-batches.ts';
import type { Account } from './account.ts';
import { isForFullQueue, type RemoteBatch, reasonOf } from './batch-answers.ts';
import type { BatchApi } from './batch-api.ts';
import { createBatchFeed } from './batch-feed.ts';
import { fruitlessBefore, type KnownBatch, knownBatches, noteBatch, requestsOf } from './batch-files.ts';
import { readResults } from './batch-results.ts';
import { BatchStates } from './batch-states.ts';
import { createFailedCalls } from './failed-calls.ts';
import { FetchedCalls } from './fetched-calls.ts';
import { FoundReplies } from './found-replies.ts';
import { FruitlessBatches } from './fruitless-batches.ts';
import { knownReply, pending } from './known-reply.ts';
import { hasNamelessResults, NamelessResults } from './nameless-results.ts';
import type { Outages } from './outages.ts';
import { createRequestNotes } from './request-notes.ts';
import { type ReservedCall, reserveCall, reservedBefore } from './reserved-call.ts';
import { shareReply } from './share-replies.ts';
import { type BilledTokens, resultTaker } from './take-result.ts';

export interface BatchClientOptions {
  /** The run folder. */
  readonly run: string;
  readonly role: string;
  /** Begins the names of its files; the role, or another where several clients have one role. */
  readonly label: string;
  /** Logical name, as of an endpoint that is called directly: the keys are the same. */
  readonly name: string;
  readonly model: string;
  readonly account: Account;
  readonly dialect: Dialect;
  /** What the endpoint takes, as far as it is known. */
  readonly profile: Pick<Profile, 'adapt' | 'adapted'>;
  readonly api: BatchApi;
  readonly outages: Pick<Outages, 'until'>;
  readonly redactor: Redactor;
  /** The id of a run that asks for everything again. */
  readonly freshRun?: string | undefined;
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
  /** Replies found in the store are counted anew, since each pass finds them all again. */
  startPass(): void;
  /** Sends what was noted, and what an earlier process left unsent. */
  submit(signal: AbortSignal): Promise<void>;
  /** Waits for the batches and keeps their results; false when `waitMs` were over before. */
  settle(waitMs: number, signal: AbortSignal): Promise<boolean>;
}

const defaultMaxRequests = 10_000;
const maxPollMs = 60_000;

export async function openBatchClient(options: BatchClientOptions, lock: ProcessLock): Promise<BatchClient> {
  const { run, role, label, name, model, dialect, profile, replyStore, counters } = options;
  const { api, outages, redactor, reserve, say } = options;
  const batches: KnownBatch[] = await knownBatches(run, label);
  const entry = counters.of(model);
  const storing = { replyStore, dialect, name, model };
  /** Keys in unsettled batches or noted for the next, with what is reserved for them. */
  const waiting = new Map<string, ReservedCall>();
  /** Calls that have failed for good: replies cut at a limit of the budget's, and errors that came back. */
  const failed = createFailedCalls(counters.failures, redactor);
  const open = (): KnownBatch[] => batches.filter(({ ended }) => ended === null);
  const told = (batch: KnownBatch, state: string): void =>
    publish(() => ({ type: 'batch', role, batch: batch.name, state, outstanding: waiting.size }));
  const feed = createBatchFeed({
    ...{ run, role, model, account: options.account, api, open, say, freshRun: options.freshRun },
    maxRequests: options.maxRequests ?? defaultMaxRequests,
    onSent: (batch) => told(batch, 'submitted'),
    takeApart: (batch) => end(batch, 'taken apart'),
  });
  const noted = createRequestNotes({ run, label, batches, maxRequests: feed.maxRequests });
  const stored = new FoundReplies(entry);
  const nameless = new NamelessResults(say);
  const absent = new AbsentBatches(options.account, say);
  const states = new BatchStates(say);
  const fetched = new FetchedCalls();
  let underWay = 0;
  const fruitless = new FruitlessBatches(await fruitlessBefore(run, label));
  let stopped: unknown;
  /** What a result says of the account: a wrong key, no credit. */
  let account: LateBenchError | undefined;
  const target = { name, model, reserve };

  for (const batch of open()) {
    for await (const line of requestsOf(run, batch.name)) {
      waiting.set(line.key, await reservedBefore(target, line));
    }
  }

  const chat = async (request: ChatRequest, { sample = 0, signal }: ChatOptions): Promise<ChatReply> => {
    if (stopped !== undefined) throw stopped;
    const key = requestKey(name, model, request, sample);
    const cut = failed.get(key);
    if (cut !== undefined) throw cut;
    const wanted = { key, sample, request };
    const found = await knownReply(storing, wanted, fetched.hasFailed(key)).catch((error: unknown) => {
      throw isLateBenchError(error) ? failed.add(key, error) : error;
    });
    if (found !== null) {
      stored.found();
      if (fetched.isToShare(key)) await shareReply(storing, wanted, found.reply, signal);
      return found.reply;
    }
    // Until a batch has brought something again, most likely every call would come to nothing, and may be billed.
    if (waiting.has(key) || waiting.size >= fruitless.mostCalls) throw pending();
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

  const { finished, take } = resultTaker({
    ...{ role, entry, redactor, storing, waiting, failed, release },
    onAccount(error) {
      account = error;
    },
  });

  /** What no line spoke of is sent again. `unseen`: what the provider billed for it; null where nobody knows. */
  const end = async (
    batch: KnownBatch,
    how: string,
    { unseen, ...counts }: { readonly unseen?: BilledTokens | null; readonly [count: string]: unknown } = {},
  ): Promise<void> => {
    let rest = unseen;
    for await (const { key } of requestsOf(run, batch.name)) {
      const reservation = waiting.get(key)?.reservation;
      if (rest === null) await reservation?.settle(null);
      else if (rest !== undefined && reservation != null) {
        // The whole bill is put down with one of them.
        const usd = await reservation.settle(rest);
        finished(key, usd, { outcome: 'failed', code: 'LB_ENDPOINT_REPLY', message: 'its results are lost' });
        rest = undefined;
      }
      await release(key);
    }
    await noteBatch(run, { batch: batch.name, ended: how, ...counts });
    batch.ended = how;
    feed.ended();
    told(batch, how);
  };

  const merge = async (batch: KnownBatch, remote: RemoteBatch, signal: AbortSignal): Promise<void> => {
    const { output_file_id, error_file_id, status } = remote;
    const why = reasonOf(remote);
    let trouble: string | undefined;
    if (isForFullQueue(remote)) return feed.refused(batch);
    let replies = 0;
    let final = 0;
    const billed: BilledTokens = { promptTokens: 0, completionTokens: 0 };
    const asked: string[] = [];
    for await (const { key } of requestsOf(run, batch.name)) if (waiting.has(key)) asked.push(key);
    // Of a batch that an earlier process read in part, all are counted again, and those that it kept are read again.
    const expected = Math.min(remote.request_counts?.completed ?? 0, asked.length);
    const results = { api, run, files: [output_file_id, error_file_id], expected, signal };
    const missing: string[] = await readResults(results, async (line) => {
      const taken = await take(line, billed);
      fetched.note(line.id.key, taken);
      if (taken.reply && !taken.counted) stored.brought();
      if (taken.reply) replies += 1;
      if (taken.final) final += 1;
      trouble ??= taken.error;
    });
    const others = asked.length - final;
    if (hasNamelessResults(remote)) missing.push('it does not name its results');
    for (const lost of missing)
      say(`batch ${batch.name}: ${lost}; the calls without a result are sent again`);
    const { usage } = remote;
    const unseen =
      usage == null
        ? null
        : {
            promptTokens: Math.max(0, usage.input_tokens - billed.promptTokens),
            completionTokens: Math.max(0, usage.output_tokens - billed.completionTokens),
          };
    const fruitful = final > 0;
    await end(batch, status, {
      ...{ replies, to_send_again: others, fruitful },
      ...(missing.length > 0 ? { unseen } : {}),
    });
    const shown = others > 0 && trouble !== undefined ? ` (${trouble})` : '';
    say(
      `batch ${batch.name} ${status}: ${formatCounted(replies, 'reply', 'replies')}, ${others} to be sent again${shown}`,
    );
    if (account !== undefined) throw account;
    if (status === 'failed') {
      throw new LateBenchError('LB_ENDPOINT_STOPPED', `batch ${batch.name} (${remote.id}) failed: ${why}`);
    }
    fruitless.check(batch, fruitful, missing[0] ?? (trouble ? `${why}, with such results: ${trouble}` : why));
  };

  const look = async (batch: KnownBatch, signal: AbortSignal): Promise<void> => {
    const remote = await api.look(batch.id!, signal);
    if (remote === null) {
      if (absent.isAwaited(batch)) return;
      say(`batch ${batch.name} (${batch.id}) is not known there any more: its calls are sent again`);
      // It may have been carried out.
      await end(batch, 'lost', { unseen: null, fruitful: false });
      fruitless.check(batch, false, 'it is not known there any more');
    } else if (states.isOver(batch, remote.status) && !nameless.isAwaited(batch.name, remote))
      await merge(batch, remote, signal);
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
        await closeAll([() => api.close(), () => lock.release()]);
      },
    },
    startPass: () => stored.startPass(),
    async submit(signal) {
      // Votes of a record whose first was pending may still be on their way into the file.
      while (underWay > 0) await waitMs(1, signal);
      await noted.publish();
      await createFolder(run, privateFolder);
      await feed.send(signal);
    },
    async settle(maxMs, signal) {
      outages.until = performance.now() + maxMs;
      for (let pause = 100; ; pause = Math.min(pause * 2, maxPollMs)) {
        for (const batch of open()) if (batch.id !== null) await look(batch, signal);
        await feed.send(signal);
        if (open().length === 0) return true;
        const left = outages.until - performance.now();
        if (left <= 0) return false;
        await waitMs(Math.min(pause, left), signal);
      }
    },
  };
}
