// What the numbers of a grid follow from: its declaration with the defaults filled in.
import type { GridRung, GridSettings } from '../../records/grid.ts';
import type { Grid } from './cells.ts';
import { gridDefaults } from './schema.ts';

/** Of the bootstrap, for each test: the smallest p, one in all replicates, has to survive Holm's correction. */
const replicatesATest = 100;
const leastReplicates = 1000;

export function gridSettings(
  { cells, reference, definition }: Grid,
  rungs: readonly GridRung[],
): GridSettings {
  const { grid, score = {}, seed } = definition;
  const { development = gridDefaults.development, headline = gridDefaults.headline } = grid;
  const { parse = 'robust', cut = 'first', bootstrap } = score;
  return {
    ...{ cells, reference, seed, development, headline, parse, cut, rungs },
    bootstrap: bootstrap ?? Math.max(leastReplicates, replicatesATest * (cells.length - 1)),
  };
}
