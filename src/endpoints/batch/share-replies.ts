// Good replies that batches brought, for other runs: into the cache, as those of direct calls.
import { type Asked, keptReply, type Storing } from '../chain/stored-replies.ts';
import type { ChatReply } from '../chat.ts';

/** Where another run is paying for the call just now, it is waited for, and has its own reply. */
export async function shareReply(
  storing: Storing,
  asked: Asked,
  reply: ChatReply,
  signal: AbortSignal,
): Promise<void> {
  const { replyStore } = storing;
  const claim = await replyStore.claim(asked.key, signal);
  if ('from' in claim) return;
  try {
    for await (const { status, body } of replyStore.lookUp(asked.key, 'ours') ?? []) {
      if (status !== 200) continue;
      await claim.share(asked.request, reply, keptReply(storing, asked, { status, body }));
      return;
    }
  } finally {
    await claim.release();
  }
}
