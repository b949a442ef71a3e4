// Whether the comments of --manual are about records that are injected: without one, every record would be changed as if
// nobody had commented, and paid for.
import { isLateBenchError } from '../../errors.ts';
import { createIdWatch, type IdWatch } from '../../records/missing-name.ts';
import type { StageContext } from '../define.ts';

/**
 * Looks through the source before the first call, where it can be read twice, and otherwise at the records as they leave.
 *
 * @throws LB_USAGE where no record has a comment
 */
export async function manualWatch(
  path: string,
  ids: Iterable<string>,
  { records }: Pick<StageContext, 'records'>,
): Promise<IdWatch> {
  const named = [...ids];
  const watch = createIdWatch(`--manual ${path}`, named);
  const wanted = new Set(named);
  // A source that can be read only once is refused with this message, which nobody sees.
  const source = await records('').catch((error: unknown) => {
    if (!isLateBenchError(error)) throw error;
    return null;
  });
  if (source === null) return watch;
  for await (const group of source.groups) {
    for (const row of group) {
      const id = String(row.id);
      watch.look({ id });
      if (wanted.has(id)) return watch;
    }
  }
  watch.check();
  return watch;
}
