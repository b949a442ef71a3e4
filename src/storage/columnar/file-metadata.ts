// What our table files say about themselves, under the one key `latebench` of Parquet and Arrow key-value metadata:
// what the columns mean, and whatever the writer passed (tool version, manifest hash). One key and not several,
// because the Parquet writer puts several in an order that changes from file to file.

import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { type Columns, columnsSchema } from './column.ts';
import { recordColumns } from './schema.ts';

export const metadataKey = 'latebench';

/** Raised when a reader of the last version would misread what is written now. */
const tableSchemaVersion = 2;

/** The oldest version whose readers know what these columns mean. */
function versionFor(columns: Columns): number {
  return Object.values(columns).some(({ kind }) => kind === 'json_and_rest') ? tableSchemaVersion : 1;
}

const metadataSchema = z.object({ schema_version: z.int(), columns: columnsSchema });

export function metadataText(columns: Columns, passed: Readonly<Record<string, string>>): string {
  return JSON.stringify({ ...passed, schema_version: versionFor(columns), columns });
}

/** Undefined where the metadata are not ours: another tool may have put its own under this key. */
function writtenMeanings(path: string, text: string): Columns | undefined {
  let metadata: unknown;
  try {
    metadata = parseJson(text);
  } catch {
    return undefined;
  }
  const version = metadataSchema.pick({ schema_version: true }).safeParse(metadata);
  if (version.data !== undefined && version.data.schema_version > tableSchemaVersion) {
    throw new LateBenchError(
      'LB_SCHEMA',
      `${path} has table schema ${version.data.schema_version}, and this latebench knows ${tableSchemaVersion}; update it`,
    );
  }
  return metadataSchema.safeParse(metadata).data?.columns;
}

/**
 * What the columns of a file mean. A file that does not say, but has the columns every record has, is a record file
 * that went through another tool. Undefined for all others: their columns are read as what their types say.
 */
export function columnMeanings(
  path: string,
  text: string | undefined,
  names: readonly string[],
): Columns | undefined {
  const written = text === undefined ? undefined : writtenMeanings(path, text);
  return written ?? recordColumns(names);
}
