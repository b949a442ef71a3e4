// Streams as servers write them: slowly, with stalls, several tokens an event, logprobs apart from their text, without
// usage, cut; and servers that ignore the wish for a stream. A reply that was not asked for as a stream is the usual one.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Completion, completionBody, completionChunks, type Piece } from '../completion.ts';
import { type Delivery, sendCompletion } from '../reply.ts';
import { eventStreamType, sendJson } from '../send.ts';
import { faultRule } from './fault.ts';
import { tear, tearings } from './tear.ts';

const milliseconds = z.int().min(0);
const tokens = z.int().min(0);

const fields = {
  /** Between events. */
  interval_ms: milliseconds.default(0),
  tokens_per_event: z.int().min(1).default(1),
  /** Silence after so many tokens. */
  stall: z.strictObject({ after: tokens, ms: milliseconds }).optional(),
  /** The stream breaks off after so many tokens: the connection is torn, or ends in good order. */
  cut: z.strictObject({ after: tokens, how: z.enum([...tearings, 'end']).default('reset') }).optional(),
  /** The last event, with the counts, is sent. */
  usage: z.boolean().default(true),
  /** In the event of their text, in the event after it, in one of their own, or in no event. */
  logprobs: z.enum(['with', 'late', 'apart', 'none']).default('with'),
  /** Bytes of a packet: events are cut anywhere, also within a character. */
  packet_bytes: z.int().min(1).optional(),
};
type StreamRule = z.output<z.ZodObject<typeof fields>>;

type Event = Record<string, unknown>;

/** The events between the first and the last, and how many tokens have gone out with each. */
function* tokenEvents(
  { pieces }: Completion,
  envelope: Event,
  { tokens_per_event: size, logprobs }: StreamRule,
): Generator<{ readonly event: Event; readonly sent: number }> {
  const event = (text: string | null, of: readonly Piece[]): Event => {
    const content = of.map((piece) => piece.logprobs).filter((entry) => entry !== null);
    const delta = text === null ? {} : { content: text };
    const choice = {
      index: 0,
      delta,
      logprobs: content.length === 0 ? null : { content },
      finish_reason: null,
    };
    return { ...envelope, choices: [choice] };
  };
  let late: readonly Piece[] = [];
  for (let from = 0; from < pieces.length; from += size) {
    const group = pieces.slice(from, from + size);
    const text = group.map((piece) => piece.text).join('');
    const sent = from + group.length;
    if (logprobs === 'with') yield { event: event(text, group), sent };
    else {
      yield { event: event(text, late), sent };
      if (logprobs === 'apart') yield { event: event(null, group), sent };
      late = logprobs === 'late' ? group : [];
    }
  }
  if (late.length > 0) yield { event: event(null, late), sent: pieces.length };
}

async function deliver({ response, completion, gone }: Delivery, rule: StreamRule): Promise<void> {
  const write = async (bytes: Buffer): Promise<void> => {
    const step = rule.packet_bytes ?? bytes.length;
    for (let at = 0; at < bytes.length; at += step) {
      if (!response.write(bytes.subarray(at, at + step))) await once(response, 'drain', { signal: gone });
      // A packet of its own: what is written in one turn goes out together.
      if (rule.packet_bytes !== undefined) await new Promise(setImmediate);
    }
  };
  const send = (event: Event): Promise<void> => write(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
  const [first, ...rest] = completionChunks(completion);
  const [last, usage] = rest.slice(-2) as [Event, Event];
  const { choices: _, ...envelope } = first!;
  response.writeHead(200, { 'content-type': eventStreamType, 'cache-control': 'no-cache' });
  await send(first!);
  let stalled = false;
  for (const { event, sent } of tokenEvents(completion, envelope, rule)) {
    if (rule.cut !== undefined && sent > rule.cut.after) {
      if (rule.cut.how === 'end') response.end();
      // What was written is to be read first: a reset takes it away from who has not.
      else setTimeout(() => tear(response.socket, rule.cut!.how as 'reset' | 'close'), 20);
      return;
    }
    if (rule.stall !== undefined && sent > rule.stall.after && !stalled) {
      stalled = true;
      await sleep(rule.stall.ms, undefined, { signal: gone });
    }
    await send(event);
    if (rule.interval_ms > 0) await sleep(rule.interval_ms, undefined, { signal: gone });
  }
  await send(last);
  if (rule.usage) await send(usage);
  response.end('data: [DONE]\n\n');
}

/** A stream of another shape than the usual one. */
export const streamRule = faultRule('stream', fields, (rule) => ({
  kind: 'reply',
  ...(rule.cut === undefined || rule.cut.how === 'end' ? {} : { tears: true as const }),
  good: ({ stream, topLogprobs }) =>
    !stream || (rule.cut === undefined && (rule.logprobs !== 'none' || topLogprobs === null)),
  deliver: (delivery) => (delivery.stream ? deliver(delivery, rule) : sendCompletion(delivery)),
}));

/** The whole reply at once, though a stream was asked for. */
export const ignoreStreamRule = faultRule('ignore_stream', {}, () => ({
  kind: 'reply',
  good: () => true,
  deliver: ({ response, completion }) => sendJson(response, 200, completionBody(completion)),
}));
