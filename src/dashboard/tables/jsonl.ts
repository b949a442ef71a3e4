// A JSONL file as a table of records.
import type { JsonlTable } from '../../storage/jsonl-table.ts';
import { setRow } from '../records/row-facts.ts';
import { parts, type RecordTable } from './record-table.ts';

export function jsonlRecords(table: JsonlTable): RecordTable {
  return {
    rows: table.rows,
    read: (rows) => table.read(rows),
    async fill(columns, firstRow, onPart, onShare) {
      for await (const { lines, firstRow: first } of table.scan()) {
        for (const [at, line] of lines.entries()) setRow(columns, firstRow + first + at, line);
        onShare((first + lines.length) / table.rows);
      }
      for (const part of parts) onPart(part);
    },
    async *all() {
      for await (const { lines, firstRow } of table.scan()) {
        yield { firstRow, rows: lines.map((line) => ('row' in line ? line.row : null)) };
      }
    },
    close: () => table.close(),
  };
}
