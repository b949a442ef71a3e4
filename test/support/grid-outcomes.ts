// Synthetic outcomes of a grid, through the code that judges real ones: cells that are right equally often, in problems
// that have several solutions, with whatever one cell finds hard in all solutions of a problem. One cell may be better.
import { createGridScore } from '../../src/metrics/grid.ts';
import type { Critique } from '../../src/records/critique.ts';
import type { GridObject, GridSettings } from '../../src/records/grid.ts';
import type { Solution } from '../../src/records/solution.ts';
import { mulberry32, seedFrom } from '../../src/statistics/random.ts';

export interface GridOutcomes {
  readonly cells: number;
  readonly problems: number;
  readonly solutionsEach: number;
  /** Added to the share of right answers of the last cell. */
  readonly advantage?: number;
  readonly bootstrap: number;
}

const rightShare = 0.6;
/** How far a problem, and a cell on a problem, are from the mean, either way. */
const [hardness, taste] = [0.2, 0.15];

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** Names of the cells; the first is the reference. */
const namesOf = (cells: number): string[] => Array.from({ length: cells }, (_, at) => `cell ${at}`);

export function settingsOf(
  seed: number,
  { cells, bootstrap }: Pick<GridOutcomes, 'cells' | 'bootstrap'>,
): GridSettings {
  const [reference, ...others] = namesOf(cells);
  return {
    cells: [reference!, ...others].map((name, at) => ({ name, settings: { at } })),
    ...{ reference: reference!, seed, development: 0.5, headline: 'f1', parse: 'robust', cut: 'first' },
    ...{ bootstrap, rungs: [] },
  };
}

export function* recordsOf(
  seed: number,
  { cells, problems, solutionsEach, advantage = 0 }: GridOutcomes,
): Generator<Solution> {
  const rng = mulberry32(seedFrom('outcomes', seed));
  const names = namesOf(cells);
  for (let problem = 0; problem < problems; problem += 1) {
    const hard = (2 * rng() - 1) * hardness;
    const own = names.map(() => (2 * rng() - 1) * taste);
    for (let solution = 0; solution < solutionsEach; solution += 1) {
      const label = rng() < 0.5 ? -1 : Math.floor(rng() * 8);
      const critiques = names.map((critic, at): Critique => {
        const better = at === cells - 1 ? advantage : 0;
        const right = rng() < clamp(rightShare + hard + own[at]! + better);
        const first = right ? label : label === -1 ? 3 : -1;
        const flags = first === -1 ? [] : [first];
        return { critic, protocol: 'first_error', status: 'ok', first_error: first, error_steps: flags };
      });
      yield {
        id: `${problem}/${solution}`,
        problem: `problem ${problem}`,
        steps: Array.from({ length: 8 }, (_, at) => `step ${at}`),
        error_steps: label === -1 ? [] : [label],
        critiques,
      };
    }
  }
}

export function gridOf(settings: GridSettings, records: Iterable<Solution>): GridObject {
  const grid = createGridScore(settings);
  for (const record of records) grid.add(record);
  return grid.result();
}

/** How many of these seeds end with a winner, and in how many any cell is said to be better after the correction. */
export function claims(seeds: readonly number[], outcomes: GridOutcomes) {
  const found = seeds.map((seed) => gridOf(settingsOf(seed, outcomes), recordsOf(seed, outcomes)));
  const gap = (grid: GridObject): number => {
    const [best] = grid.cells;
    return (best!.development.value ?? 0) - (best!.held_out.value ?? 0);
  };
  return {
    winners: found.filter(({ finding }) => finding === 'better').length,
    right: found.filter(
      ({ finding, chosen }) => finding === 'better' && chosen === `cell ${outcomes.cells - 1}`,
    ).length,
    corrected: found.filter(({ cells }) =>
      cells.some(({ test }) => test?.differs === true && (test.difference ?? 0) > 0),
    ).length,
    /** Mean difference of the chosen cell on the records that chose it and on the others. */
    optimism: found.reduce((sum, grid) => sum + gap(grid), 0) / found.length,
  };
}
