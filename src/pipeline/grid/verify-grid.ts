// Recomputes the numbers of a grid from the records of its run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGridScore } from '../../metrics/grid.ts';
import type { GridObject } from '../../records/grid.ts';
import type { Solution } from '../../records/solution.ts';
import { differences } from '../differences.ts';
import { readRunObject } from '../finished-run.ts';

export interface GridCheck {
  add(record: Solution): void;
  /** The stored numbers against those of the records that were added. */
  compare(): ReturnType<typeof differences>;
}

/** Of a run without a grid: nothing to compare. */
export async function gridCheck(folder: string): Promise<GridCheck> {
  const name = 'grid.json';
  if (!existsSync(join(folder, name))) return { add: () => {}, compare: () => ({ leaves: 0, found: [] }) };
  const stored = (await readRunObject(folder, name)) as unknown as GridObject;
  const score = createGridScore(stored.settings);
  return { add: score.add, compare: () => differences(stored, score.result(), `${name}: `) };
}
