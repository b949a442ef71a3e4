// Repetition and definition levels: where in a row a value is, and what of it is null (Dremel, 2010, as in Parquet).
import { type Cells, type ColumnCells, isSet } from './leaf.ts';
import type { PageBytes } from './page-bytes.ts';
import { RunWriter } from './runs.ts';

/** Some rows of a column, and where their values are among all of it. */
export interface Rows {
  readonly from: number;
  readonly to: number;
  readonly firstValue: number;
  readonly endValue: number;
}

/** A block of levels behind its length in four bytes. */
function addBlock(out: PageBytes, width: number, fill: (runs: RunWriter) => void): void {
  const start = out.length;
  out.addLength(0);
  const runs = new RunWriter(out, width);
  fill(runs);
  runs.end();
  out.bytes.writeUInt32LE(out.length - start - 4, start);
}

function addValidity(runs: RunWriter, cells: Cells, from: number, to: number, known: number): void {
  if (cells.bitmap === null) runs.add(known, to - from);
  else for (let at = from; at < to; at += 1) runs.add(isSet(cells, at) ? known : known - 1, 1);
}

/** The levels of the rows; returns how many: one a value, and one for each row without values. */
export function addLevels(out: PageBytes, { rows, values }: ColumnCells, { from, to }: Rows): number {
  if (rows === values) {
    addBlock(out, 1, (runs) => addValidity(runs, rows, from, to, 1));
    return to - from;
  }
  const { ends } = rows;
  let count = 0;
  addBlock(out, 1, (runs) => {
    for (let row = from; row < to; row += 1) {
      const length = ends[row + 1]! - ends[row]!;
      runs.add(0, 1);
      if (length > 1) runs.add(1, length - 1);
      count += Math.max(1, length);
    }
  });
  addBlock(out, 2, (runs) => {
    for (let row = from; row < to; row += 1) {
      if (ends[row + 1]! > ends[row]!) addValidity(runs, values, ends[row]!, ends[row + 1]!, 3);
      else runs.add(isSet(rows, row) ? 1 : 0, 1);
    }
  });
  return count;
}
