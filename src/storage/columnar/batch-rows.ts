// Turns record batches back into rows, in small groups, each row knowing where it stood in its file.
import type { RecordBatch, Schema } from 'apache-arrow';
import { LateBenchError } from '../../errors.ts';
import { setLocation } from '../../records/location.ts';
import type { Row } from '../rows.ts';
import type { Columns } from './column.ts';
import { columnMeanings } from './file-metadata.ts';
import { fieldsCell } from './nested-cells.ts';

export interface RowReader {
  /** The columns that must be read from the file; undefined = all of them. */
  readonly columns: readonly string[] | undefined;
  /** `firstRow` is the 0-based position in the file of the batch's first row. */
  rows(batch: RecordBatch, firstRow: number): Generator<Row[]>;
}

/** A group has at most this many rows, and fewer of large ones: what is passed on at once dies young. */
const maxGroupRows = 256;
const groupBytes = 1024 * 1024;

function restColumnOf(meanings: Columns | undefined): string | undefined {
  const kinds = ['rest', 'json_and_rest'];
  return Object.entries(meanings ?? {}).find(([, { kind }]) => kinds.includes(kind))?.[0];
}

/**
 * `text` is what the file's metadata say under our key. A wanted field may be in the column for what has no place
 * elsewhere, with a value that its own column could not hold, so that one is read as well.
 */
export function rowReader(
  path: string,
  schema: Schema,
  text: string | undefined,
  requested: readonly string[] | undefined,
): RowReader {
  const names = schema.fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new LateBenchError(
      'LB_SCHEMA',
      `${path}: column ${JSON.stringify(twice)} is twice in the file; rename one`,
    );
  }
  const missing = requested?.find((name) => !names.includes(name));
  if (missing !== undefined) {
    throw new LateBenchError(
      'LB_USAGE',
      `${path} has no column ${JSON.stringify(missing)}; it has ${names.join(', ')}`,
    );
  }
  const meanings = columnMeanings(path, text, names);
  const rest = restColumnOf(meanings);
  const chosen = requested && new Set<string | undefined>(requested);
  const wantsRest = chosen?.has(rest) === true;
  const isRequested = chosen && ((name: string) => chosen.has(name) || (wantsRest && !names.includes(name)));
  return {
    columns: chosen && names.filter((name) => chosen.has(name) || name === rest),
    *rows(batch, firstRow) {
      const read = fieldsCell(batch.data, meanings, isRequested);
      const rowBytes = batch.data.byteLength / Math.max(1, batch.numRows);
      const groupRows = Math.max(1, Math.min(maxGroupRows, Math.floor(groupBytes / Math.max(1, rowBytes))));
      for (let from = 0; from < batch.numRows; from += groupRows) {
        const group: Row[] = [];
        for (let index = from; index < Math.min(from + groupRows, batch.numRows); index += 1) {
          group.push(setLocation(read(index), { source: path, line: firstRow + index + 1 }));
        }
        yield group;
      }
    },
  };
}
