// Records that people accepted, as they judged them: one that has changed since is not what they said yes to.
import { recordHash } from '../../records/record-hash.ts';
import type { Check } from './check.ts';

/** Of accepted records, by id: the hash of the text that was judged; null where it was not recorded. */
export type AcceptedRecords = ReadonlyMap<string, string | null>;

export function acceptedOnly(accepted: AcceptedRecords): Check {
  return {
    name: 'accepted',
    reason: (record) => {
      const hash = accepted.get(record.id);
      if (hash === undefined) return 'not accepted';
      if (hash === null) return null;
      const steps = Array.isArray(record.steps) ? (record.steps as string[]) : [];
      return recordHash({ problem: record.problem, steps }) === hash ? null : 'changed since it was accepted';
    },
  };
}
