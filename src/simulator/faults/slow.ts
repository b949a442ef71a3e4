// Replies that take their time: late, byte by byte, or with signs of life in front. All of them end well for a
// client that waits; `hang` (connection.ts) is the one that never ends.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { renderCompletion, sendCompletion } from '../reply.ts';
import { eventStreamType } from '../send.ts';
import { faultRule } from './fault.ts';

const milliseconds = z.int().min(0);

/** A usual reply after so many milliseconds more. */
export const delayRule = faultRule('delay', { ms: milliseconds }, (rule) => ({
  kind: 'reply',
  good: () => true,
  async deliver(delivery) {
    await sleep(rule.ms, undefined, { signal: delivery.gone });
    await sendCompletion(delivery);
  },
}));

/** Headers at once, then `bytes` of the body every `interval_ms`. */
export const trickleRule = faultRule(
  'trickle',
  { interval_ms: milliseconds.default(1000), bytes: z.int().min(1).default(1) },
  (rule) => ({
    kind: 'reply',
    good: () => true,
    async deliver({ response, gone, ...reply }) {
      const { contentType, bytes } = renderCompletion(reply);
      response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
      response.flushHeaders();
      for (let at = 0; at < bytes.length; at += rule.bytes) {
        await sleep(rule.interval_ms, undefined, { signal: gone });
        if (!response.write(bytes.subarray(at, at + rule.bytes)))
          await once(response, 'drain', { signal: gone });
      }
      response.end();
    },
  }),
);

const keepAliveFields = { count: z.int().min(1).default(3), interval_ms: milliseconds.default(1000) };

async function signsOfLife(
  response: ServerResponse,
  sign: string,
  { count, interval_ms }: { readonly count: number; readonly interval_ms: number },
  gone: AbortSignal,
): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    response.write(sign);
    await sleep(interval_ms, undefined, { signal: gone });
  }
}

/** Headers and blank lines while the model works, then the body. */
export const blankLinesRule = faultRule('blank_lines', { ...keepAliveFields }, (rule) => ({
  kind: 'reply',
  good: () => true,
  async deliver({ response, gone, ...reply }) {
    const { contentType, bytes } = renderCompletion(reply);
    response.writeHead(200, { 'content-type': contentType });
    await signsOfLife(response, '\n', rule, gone);
    response.end(bytes);
  },
}));

/** Comments while the model works, then events: a comment is part of an event stream only, so one is sent always. */
export const commentsRule = faultRule(
  'comments',
  {
    ...keepAliveFields,
    text: z
      .string()
      .regex(/^[^\r\n]*$/, 'give one line')
      .default('keep-alive'),
  },
  (rule) => ({
    kind: 'reply',
    good: () => true,
    async deliver({ response, completion, gone }) {
      response.writeHead(200, { 'content-type': eventStreamType });
      await signsOfLife(response, `: ${rule.text}\n\n`, rule, gone);
      response.end(renderCompletion({ completion, stream: true }).bytes);
    },
  }),
);
