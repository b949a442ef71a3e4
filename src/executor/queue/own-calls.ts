// What the calls of this process come to, for a coordinator that does not see its events.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type EndpointEvent, endpointChannelName } from '../../endpoints/events.ts';
import { createRunStatus } from '../../endpoints/run-status.ts';
import type { CallsDone } from '../../records/queue-depth.ts';

export interface OwnCalls {
  /** Since it was opened. */
  done(): CallsDone;
  close(): void;
}

export function countOwnCalls(): OwnCalls {
  const status = createRunStatus();
  const take = (event: unknown): void =>
    status.take({ ...(event as EndpointEvent), at: new Date().toISOString() }, '');
  subscribe(endpointChannelName, take);
  return {
    done() {
      const { calls, tokens, usd } = status.now();
      const { ok, failed, paid_before } = calls;
      return {
        ok,
        failed,
        paid_before,
        prompt_tokens: tokens.prompt,
        completion_tokens: tokens.completion,
        usd,
      };
    },
    close: () => void unsubscribe(endpointChannelName, take),
  };
}
