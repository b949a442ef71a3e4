// A completion on its way out: as one JSON body or as server-sent events, sent or rendered to bytes.
import type { ServerResponse } from 'node:http';
import { type Completion, completionBody, completionChunks } from './completion.ts';
import { eventStreamType, jsonType, sendEvents, sendJson } from './send.ts';

/** Everything but the model's text itself: what a body and each event of a stream have in common. */
export type Envelope = Readonly<Record<string, unknown>>;

export interface Delivery {
  readonly response: ServerResponse;
  readonly completion: Completion;
  /** Whether the call asked for server-sent events. */
  readonly stream: boolean;
  /** Aborted when the connection is closed. */
  readonly gone: AbortSignal;
}

/** Headers that were set on the response before go out with it. */
export async function sendCompletion({ response, completion, stream, gone }: Delivery): Promise<void> {
  if (stream) await sendEvents(response, completionChunks(completion), gone);
  else sendJson(response, 200, completionBody(completion));
}

/** The bytes that `sendCompletion` would send; `edit` changes the body, or each event. */
export function renderCompletion(
  { completion, stream }: Pick<Delivery, 'completion' | 'stream'>,
  edit: (envelope: Envelope) => Envelope = (envelope) => envelope,
): { readonly contentType: string; readonly bytes: Buffer } {
  if (!stream) {
    const text = JSON.stringify(edit(completionBody(completion)));
    return { contentType: jsonType, bytes: Buffer.from(text) };
  }
  const events = [...completionChunks(completion)].map((event) => JSON.stringify(edit(event)));
  return { contentType: eventStreamType, bytes: Buffer.from(eventLines([...events, '[DONE]'])) };
}

export function eventLines(payloads: readonly string[]): string {
  return payloads.map((payload) => `data: ${payload}\n\n`).join('');
}
