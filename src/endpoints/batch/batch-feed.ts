// Feeds request files to the provider. Where it has no room for one more (a limit of enqueued tokens), files are fed in
// turn: the next one when a batch has ended, or after a pause. A file that is too large by itself is taken apart.
import { readFile } from 'node:fs/promises';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { sha256Hex } from '../../records/identity.ts';
import type { Account } from './account.ts';
import { type BatchApi, isTooLarge, type Submitted } from './batch-api.ts';
import { type KnownBatch, noteBatch, requestPath, requestsOf } from './batch-files.ts';

export interface BatchFeed {
  /** Requests a file at most. */
  readonly maxRequests: () => number;
  /** Sends what is not sent, as far as there is room. */
  send(signal: AbortSignal): Promise<void>;
  /** There was no room for this batch, as came out when it had been taken. */
  refused(batch: KnownBatch): Promise<void>;
  /** A batch has ended: there may be room. */
  ended(): void;
}

export interface BatchFeedOptions {
  readonly run: string;
  readonly role: string;
  readonly model: string;
  readonly account: Account;
  readonly maxRequests: number;
  /** Its batches are not those of other runs. */
  readonly freshRun?: string | undefined;
  readonly api: Pick<BatchApi, 'submit'>;
  /** Those that have not ended, oldest first. */
  readonly open: () => readonly KnownBatch[];
  readonly onSent: (batch: KnownBatch) => void;
  /** Gives the calls of a batch up, so that they are noted again, in smaller files. */
  readonly takeApart: (batch: KnownBatch) => Promise<void>;
  readonly say: (line: string) => void;
}

const firstPauseMs = 1000;
const maxPauseMs = 5 * 60_000;
/** Refusals in a row, with none of our batches there, after which a file counts as too large by itself. */
const maxAlone = 3;

export function createBatchFeed(options: BatchFeedOptions): BatchFeed {
  const { run, role, model, account, api, freshRun = '', open, onSent, takeApart, say } = options;
  let { maxRequests } = options;
  let pauseMs = firstPauseMs;
  let until = 0;
  let said = false;
  /** Refusals of a file while none of ours was there. */
  const alone = new Map<string, number>();

  const refused = async (batch: KnownBatch): Promise<void> => {
    batch.id = null;
    until = performance.now() + pauseMs;
    pauseMs = Math.min(maxPauseMs, 2 * pauseMs);
    if (!said) say('the provider has no room for more batches (enqueued tokens): files are sent in turn');
    said = true;
    if (open().some(({ id }) => id !== null)) return;
    const times = (alone.get(batch.name) ?? 0) + 1;
    alone.set(batch.name, times);
    if (times < maxAlone) return;
    await halve(batch, 'the provider has no room for a single request (enqueued tokens)');
  };

  /** `whyNot`: what to say where the file has one request alone. */
  const halve = async (batch: KnownBatch, whyNot: string): Promise<void> => {
    let requests = 0;
    for await (const _line of requestsOf(run, batch.name)) requests += 1;
    if (requests <= 1) {
      throw new LateBenchError('LB_ENDPOINT_STOPPED', `batch ${batch.name}: ${whyNot}`);
    }
    maxRequests = Math.min(maxRequests, Math.ceil(requests / 2));
    say(`batch ${batch.name} is too large for the provider: it is sent in files of ${maxRequests} requests`);
    pauseMs = firstPauseMs;
    until = 0;
    await takeApart(batch);
  };

  return {
    maxRequests: () => maxRequests,
    refused,
    ended() {
      until = 0;
      pauseMs = firstPauseMs;
    },
    async send(signal) {
      for (const batch of open()) {
        if (batch.id !== null) continue;
        if (performance.now() < until) return;
        const content = await readFile(requestPath(run, batch.name), 'utf8');
        // Equal requests under an equal name are the same work, whichever run sent them first: but not for a fresh one.
        const unique = `${batch.name}-${sha256Hex(freshRun + content).slice(0, 16)}`;
        let sent: Submitted | null;
        try {
          const { file } = batch;
          const onUpload = async (uploaded: string): Promise<void> => {
            await noteBatch(run, { batch: batch.name, file: uploaded });
            batch.file = uploaded;
          };
          sent = await api.submit({ name: unique, content, file, onUpload }, signal);
        } catch (error) {
          if (!isLateBenchError(error) || !isTooLarge(error)) throw error;
          await halve(batch, `a single request is too large for the endpoint (${error.message})`);
          continue;
        }
        if (sent === null) {
          await refused(batch);
          continue;
        }
        const { id, before } = sent;
        await noteBatch(run, { batch: batch.name, id, role, model, account });
        Object.assign(batch, { id, account, submittedMs: Date.now() });
        onSent(batch);
        say(`batch ${batch.name} ${before ? 'was submitted before, as' : 'submitted as'} ${id}`);
      }
    },
  };
}
