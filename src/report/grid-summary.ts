// A grid on a terminal: the answer, what the choice did to the number, and the best cells.
import type { GridObject } from '../records/grid.ts';
import { formatCount } from './format.ts';
import { gridTable } from './grid-table.ts';
import { callsAlone, gridAnswer, gridRules, gridRungs, gridSelection, isSimulatedGrid } from './grid-text.ts';
import { simulationNotice } from './simulation.ts';
import type { TextStyle } from './text-style.ts';
import { textTable } from './text-table.ts';
import { visibleLine } from './visible-text.ts';
import { wrappedSentence } from './wrap-columns.ts';

const mostCells = 8;

export interface GridSummaryOptions {
  readonly style: TextStyle;
  /** Every cell, and the rules. */
  readonly full: boolean;
  /** Calls that this process made; null: workers made them. */
  readonly made: number | null;
}

export function gridSummary(grid: GridObject, { style, full, made }: GridSummaryOptions): string {
  const selection = gridSelection(grid);
  const sentences = [
    gridAnswer(grid),
    ...(selection === null ? [] : [selection]),
    ...(isSimulatedGrid(grid) ? [simulationNotice] : []),
    ...gridRungs(grid),
    `Calls: ${made === null ? 'made by workers' : `${formatCount(made)} made now`}, ${formatCount(callsAlone(grid))} if each cell were run alone.`,
  ];
  const said = (lines: readonly string[]): string =>
    lines.flatMap((line) => wrappedSentence(visibleLine(line), style.columns)).join('\n');
  const table = gridTable(grid, { brief: true, ...(full ? {} : { max: mostCells }) });
  return `${said(sentences)}\n\n${textTable(table, style)}${full ? `${said(gridRules(grid))}\n` : ''}`;
}
