// Collects rows into one Arrow record batch after the other, and knows how large the one being built is.
import { type Data, RecordBatch, Schema, type Struct } from 'apache-arrow';
import type { Row } from '../rows.ts';
import { type Columns, struct } from './column.ts';
import { columnBuilder } from './column-builder.ts';
import { rowFitter } from './rest.ts';
import type { Meter } from './scalar-builders.ts';

export interface BatchBuilder {
  readonly schema: Schema;
  readonly rows: number;
  /** Bytes of values, offsets and text of the batch being built; validity bits are not counted. */
  readonly bytes: number;
  /** Throws when a row does not fit the columns; the batch is of no use then. */
  append(row: Row): void;
  /** Shares memory with the builder: valid until the next `append` or `reset`. */
  finish(): RecordBatch;
  reset(): void;
}

export function batchBuilder(columns: Columns, metadata?: ReadonlyMap<string, string>): BatchBuilder {
  const meter: Meter = { bytes: 0 };
  const builder = columnBuilder(meter, struct(columns));
  const fit = rowFitter(columns);
  const schema = new Schema((builder.type as Struct).children, new Map(metadata));
  let rows = 0;
  return {
    schema,
    get rows() {
      return rows;
    },
    get bytes() {
      return meter.bytes;
    },
    append(row) {
      builder.append(fit(row));
      rows += 1;
    },
    finish: () => new RecordBatch(schema, builder.finish() as Data<Struct>),
    reset() {
      builder.reset();
      meter.bytes = 0;
      rows = 0;
    },
  };
}
