// Records that no critic can be compared on, because nothing is known about their solutions.
import { LateBenchError } from '../../errors.ts';
import { goldOf } from '../../metrics/gold.ts';
import type { Solution } from '../../records/solution.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import { noRecords } from './no-records.ts';

export interface Unlabelled {
  look(record: Solution): void;
  /** Says how many records were left out, before the result is read. */
  tell(): void;
  /** @throws LB_INPUT_MISSING without records, and LB_USAGE when none has a label: what is missing is not a critic. */
  check(): void;
}

/** `name`: the command's, for the message. */
export function createUnlabelled(name: string, say: (line: string) => void): Unlabelled {
  let records = 0;
  let left = 0;
  return {
    look(record) {
      records += 1;
      if (goldOf(record) === null) left += 1;
    },
    tell() {
      if (left === 0 || left === records) return;
      say(`latebench ${name}: ${formatCount(left)} of ${formatCounted(records, 'record')} left out:`);
      say('  without a label (error_steps), or with an injection that was not accepted');
    },
    check() {
      if (records === 0) throw noRecords(name);
      if (left < records) return;
      throw new LateBenchError(
        'LB_USAGE',
        `${name}: none of ${formatCounted(records, 'record')} has a label (error_steps) that critics can be compared by: label the records first (latebench view, --label-key), or name others`,
      );
    },
  };
}
