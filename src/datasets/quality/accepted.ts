// Records that people accepted, as they judged them: one that has changed since is not what they said yes to.
import type { IdWatch } from '../../records/missing-name.ts';
import { recordHash } from '../../records/record-hash.ts';
import type { Check } from './check.ts';

/** Of accepted records, by id: the hash of the text that was judged; null where it was not recorded. */
export type AcceptedRecords = ReadonlyMap<string, string | null>;

/** `judged` watches the ids of what people judged, whatever they said. */
export function acceptedOnly(accepted: AcceptedRecords, judged?: IdWatch): Check {
  return {
    name: 'accepted',
    look: (record) => judged?.look(record),
    end: () => judged?.check(),
    reason: (record) => {
      const hash = accepted.get(record.id);
      if (hash === undefined) return 'not accepted';
      if (hash === null) return null;
      const steps = Array.isArray(record.steps) ? (record.steps as string[]) : [];
      return recordHash({ problem: record.problem, steps }) === hash ? null : 'changed since it was accepted';
    },
  };
}
