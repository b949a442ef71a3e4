// What happens to calls, told through node:diagnostics_channel: logs, metrics and tracing listen without the client
// knowing them. Without listeners nothing here costs anything.

import { channel } from 'node:diagnostics_channel';
import type { QueueDepth } from '../records/queue-depth.ts';

interface Common {
  readonly role: string;
  readonly model: string;
  /** The call's idempotency key. */
  readonly key: string;
}

export type EndpointEvent =
  | ({ readonly type: 'call_started'; readonly sample: number } & Common)
  | ({
      readonly type: 'call_finished';
      /** `aborted`: cancelled, or not made because a budget had no room for it. */
      readonly outcome: 'ok' | 'failed' | 'aborted';
      /** Where the reply came from; anything but `endpoint` cost nothing. */
      readonly from: 'endpoint' | 'batch' | 'journal' | 'cache' | 'shared' | null;
      /** From when the call was asked for, with its waits for a place, for the rate and between attempts. */
      readonly latency_ms: number;
      /** Of these, what the server took for the reply. Not in the files of earlier versions. */
      readonly wire_ms?: number;
      /** Of all attempts; null where the server did not report them, as for `completion_tokens`. */
      readonly prompt_tokens: number | null;
      readonly completion_tokens: number | null;
      /** Of the completion tokens. Not in the files of earlier versions. */
      readonly reasoning_tokens?: number;
      readonly usd: number | null;
      readonly code: string | null;
      /** The server's own words, or ours, without secrets; null where the call succeeded. */
      readonly message?: string | null;
    } & Common)
  | ({
      readonly type: 'retry';
      readonly code: string;
      readonly message?: string;
      readonly attempt: number;
      readonly wait_ms: number;
    } & Common)
  | {
      /** No call is made for a while, because too many have failed. */
      readonly type: 'breaker';
      readonly role: string;
      readonly model: string;
      readonly code: string;
      /** Of the failure that decided. */
      readonly message: string;
      readonly wait_ms: number;
    }
  | { readonly type: 'pace'; readonly role: string; readonly limit: number; readonly reason: string }
  | {
      readonly type: 'budget';
      readonly role: string;
      /** Of all who share the budget; null where a call's price is not known, or nothing limits it. */
      readonly spent_usd: number | null;
      readonly spent_tokens: number;
      readonly limit_usd: number | null;
      readonly limit_tokens: number | null;
    }
  | {
      readonly type: 'progress';
      readonly role: string;
      /** Of the work of this process, 0 to 1. */
      readonly share: number;
    }
  | ({ readonly type: 'queue'; readonly role: string } & QueueDepth)
  | {
      readonly type: 'batch';
      readonly role: string;
      readonly batch: string;
      /** `submitted`, or how it ended. */
      readonly state: string;
      /** Calls in batches that have not ended. */
      readonly outstanding: number;
    }
  | {
      readonly type: 'journal';
      readonly role: string;
      readonly file: string;
      readonly bytes: number;
      readonly what: 'torn' | 'quarantined';
    };

export const endpointChannelName = 'latebench:endpoint';

const endpoints = channel(endpointChannelName);

/** `build` is called only when there is a listener. */
export function publish(build: () => EndpointEvent): void {
  if (endpoints.hasSubscribers) endpoints.publish(build());
}

/** Of the name of a batch, what the batches of one model have in common: `critic-0001` and `critic.2-0001` are of two. */
export function batchesOf(batch: string): string {
  return batch.replace(/-\d+$/, '');
}
