// A call that goes by way of a batch, and what is reserved for it until its result is there: on another day, and by
// another process, under the same name.
import { type ChatRequest, replyLimit } from '../chat.ts';
import { requestKey } from '../request-key.ts';
import type { CallReservation, Reserve } from '../stores.ts';
import type { BatchLine } from './batch-files.ts';

export interface ReservedCall {
  readonly reservation: CallReservation | null;
  /** Token limit that the budget added to the request. */
  readonly addedLimit: number | null;
  /** It was sent by an earlier process, which may have kept its result. */
  readonly before?: boolean;
}

interface Target {
  readonly name: string;
  readonly model: string;
  readonly reserve: Reserve | undefined;
}

const never = new AbortController().signal;

/** Throws LB_BUDGET where the call does not fit. */
export async function reserveCall(
  { model, reserve }: Target,
  { key, request }: Pick<BatchLine, 'key' | 'request'>,
): Promise<ReservedCall> {
  const reservation = (await reserve?.(model, request, never, { name: `batch/${key}`, made: false })) ?? null;
  return { reservation, addedLimit: reservation?.addedLimit ?? null };
}

/** Of a line that an earlier process wrote. What it took on stays, even where the budget has become smaller. */
export async function reservedBefore(
  { name, model, reserve }: Target,
  { key, sample, request }: BatchLine,
): Promise<ReservedCall> {
  const reservation = await reserve?.(model, request, never, { name: `batch/${key}`, made: true });
  const { model: _model, stream: _stream, ...asked } = request as ChatRequest & Record<string, unknown>;
  // A key is made of the request without an added limit: where the body has another key, its limit was added.
  const isOwn = requestKey(name, model, asked as ChatRequest, sample) === key;
  const addedLimit = isOwn ? null : (replyLimit(request) ?? null);
  return { reservation: reservation ?? null, addedLimit, before: true };
}
