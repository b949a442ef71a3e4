// Whether an endpoint has answered an earlier process of the same run. A run that is begun again has only the calls left
// that failed: that all of these fail says nothing against the endpoint.
import type { Journal } from '../../storage/journal/journal.ts';

/** Keys that are looked at: failed attempts are kept too, but seldom this many and nothing else. */
const maxKeys = 1000;

export async function answeredBefore(journal: Pick<Journal, 'keys' | 'entries'>): Promise<boolean> {
  let looked = 0;
  for (const key of journal.keys()) {
    if ((await journal.entries(key)).some(({ status }) => status === 200)) return true;
    looked += 1;
    if (looked === maxKeys) return false;
  }
  return false;
}
