// Rows in the layout of another project go to text files, and to files of columns where the layout says which.
import { LateBenchError } from '../errors.ts';
import type { Columns } from '../storage/columnar/column.ts';

export interface LayoutOutput {
  readonly path: string;
  readonly columns?: Columns | undefined;
}

/** Throws LB_USAGE for a file of columns where the format, by its name, has none. */
export async function layoutOutput(path: string, format: string | undefined): Promise<LayoutOutput> {
  if (format === undefined || !/\.(?:parquet|arrows?)$/i.test(path)) return { path };
  const { exportFormatNamed } = await import('../datasets/export/export.ts');
  const { columns } = exportFormatNamed(format);
  if (columns !== undefined) return { path, columns };
  throw new LateBenchError(
    'LB_USAGE',
    `-o ${path}: ${format} has no columns; write its rows as .jsonl, .jsonl.gz or .csv`,
  );
}
