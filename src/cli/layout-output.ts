// Rows in the layout of another project go to text files: the columns of Parquet and Arrow are those of records.
import { LateBenchError } from '../errors.ts';

/** The output path itself. Throws LB_USAGE for a file of columns, which would hold none of the rows' fields. */
export function layoutOutput(output: string): string {
  if (!/\.(?:parquet|arrows?)$/i.test(output)) return output;
  throw new LateBenchError(
    'LB_USAGE',
    `-o ${output}: these columns are made for records; write exported rows as .jsonl, .jsonl.gz or .csv`,
  );
}
