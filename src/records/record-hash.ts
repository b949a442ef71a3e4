// The hash by which a judgement knows the record it was made on.
import { contentKey } from './identity.ts';

/** What a judgement is about: problem and steps, nothing else. The first 16 hex digits of sha256. */
export function recordHash({ problem, steps }: { problem: string; steps: readonly string[] }): string {
  return contentKey({ problem, steps });
}
