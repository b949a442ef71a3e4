// Grids of forty cells: how often a winner is claimed where all are equal, and where one is better, through the code that
// judges real grids.
import { claims } from '../../test/support/grid-outcomes.ts';
import { atMost, type Soak } from './soak.ts';

const seeds = Array.from({ length: 200 }, (_, at) => at + 1);
/** Replicates: 100 for each of the 39 tests, as a run takes. */
const grid = { cells: 40, problems: 200, solutionsEach: 2, bootstrap: 3900 };

export const soakGrid: Soak = {
  title: 'forty equal cells on 200 problems, 200 seeds (20 minutes)',
  minutes: 90,
  async run() {
    const equal = claims(seeds, grid);
    const better = claims(seeds.slice(0, 20), { ...grid, advantage: 0.2 });
    console.log(
      `the chosen of forty equal cells looks ${(100 * equal.optimism).toFixed(1)} points better on development records`,
    );
    return [
      atMost('seeds with a winner, all cells equal', (100 * equal.winners) / seeds.length, 5, '%'),
      atMost('seeds with a better cell after Holm', (100 * equal.corrected) / seeds.length, 5, '%'),
      {
        what: 'seeds that find a cell 20 points better',
        measured: `${better.right} of 20`,
        goal: 'at least 16',
        met: better.right >= 16,
      },
    ];
  },
};
