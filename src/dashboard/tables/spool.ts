// Files that cannot be read by page (JSON arrays, CSV, Arrow, gzip) and files in a dataset's own form: read once through
// their adapter into a temporary JSONL file, which then is the table.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { adaptRows } from '../../datasets/adapt.ts';
import { LateBenchError } from '../../errors.ts';
import { readInput } from '../../storage/input.ts';
import { openOutput } from '../../storage/output.ts';
import type { BadRow } from '../../storage/rows.ts';
import { openJsonlRecords } from './jsonl.ts';
import type { RecordTable } from './record-table.ts';

export async function spoolRecords(path: string, say: (line: string) => void): Promise<RecordTable> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-view-'));
  try {
    let bad = 0;
    let first: BadRow | undefined;
    const onBad = (row: BadRow): void => {
      bad += 1;
      first ??= row;
    };
    const file = join(folder, `${basename(path)}.jsonl`);
    const output = await openOutput(file);
    let rows = 0;
    for await (const group of adaptRows(readInput(path, { onBad }), { source: path, onBad, say })) {
      for (const row of group) {
        rows += 1;
        const more = output.write(row);
        if (more !== undefined) await more;
      }
    }
    await output.close();
    if (bad > 0) say(`${path}: ${bad} rows left out; the first: ${first?.message}`);
    if (rows === 0 && first !== undefined) {
      throw new LateBenchError(first.code, first.message, { where: first.where });
    }
    const table = await openJsonlRecords(file);
    return {
      ...table,
      async close() {
        await table.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
