// First errors as people marked them, from annotation files: one more rater a person. Held in memory: people do not
// annotate millions.
import { LateBenchError } from '../errors.ts';
import { annotationForm, readAnnotations } from '../storage/annotations.ts';
import { statInput } from '../storage/input-file.ts';

/** By record id, the first error by person (0-based, -1 = none). */
export type PeoplesLabels = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Only marks of natural errors say where the first error is; decisions and comments are passed over, as is what was taken
 * back. A line that is no annotation is an error.
 */
export async function peoplesLabels(paths: readonly string[]): Promise<PeoplesLabels> {
  for (const path of paths) await statInput(path);
  const { annotations, bad } = await readAnnotations(paths);
  const [first] = bad;
  if (first !== undefined) {
    throw new LateBenchError('LB_SCHEMA', `${first}: ${annotationForm}`);
  }
  const labels = new Map<string, Map<string, number>>();
  for (const { kind, record_id: id, annotator, first_error: step } of annotations) {
    if (kind !== 'natural_error' || step == null) continue;
    const marks = labels.get(id) ?? new Map<string, number>();
    labels.set(id, marks.set(annotator, step));
  }
  return labels;
}
