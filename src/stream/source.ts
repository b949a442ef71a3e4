// The beginning of a stream of records: one Readable over all inputs, which reads only as fast as it is read from.
import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Row } from '../storage/rows.ts';

/** Timers, signals and sockets wait no longer than this while records come that nobody has to wait for. */
const longestTurnMs = 20;

/** Rows come in groups (a chunk's worth); the stream emits them one at a time. */
export function rowStream(groups: AsyncIterable<readonly Row[]>, onRow?: (row: Row) => void): Readable {
  const flatten = async function* (): AsyncGenerator<Row> {
    let turn = performance.now();
    for await (const group of groups) {
      if (performance.now() - turn > longestTurnMs) {
        await othersTurn();
        turn = performance.now();
      }
      for (const row of group) {
        onRow?.(row);
        yield row;
      }
    }
  };
  return Readable.from(flatten(), { objectMode: true, highWaterMark: 16 });
}

/** The first `count` rows; the rest of the input is not read. */
export async function* takeRows(
  groups: AsyncIterable<readonly Row[]>,
  count: number,
): AsyncGenerator<readonly Row[]> {
  let left = count;
  if (left <= 0) return;
  for await (const group of groups) {
    const part = group.length > left ? group.slice(0, left) : group;
    left -= part.length;
    yield part;
    if (left === 0) return;
  }
}
