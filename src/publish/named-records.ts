// Records that people's files name: comments, decisions and errata that are about none of the sources' records do
// nothing, and a no that does nothing publishes what it was to keep out.
import { LateBenchError } from '../errors.ts';
import { formatCount, formatCounted } from '../report/format.ts';

export interface NamedRecords {
  /** A record of the sources, or of the version that is built on. */
  look(id: string): void;
  /**
   * Says how many of the named records there are none of.
   *
   * @throws LB_USAGE for a field of the spec that is about no record at all, where there are records.
   */
  check(say: (line: string) => void): void;
}

/** `fields`: the ids of each field of the spec. */
export function createNamedRecords(fields: Readonly<Record<string, Iterable<string>>>): NamedRecords {
  const missing = new Map(Object.entries(fields).map(([field, ids]) => [field, new Set(ids)]));
  const sizes = new Map([...missing].map(([field, ids]) => [field, ids.size]));
  let first: string | undefined;
  return {
    look(id) {
      first ??= id;
      for (const ids of missing.values()) ids.delete(id);
    },
    check(say) {
      if (first === undefined) return;
      for (const [field, ids] of missing) {
        const [example] = ids;
        const size = sizes.get(field)!;
        if (example === undefined) continue;
        const examples = `the first: ${example}; the first of the sources: ${first}`;
        if (ids.size === size) {
          const message = `${field}: none of ${formatCounted(size, 'record')} that they are about is in the sources (${examples})`;
          throw new LateBenchError('LB_USAGE', message);
        }
        say(
          `${field}: ${formatCount(ids.size)} of ${formatCounted(size, 'record')} that they are about are not in the sources (${examples})`,
        );
      }
    },
  };
}
