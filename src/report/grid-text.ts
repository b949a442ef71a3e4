// What a grid came to, in sentences: the answer first, then why the number of the chosen cell is the one on held-out
// records, then the rules. Terminal, page and Markdown say the same.
import type { GridObject, GridRow } from '../records/grid.ts';
import { headlineTitle } from './comparison-tables.ts';
import { formatCount, formatCounted, formatPercent, formatPoints } from './format.ts';
import { tookSimulation } from './simulation.ts';

export function chosenRow({ cells, chosen }: GridObject): GridRow | undefined {
  return cells.find(({ name }) => name === chosen);
}

export function isSimulatedGrid({ models, cells }: GridObject): boolean {
  return tookSimulation(
    cells.map(({ name }) => name),
    models,
  );
}

function against({ test }: GridRow): string {
  if (test === null || test.interval === null) return 'too few problems to test it';
  return `${formatPoints(test.difference)} points, 95% ${test.interval.map(formatPoints).join(' to ')}`;
}

/** Whether a cell is better than the reference. */
export function gridAnswer(grid: GridObject): string {
  const { finding, records, problems, settings } = grid;
  const { headline, reference } = settings;
  const title = headlineTitle(headline);
  const row = chosenRow(grid);
  const ofReference = grid.cells.find(({ name }) => name === reference)!;
  const heldOut = `${formatCount(records.held_out)} held-out records of ${formatCounted(problems.held_out, 'problem')}`;
  if (row === undefined || finding === 'undefined') {
    return `No cell can be chosen: ${title} is undefined on the development records, where a class is missing or nothing was judged. Run it again with another metric, such as --set grid.headline=error_acc: no reply is requested again.`;
  }
  if (finding === 'reference') {
    return `No cell is better than the reference (${reference}): none was ahead of it on the development records. It has ${title} ${formatPercent(row.held_out.value)} on ${heldOut}.`;
  }
  const values = `${title} ${formatPercent(row.held_out.value)} against ${formatPercent(ofReference.held_out.value)} on ${heldOut} (${against(row)})`;
  if (finding === 'better') return `${row.name} is better than the reference (${reference}): ${values}.`;
  return `No cell is shown to be better than the reference (${reference}). The best on the development records is ${row.name}: ${values}.`;
}

/** Calls of all cells as if each were run alone. */
export function callsAlone({ cells }: GridObject): number {
  return cells.reduce((sum, { usage }) => sum + usage.calls, 0);
}

/** What the choice did to the number. */
export function gridSelection(grid: GridObject): string | null {
  const row = chosenRow(grid);
  if (row === undefined) return null;
  const title = headlineTitle(grid.settings.headline);
  const { development, held_out: heldOut } = row;
  if ((development.value ?? 0) <= (heldOut.value ?? 0)) {
    return `The best of ${formatCounted(grid.cells.length, 'cell')} usually looks better than it is on the records that chose it; here it does not: ${title} ${formatPercent(development.value)} there, ${formatPercent(heldOut.value)} on held-out records. Quote the second.`;
  }
  return (
    `The best of ${formatCounted(grid.cells.length, 'cell')} looks better than it is on the records that chose it: ` +
    `${title} ${formatPercent(development.value)} there, ${formatPercent(heldOut.value)} on held-out records. Quote the second.`
  );
}

/** How cells are eliminated, in a sentence a rung; none without halving. */
export function gridRungs({ settings, cells }: GridObject): readonly string[] {
  let left = cells.length;
  return settings.rungs.map(({ upTo, eliminated }, at) => {
    const before = left;
    left -= eliminated.length;
    return `Rung ${at + 1}: ${formatCounted(before, 'cell')} judged ${formatPercent(upTo)} of the problems (development); ${formatCount(left)} continued.`;
  });
}

/** The rules, for whoever reads the table. */
export function gridRules({ settings }: GridObject): readonly string[] {
  const { development, seed, reference, headline, rungs } = settings;
  const title = headlineTitle(headline);
  return [
    `Development: ${formatPercent(development)} of the problems, chosen by seed ${seed}, with all their solutions; held out: the others. The cell with the highest ${title} on development records is chosen and tested once on held-out records.`,
    `vs ref: ${title} of the cell − ${title} of ${reference}, on held-out records, in percentage points; intervals and p from the paired bootstrap over problems, p with Holm's correction over the grid.`,
    ...(rungs.length === 0
      ? []
      : [
          `Halving: after each rung the cells with the lowest ${title} on the development records that they have judged were eliminated; the reference never is. Cells that were left judged all records.`,
        ]),
  ];
}
