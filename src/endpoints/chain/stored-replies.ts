// Replies that are stored are not paid for again: those of this run's journal, of the cache, and of another process
// that is paying for the same call just now.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import type { Dialect } from '../dialect.ts';
import type { KeptReply, ReplyStore, Reserve, StoredReply } from '../stores.ts';
import { StreamParts } from '../stream/stream-parts.ts';
import type { TruncationWatch } from '../truncation/truncation-watch.ts';
import type { Call, Link, Reply } from './chain.ts';
import { usable } from './useful-replies.ts';

export interface Storing {
  readonly replyStore: ReplyStore;
  readonly dialect: Dialect;
  /** The endpoint's logical name. */
  readonly name: string;
  readonly model: string;
  /** Learns from stored replies how many tokens prompts have. */
  readonly watch?: TruncationWatch | undefined;
  /** Settles what a process had reserved for a stored reply when it died. */
  readonly reconcile?: Reserve['reconcile'];
}

export type Asked = Pick<Call, 'key' | 'sample' | 'request' | 'watch'>;

/** How a reply of this endpoint is kept; one that came from elsewhere has attempt 0. */
export function keptReply(
  { name, model }: Pick<Storing, 'name' | 'model'>,
  { key, sample }: Pick<Call, 'key' | 'sample'>,
  { status, body }: Pick<StoredReply, 'status' | 'body'>,
): KeptReply {
  const response = { status, headers: {}, body };
  return { key, sample, attempt: 0, startedAt: new Date(), endpoint: name, model, response };
}

function read(
  { dialect, model, watch }: Storing,
  { key, request, watch: stream }: Asked,
  { status, body, from }: StoredReply,
): Reply {
  const reply = usable(model, request, dialect.read(status, body, request.top_logprobs), stream);
  watch?.learn(key, request.messages, reply.promptTokens);
  return { reply, from, usd: 0 };
}

/** A reply from the cache is put into the journal, so that the run's own files are complete. */
async function adopt(storing: Storing, asked: Asked, stored: StoredReply): Promise<void> {
  if (stored.from === 'cache') await storing.replyStore.keep(keptReply(storing, asked, stored));
}

/**
 * The stored reply of a call, or null.
 * @param onError told of each stored body that is an error, a broken reply or another model's: none of them is a reply
 */
export async function findStored(
  storing: Storing,
  asked: Asked,
  onError?: (error: LateBenchError) => void,
): Promise<Reply | null> {
  const known = storing.replyStore.lookUp(asked.key);
  return known === null ? null : firstUsable(storing, asked, known, onError);
}

async function firstUsable(
  storing: Storing,
  asked: Asked,
  known: AsyncIterable<StoredReply>,
  onError?: (error: LateBenchError) => void,
): Promise<Reply | null> {
  const parts = new StreamParts();
  for await (const stored of known) {
    if (parts.take(stored)) continue;
    let found: Reply;
    try {
      found = read(storing, asked, stored);
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      onError?.(error);
      continue;
    }
    await adopt(storing, asked, stored);
    const { reservation } = stored;
    if (reservation !== undefined) await storing.reconcile?.(storing.model, reservation, found.reply);
    return found;
  }
  return fromParts(storing, asked, parts);
}

/**
 * The reply in the parts of a stream that was being written when its process ended: where all of it had come, or as much
 * as its watch wants. It is kept as if it had come now.
 */
async function fromParts(storing: Storing, asked: Asked, parts: StreamParts): Promise<Reply | null> {
  const body = parts.joined();
  if (body === null) return null;
  const stored = { from: 'journal', status: 200, body } as const;
  let found: Reply;
  try {
    found = read(storing, asked, stored);
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    return null;
  }
  await storing.replyStore.keep(keptReply(storing, asked, stored));
  return found;
}

/** Of what this run has kept; `payOnce` and `withoutCalls` know the rest. */
export function lookUp(storing: Storing): Link<Reply> {
  return (call, next) => {
    const known = storing.replyStore.lookUp(call.key, 'ours');
    if (known === null) return next(call);
    return firstUsable(storing, call, known).then((found) => found ?? next(call));
  };
}

/** Of several processes that make the same call one pays, and the others wait for its reply. */
export function payOnce(storing: Storing): Link<Reply> {
  return async (call, next) => {
    const claim = await storing.replyStore.claim(call.key, call.waiting);
    if ('from' in claim) {
      const reply = read(storing, call, claim);
      await adopt(storing, call, claim);
      return reply;
    }
    try {
      // Another process may have paid between the first look and the claim.
      const known = storing.replyStore.lookUp(call.key, 'ours');
      const late = known === null ? null : await firstUsable(storing, call, known);
      if (late !== null) return late;
      const obtained = await next(call);
      // Who wants more of it than its watch did would only find that it was hung up on.
      if (obtained.reply.streamed?.whole !== false) {
        const sharing = claim.share(call.request, obtained.reply);
        if (sharing !== undefined) await sharing;
      }
      return obtained;
    } finally {
      const releasing = claim.release();
      if (releasing !== undefined) await releasing;
    }
  };
}

/** For `--offline`: what is not stored is an error; what another process has stored meanwhile is. */
export function withoutCalls(storing: Storing | undefined): Link<Reply> {
  return async (call) => {
    await storing?.replyStore.refresh(call.key);
    const late = storing === undefined ? null : await findStored(storing, call);
    if (late !== null) return late;
    const message = 'a call is needed that neither the journal nor the cache has, and --offline forbids it';
    throw new LateBenchError('LB_OFFLINE', message);
  };
}
