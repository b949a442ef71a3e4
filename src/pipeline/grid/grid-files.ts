// The files that a grid leaves beside those of every run: grid.json, grid.html and grid.csv.
import { join } from 'node:path';
import { createGridScore } from '../../metrics/grid.ts';
import type { GridObject, GridSettings } from '../../records/grid.ts';
import { csvTable } from '../../report/csv-table.ts';
import { gridHtml } from '../../report/grid-html.ts';
import { gridTable } from '../../report/grid-table.ts';
import { writeFileAtomic, writeJsonAtomic } from '../../storage/atomic-write.ts';
import type { OwnFiles } from '../run-files.ts';

export interface GridFiles extends OwnFiles {
  /** Null until they are written. */
  readonly grid: GridObject | null;
}

export function gridFiles(folder: string, title: string, settings: GridSettings): GridFiles {
  const score = createGridScore(settings);
  let grid: GridObject | null = null;
  return {
    get grid() {
      return grid;
    },
    add: score.add,
    async write() {
      grid = score.result();
      await writeJsonAtomic(join(folder, 'grid.json'), grid);
      await writeFileAtomic(join(folder, 'grid.html'), gridHtml(title, grid));
      await writeFileAtomic(join(folder, 'grid.csv'), csvTable(gridTable(grid, { brief: false })));
    },
  };
}
