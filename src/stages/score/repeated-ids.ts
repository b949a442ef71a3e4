// Whether ids occur again: where a file is named twice, or two files overlap, the same records count twice.
import { createDigestSet } from '../../datasets/quality/digest-set.ts';
import type { Solution } from '../../records/solution.ts';
import { formatCount } from '../../report/format.ts';

/** Ids that are remembered, in 8 to 16 MB; records beyond are compared with these. */
const maxIds = 2 ** 19;

export interface RepeatedIds {
  look(record: Pick<Solution, 'id'>): void;
  /** Says how many records there are whose id occurred before. */
  tell(): void;
}

/** `name`: the command's, for the message. */
export function createRepeatedIds(name: string, say: (line: string) => void): RepeatedIds {
  const ids = createDigestSet();
  let records = 0;
  let repeated = 0;
  let first = '';
  return {
    look({ id }) {
      records += 1;
      const isKnown = ids.size < maxIds ? !ids.add(id) : ids.has(id);
      if (!isKnown) return;
      if (repeated === 0) first = id;
      repeated += 1;
    },
    tell() {
      if (repeated === 0) return;
      const count = `${formatCount(repeated)} of ${formatCount(records)} records`;
      const verbs = repeated === 1 ? 'has the id of an earlier one' : 'have the id of an earlier one';
      say(
        `latebench ${name}: ${count} ${verbs} (first: ${first}), and count again: is a file named twice? (latebench compare joins critics by id)`,
      );
    },
  };
}
