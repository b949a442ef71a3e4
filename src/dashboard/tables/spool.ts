// Files that cannot be read by page (JSON arrays, CSV, Arrow, gzip) and files in a dataset's own form: read once through
// their adapter into temporary JSONL, which then is the table.
import { adaptRows } from '../../datasets/adapt.ts';
import { LateBenchError } from '../../errors.ts';
import { formatCounted } from '../../report/format.ts';
import { readInput } from '../../storage/input.ts';
import { jsonlTable } from '../../storage/jsonl-table.ts';
import { jsonLine } from '../../storage/original-text.ts';
import type { BadRow } from '../../storage/rows.ts';
import { openSpillFile } from '../../storage/spill-file.ts';
import { jsonlRecords } from './jsonl.ts';
import type { RecordTable } from './record-table.ts';

export async function spoolRecords(path: string, say: (line: string) => void): Promise<RecordTable> {
  const spill = openSpillFile();
  try {
    let bad = 0;
    let first: BadRow | undefined;
    const onBad = (row: BadRow): void => {
      bad += 1;
      first ??= row;
    };
    for await (const group of adaptRows(readInput(path, { onBad }), { source: path, onBad, say })) {
      for (const row of group) await spill.append(Buffer.from(jsonLine(row)));
    }
    if (bad > 0) say(`${path}: ${formatCounted(bad, 'row')} left out; the first: ${first?.message}`);
    if (spill.size === 0 && first !== undefined) {
      throw new LateBenchError(first.code, first.message, { where: first.where });
    }
    return jsonlRecords(await jsonlTable(spill, path));
  } catch (error) {
    spill.close();
    throw error;
  }
}
