// First errors as people marked them, from annotation files: one more rater a person. Held in memory: people do not
// annotate millions.
import { LateBenchError } from '../errors.ts';
import { locationOf } from '../records/location.ts';
import { readInput } from '../storage/input.ts';

/** By record id, the first error by person (0-based, -1 = none). A later mark of one person replaces an earlier. */
export type PeoplesLabels = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Only marks of natural errors say where the first error is; decisions and comments are passed over. */
export async function readAnnotations(paths: readonly string[]): Promise<PeoplesLabels> {
  const labels = new Map<string, Map<string, number>>();
  for (const path of paths) {
    const rows = readInput(path, {
      onBad: ({ message, where }) => {
        throw new LateBenchError('LB_SCHEMA', `${path}:${where?.line ?? '?'}: ${message}`);
      },
    });
    for await (const group of rows) {
      for (const row of group) {
        const { record_id: id, annotator, kind, first_error: first } = row;
        if (typeof id !== 'string' || typeof annotator !== 'string') {
          const where = `${path}:${locationOf(row)?.line ?? '?'}`;
          throw new LateBenchError(
            'LB_SCHEMA',
            `${where}: an annotation names its record_id and its annotator`,
          );
        }
        if (kind !== 'natural_error' || !Number.isInteger(first)) continue;
        const marks = labels.get(id) ?? new Map<string, number>();
        labels.set(id, marks.set(annotator, first as number));
      }
    }
  }
  return labels;
}
