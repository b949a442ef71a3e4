// What a claim would come to just now; a lease that is given is kept.
import type { ReplyCache } from '../../../src/endpoints/cache/reply-cache.ts';

export async function claimOutcome(cache: ReplyCache, key: string): Promise<'mine' | 'taken' | 'cached'> {
  const claimed = await cache.tryClaim(key);
  if (claimed === null) return 'taken';
  return claimed.kind === 'cached' ? 'cached' : 'mine';
}
