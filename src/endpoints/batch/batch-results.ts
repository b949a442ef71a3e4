// The result files of a batch, line by line. A torn line is one that a transfer cut, or that the provider never wrote to
// its end: the files are fetched again, and what is still torn counts as not answered.
import type { BatchApi } from './batch-api.ts';
import { type BatchLine, jsonLines, readCustomId } from './batch-files.ts';

export interface ResultLine {
  readonly id: Pick<BatchLine, 'key' | 'sample'>;
  /** Null for a request that was not carried out. */
  readonly response: { readonly status_code: number; readonly body: unknown } | null;
}

const maxFetches = 3;

/** Undefined where the line is none of a result. */
function resultOf(value: unknown): ResultLine | undefined {
  const { custom_id, response } = (value ?? {}) as { custom_id?: unknown; response?: unknown };
  const id = typeof custom_id === 'string' ? readCustomId(custom_id) : null;
  if (id === null) return undefined;
  const { status_code, body } = (response ?? {}) as { status_code?: unknown; body?: unknown };
  return { id, response: typeof status_code === 'number' ? { status_code, body } : null };
}

export interface Results {
  readonly api: Pick<BatchApi, 'download'>;
  /** The run folder: files lie there while they are read. */
  readonly run: string;
  readonly files: readonly (string | null | undefined)[];
  readonly signal: AbortSignal;
}

/**
 * Hands over each result once.
 *
 * @returns What cannot be had: files that are not there any more, and lines that stay torn
 */
export async function readResults(
  { api, run, files, signal }: Results,
  take: (line: ResultLine) => Promise<void>,
): Promise<readonly string[]> {
  const taken = new Set<string>();
  const missing: string[] = [];
  for (const file of files) {
    if (file == null) continue;
    let torn = 0;
    for (let fetches = 1; fetches === 1 || (torn > 0 && fetches <= maxFetches); fetches += 1) {
      torn = 0;
      const received = await api.download(file, run, signal);
      if (received === null) {
        missing.push(`its results (${file}) are not there any more`);
        break;
      }
      try {
        for await (const value of jsonLines(received.chunks())) {
          const line = resultOf(value);
          if (line === undefined) torn += 1;
          else if (!taken.has(line.id.key)) {
            taken.add(line.id.key);
            await take(line);
          }
        }
      } finally {
        received.close();
      }
    }
    if (torn > 0) missing.push(`${torn} lines of its results are torn`);
  }
  return missing;
}
