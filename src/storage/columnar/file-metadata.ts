// What our table files say about themselves, under the one key `latebench` of Parquet and Arrow key-value metadata:
// what the columns mean, and whatever the writer passed (tool version, manifest hash). One key and not several,
// because the Parquet writer puts several in an order that changes from file to file.
import { z } from 'zod';
import { type Columns, columnsSchema } from './column.ts';
import { solutionColumns } from './schema.ts';

export const metadataKey = 'latebench';

/** Raised when a reader of the last version would misread what is written now. */
export const tableSchemaVersion = 1;

const metadataSchema = z.object({
  schema_version: z.literal(tableSchemaVersion),
  columns: columnsSchema,
});

export function metadataText(columns: Columns, passed: Readonly<Record<string, string>>): string {
  return JSON.stringify({ ...passed, schema_version: tableSchemaVersion, columns });
}

/**
 * What the columns of a file mean. A file that does not say, but has the columns every record has, is a record file
 * that went through another tool. Undefined for all others: their columns are read as what their types say.
 */
export function columnMeanings(text: string | undefined, names: readonly string[]): Columns | undefined {
  if (text !== undefined) {
    try {
      return metadataSchema.parse(JSON.parse(text)).columns;
    } catch {
      // Of a later version, or somebody else's key of this name: fall through to what the columns show.
    }
  }
  return ['id', 'problem', 'steps'].every((name) => names.includes(name)) ? solutionColumns : undefined;
}
