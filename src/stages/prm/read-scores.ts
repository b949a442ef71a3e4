// The step scores of a file, made elsewhere: a list for each record's id.
import { LateBenchError } from '../../errors.ts';
import { createByteDigest } from '../../storage/byte-digest.ts';
import type { StageContext } from '../define.ts';

/** `{id, scores}` a line. All of them are held in memory: they are looked up by id, in the order of the records. */
export async function readScores(
  path: string,
  { rows: rowsOf }: Pick<StageContext, 'rows'>,
): Promise<{ scores: Map<string, unknown>; sha256: string }> {
  const scores = new Map<string, unknown>();
  const digest = createByteDigest();
  const groups = rowsOf(path, '--prm-scores', digest.add);
  let count = 0;
  const problem = (what: string): LateBenchError =>
    new LateBenchError('LB_CONFIG', `${path}: row ${count} ${what} (--prm-scores)`);
  for await (const rows of groups) {
    for (const row of rows as readonly { id?: unknown; scores?: unknown }[]) {
      count += 1;
      const { scores: list } = row;
      const id = typeof row.id === 'number' ? String(row.id) : row.id;
      if (typeof id !== 'string' || !Array.isArray(list)) {
        throw problem(`is not {"id": …, "scores": […]}: ${JSON.stringify(row).slice(0, 80)}`);
      }
      const known = scores.get(id);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(list)) {
        throw problem(`has other scores for ${id} than a row before it`);
      }
      scores.set(id, list);
    }
  }
  return { scores, sha256: digest.end().sha256 };
}
