// Opens an output by the ending of its name: .jsonl, .csv, either with .gz, .parquet, .arrow; `-` is standard output.
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { LateBenchError } from '../errors.ts';
import type { Columns } from './columnar/column.ts';
import { makeFolder } from './make-folder.ts';
import type { Sink } from './sink.ts';
import { jsonlForm, textFileSink, textSink } from './text-sink.ts';

export interface OutputOptions {
  readonly stdout?: Writable;
  /** Key-value metadata for the formats that can carry it. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The columns of Parquet and Arrow files; those of records by default. */
  readonly columns?: Columns | undefined;
}

export const outputEndings = ['.jsonl', '.jsonl.gz', '.csv', '.csv.gz', '.parquet', '.arrow'] as const;

async function columnsFor({ columns }: OutputOptions): Promise<Columns> {
  return columns ?? (await import('./columnar/schema.ts')).solutionColumns;
}

/** The format that the ending of a name says, in small letters; undefined where it says none. */
export function formatOf(path: string): string | undefined {
  return /\.((?:jsonl|ndjson|csv)(?:\.gz)?|parquet|arrow)$/i.exec(path)?.[1]?.toLowerCase();
}

/**
 * Opens a file for rows, in the format of its extension: .jsonl, .jsonl.gz, .csv, .csv.gz, .parquet or .arrow. The file
 * appears when it is closed and complete; until then an existing file of that name is unchanged.
 *
 * @param path The file; its folder is created if it is missing. `-` writes JSONL to standard output.
 * @param options `columns` of Parquet and Arrow (those of records by default) and `metadata` for them.
 * @returns A sink: `await` each `write`, then `close`.
 * @throws LB_USAGE for an extension that names no format, and from `write` and `close` of an output that is closed;
 *   LB_OUTPUT, LB_DISK_FULL from the opening, `write` and `close`.
 * @example
 * const output = await openOutput('problems.parquet');
 * for (const record of records) await output.write(record);
 * await output.close();
 */
export async function openOutput(path: string, options: OutputOptions = {}): Promise<Sink> {
  if (path === '-') return textSink(options.stdout ?? process.stdout, jsonlForm);
  const ending = formatOf(path);
  if (ending === undefined) {
    throw new LateBenchError(
      'LB_USAGE',
      `${path}: the extension names no format; use one of ${outputEndings.join(' ')}`,
    );
  }
  await makeFolder(dirname(path));
  return onceClosed(path, await openFile(path, ending, options));
}

/** What is written after the end would be in no file, without a word. */
function onceClosed(path: string, sink: Sink): Sink {
  let closed = false;
  const check = (): void => {
    if (closed)
      throw new LateBenchError('LB_USAGE', `${path}: the output is closed; open another for more rows`);
  };
  return {
    discards: true,
    write(row) {
      check();
      return sink.write(row);
    },
    async close() {
      check();
      closed = true;
      return sink.close();
    },
    async abort() {
      closed = true;
      await sink.abort();
    },
  };
}

async function openFile(path: string, ending: string, options: OutputOptions): Promise<Sink> {
  switch (ending) {
    case 'csv':
    case 'csv.gz': {
      const { csvForm } = await import('./csv-form.ts');
      return textFileSink(path, csvForm(), { gzip: ending.endsWith('.gz') });
    }
    case 'parquet': {
      const { openParquetSink } = await import('./columnar/parquet-sink.ts');
      return openParquetSink(path, await columnsFor(options), { metadata: options.metadata ?? {} });
    }
    case 'arrow': {
      const { openArrowSink } = await import('./columnar/arrow-sink.ts');
      return openArrowSink(path, await columnsFor(options), { metadata: options.metadata ?? {} });
    }
    default:
      return textFileSink(path, jsonlForm, { gzip: ending.endsWith('.gz') });
  }
}
