// Faults of the connection: torn before the reply, never answered, dead when it is used again.
import type { Socket } from 'node:net';
import { z } from 'zod';
import { sendCompletion } from '../reply.ts';
import { faultRule } from './fault.ts';
import { tear, tearings } from './tear.ts';

const stale = new WeakSet<Socket>();

/** True for a connection on which the next request is to be met by a reset. */
export function isStale(socket: Socket): boolean {
  return stale.has(socket);
}

/** Tears the connection once the request has been read. `how`: a reset, or a clean close without a word. */
export const resetRule = faultRule('reset', { how: z.enum(tearings).default('reset') }, (rule) => ({
  kind: 'refusal',
  tears: true,
  perform: ({ socket }) => tear(socket, rule.how),
}));

/** Reads the request and never answers. */
export const hangRule = faultRule('hang', {}, () => ({ kind: 'refusal', perform: () => {} }));

/** A good reply on a connection that stays open, and is reset by the next request that is sent over it. */
export const staleConnectionRule = faultRule('stale_connection', {}, () => ({
  kind: 'reply',
  good: () => true,
  deliver(delivery) {
    const { socket } = delivery.response;
    if (socket !== null) stale.add(socket);
    return sendCompletion(delivery);
  },
}));
