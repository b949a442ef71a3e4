// The result files of a batch, line by line. A torn line is one that a transfer cut, or that the provider never wrote to
// its end: the files are fetched again, and what is still torn counts as not answered. A file without any result that
// begins otherwise than one is a proxy's or the provider's page: the results are still there, so nothing is sent again.
import { LateBenchError } from '../../errors.ts';
import { backoffMs, waitMs } from '../backoff.ts';
import type { BatchApi } from './batch-api.ts';
import { type BatchLine, jsonLines, readCustomId } from './batch-files.ts';

export interface ResultLine {
  readonly id: Pick<BatchLine, 'key' | 'sample'>;
  /** Null for a request that was not carried out. */
  readonly response: { readonly status_code: number; readonly body: unknown } | null;
}

const maxFetches = 3;
const backoff = { firstMs: 500, maxMs: 5000 };
/** Characters of a page that a message shows. */
const shownLength = 80;

/** Undefined where the line is none of a result. */
function resultOf(value: unknown): ResultLine | undefined {
  const { custom_id, response } = (value ?? {}) as { custom_id?: unknown; response?: unknown };
  const id = typeof custom_id === 'string' ? readCustomId(custom_id) : null;
  if (id === null) return undefined;
  const { status_code, body } = (response ?? {}) as { status_code?: unknown; body?: unknown };
  return { id, response: typeof status_code === 'number' ? { status_code, body } : null };
}

/** Remembers how the bytes that pass begin. */
class Beginning {
  text = '';

  async *of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isFirst = true;
    for await (const chunk of chunks) {
      if (isFirst)
        this.text = Buffer.from(chunk.subarray(0, 4 * shownLength))
          .toString('utf8')
          .trim();
      isFirst = false;
      yield chunk;
    }
  }

  /** A line that was cut begins as this does, whatever is missing of it. */
  get isOfResult(): boolean {
    return /^\{\s*"(?:id|custom_id|response|error"\s*:\s*null)/.test(this.text);
  }
}

export interface Results {
  readonly api: Pick<BatchApi, 'download'>;
  /** The run folder: files lie there while they are read. */
  readonly run: string;
  readonly files: readonly (string | null | undefined)[];
  readonly signal: AbortSignal;
}

function somethingElse(file: string, text: string): LateBenchError {
  const shown = JSON.stringify(text.slice(0, shownLength));
  return new LateBenchError(
    'LB_ENDPOINT_STOPPED',
    `the results of a batch (${file}) did not arrive; in their place the endpoint sent ${shown}. ` +
      'Nothing is sent again: run the command again to fetch them',
  );
}

/**
 * Hands over each result once.
 *
 * @returns What cannot be had: files that are not there any more, and lines that stay torn
 * @throws LB_ENDPOINT_STOPPED where something else comes in the place of a file
 */
export async function readResults(
  { api, run, files, signal }: Results,
  take: (line: ResultLine) => Promise<void>,
): Promise<string[]> {
  const taken = new Set<string>();
  const missing: string[] = [];
  for (const file of files) {
    if (file == null) continue;
    let torn = 0;
    let results = 0;
    let beginning = new Beginning();
    for (let fetches = 1; fetches === 1 || (torn > 0 && fetches <= maxFetches); fetches += 1) {
      if (fetches > 1) await waitMs(backoffMs(fetches - 1, backoff), signal);
      torn = 0;
      beginning = new Beginning();
      const received = await api.download(file, run, signal);
      if (received === null) {
        missing.push(`its results (${file}) are not there any more`);
        break;
      }
      try {
        for await (const value of jsonLines(beginning.of(received.chunks()))) {
          const line = resultOf(value);
          if (line === undefined) {
            torn += 1;
            continue;
          }
          results += 1;
          if (taken.has(line.id.key)) continue;
          taken.add(line.id.key);
          await take(line);
        }
      } finally {
        received.close();
      }
    }
    if (torn > 0 && results === 0 && !beginning.isOfResult) throw somethingElse(file, beginning.text);
    if (torn > 0) missing.push(`${torn} lines of its results are torn`);
  }
  return missing;
}
