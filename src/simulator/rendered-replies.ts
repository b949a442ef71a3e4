// Replies that are made once and given again, so that a client can be loaded with gigabytes: the simulated sampler
// takes longer to draw a long trace than anyone takes to read it.
import { canonicalJson } from '../records/identity.ts';
import type { ChatCall } from './chat-call.ts';
import type { Completion } from './completion.ts';
import { renderCompletion } from './reply.ts';

export interface RenderedReplies {
  /** The call that is answered in place of this one: its seed is one of few. */
  stand(call: ChatCall): ChatCall;
  /** The reply's bytes, made the first time only. */
  bytes(call: ChatCall, make: () => Completion): { readonly contentType: string; readonly bytes: Buffer };
}

export function createRenderedReplies(count: number): RenderedReplies {
  const known = new Map<string, ReturnType<typeof renderCompletion>>();
  return {
    stand: (call) => ({ ...call, seed: (call.seed ?? 0) % count }),
    bytes(call, make) {
      const key = canonicalJson(call);
      const found = known.get(key) ?? renderCompletion({ completion: make(), stream: call.stream });
      known.set(key, found);
      return found;
    },
  };
}
