// Replies whose body breaks off or cannot be decoded, each under status 200. The completion was made, and a provider
// may charge for it; the client holds nothing.
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { renderCompletion } from '../reply.ts';
import { faultRule } from './fault.ts';
import { tear, tearings } from './tear.ts';

/** How much of the body goes out. */
const share = z.number().min(0).max(1).default(0.5);

/** A client that has not read when the reset arrives sees an end in good order; the turn lets one in this process read. */
const readingMs = 20;

function start(bytes: Buffer, part: number): Buffer {
  return bytes.subarray(0, Math.min(bytes.length - 1, Math.ceil(bytes.length * part)));
}

/** Announces the whole length, sends a part, then resets or closes the connection. */
export const resetMidBodyRule = faultRule(
  'reset_mid_body',
  { share, how: z.enum(tearings).default('reset') },
  (rule) => ({
    kind: 'reply',
    tears: true,
    good: () => false,
    deliver({ response, ...reply }) {
      const { contentType, bytes } = renderCompletion(reply);
      response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
      const cut = (): void => tear(response.socket, rule.how);
      response.write(start(bytes, rule.share), () => setTimeout(() => setImmediate(cut), readingMs));
    },
  }),
);

/** Chunked, without a length, and ended cleanly too early: only the text shows that something is missing. */
export const truncateRule = faultRule('truncate', { share }, (rule) => ({
  kind: 'reply',
  good: () => false,
  deliver({ response, ...reply }) {
    const { contentType, bytes } = renderCompletion(reply);
    response.writeHead(200, { 'content-type': contentType, 'transfer-encoding': 'chunked' });
    response.end(start(bytes, rule.share));
  },
}));

/** The whole body under a content-length that promises `extra` bytes more; then the connection is closed. */
export const wrongLengthRule = faultRule('wrong_length', { extra: z.int().min(1).default(100) }, (rule) => ({
  kind: 'reply',
  good: () => false,
  deliver({ response, ...reply }) {
    const { contentType, bytes } = renderCompletion(reply);
    response.writeHead(200, {
      'content-type': contentType,
      'content-length': bytes.length + rule.extra,
      connection: 'close',
    });
    response.end(bytes);
  },
}));

const spoil = {
  flipped(zipped: Buffer): Buffer {
    const copy = Buffer.from(zipped);
    const middle = copy.length >> 1;
    for (let at = middle; at < middle + 4; at += 1) copy[at] = copy[at]! ^ 0xff;
    return copy;
  },
  cut: (zipped: Buffer): Buffer => start(zipped, 0.5),
};

/** `content-encoding: gzip` over bytes that are no longer a gzip file; the content-length is right. */
export const corruptGzipRule = faultRule(
  'corrupt_gzip',
  { how: z.enum(['flipped', 'cut']).default('flipped') },
  (rule) => ({
    kind: 'reply',
    good: () => false,
    deliver({ response, ...reply }) {
      const { contentType, bytes } = renderCompletion(reply);
      const spoiled = spoil[rule.how](gzipSync(bytes));
      response.writeHead(200, {
        'content-type': contentType,
        'content-encoding': 'gzip',
        'content-length': spoiled.length,
      });
      response.end(spoiled);
    },
  }),
);
