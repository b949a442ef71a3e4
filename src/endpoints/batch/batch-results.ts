// The result files of a batch, line by line. A torn line is one that a transfer cut, or that the provider never wrote to
// its end: the files are fetched again, and what is still torn counts as not answered. A file without any result that
// begins otherwise than one is a proxy's or the provider's page: the results are still there, so nothing is sent again.
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LateBenchError } from '../../errors.ts';
import type { SpillFile } from '../../storage/spill-file.ts';
import { backoffMs, waitMs } from '../backoff.ts';
import { errorIn } from '../wire-error.ts';
import { isObject, type JsonObject, parseJson } from '../wire-shape.ts';
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

/** A request that the provider did not get to, as against one that it could not carry out. */
function isNotCarriedOut(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return error == null || /expired|cancel/i.test(`${String(code)} ${String(message)}`);
}

/** Whatever form it has it was carried out, and paid for: also numbers and bodies as texts, and a body alone. */
function answerIn(response: JsonObject): NonNullable<ResultLine['response']> {
  const { status_code, body = response } = response;
  const status = Number(status_code ?? 200);
  return {
    status_code: Number.isInteger(status) ? status : 200,
    body: typeof body === 'string' ? (parseJson(body) ?? body) : body,
  };
}

/** Undefined where the line is none of a result, `foreign` where it is of a request that is not ours. */
function resultOf(value: unknown): ResultLine | 'foreign' | undefined {
  const { custom_id, response, error } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof custom_id !== 'string') return undefined;
  const id = readCustomId(custom_id);
  if (id === null) return 'foreign';
  if (isObject(response)) return { id, response: answerIn(response) };
  // Read as any error in a body.
  return { id, response: isNotCarriedOut(error) ? null : { status_code: 200, body: { error } } };
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

export interface ResultFiles {
  readonly api: Pick<BatchApi, 'download'>;
  /** The run folder: files lie there while they are read. */
  readonly run: string;
  readonly files: readonly (string | null | undefined)[];
  /** Results that there are, by the provider's own count; 0 where nobody knows. */
  readonly expected?: number;
  readonly signal: AbortSignal;
}

/** What one look at a file came to. */
interface Fetched {
  /** The file is not there. */
  readonly gone: boolean;
  readonly found: number;
  readonly torn: number;
  /** The custom_id of a result that is of none of our requests, or of one that has another in the same file. */
  readonly strange?: string | undefined;
  readonly beginning: Beginning;
}

function somethingElse(file: string, text: string): LateBenchError {
  const shown = JSON.stringify(text.slice(0, shownLength));
  return new LateBenchError(
    'LB_ENDPOINT_STOPPED',
    `the results of a batch (${file}) did not arrive; in their place the endpoint sent ${shown}. ` +
      'Nothing is sent again: run the command again to fetch them',
  );
}

function misnamed(file: string, name: string | undefined): LateBenchError {
  return new LateBenchError(
    'LB_ENDPOINT_STOPPED',
    `the results of a batch (${file}) do not have the names of its requests: one has the custom_id ` +
      `${JSON.stringify(name)}. Nothing is sent again: leave --batch out, since this provider changes the names`,
  );
}

const isGood = ({ response }: ResultLine): boolean =>
  response?.status_code === 200 && errorIn(response.body) === null;

/** Results as they come, each call once: an error waits until all is read, since a reply to the same call may follow. */
class Results {
  readonly #errors = new Map<string, ResultLine>();
  readonly #good = new Set<string>();
  readonly #take: (line: ResultLine) => Promise<void>;

  constructor(take: (line: ResultLine) => Promise<void>) {
    this.#take = take;
  }

  get size(): number {
    return this.#good.size + this.#errors.size;
  }

  async add(line: ResultLine): Promise<void> {
    const { key } = line.id;
    if (this.#good.has(key)) return;
    if (!isGood(line)) {
      if (!this.#errors.has(key)) this.#errors.set(key, line);
      return;
    }
    this.#errors.delete(key);
    this.#good.add(key);
    await this.#take(line);
  }

  async end(): Promise<void> {
    for (const line of this.#errors.values()) await this.#take(line);
  }
}

/** As it was before a provider packed it, whether or not its headers said so. */
async function unpacked(file: SpillFile): Promise<AsyncIterable<Uint8Array>> {
  const start = Buffer.alloc(2);
  await file.readInto(start, 0);
  if (start.readUInt16BE() !== 0x1f8b) return file.chunks();
  // What goes wrong is met by whoever reads.
  return pipeline(Readable.from(file.chunks()), createGunzip(), () => undefined);
}

/** The bytes end within what was packed, or are not what they begin as. */
function isTornArchive(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}

async function fetchFile(
  { api, run, signal }: Pick<ResultFiles, 'api' | 'run' | 'signal'>,
  file: string,
  results: Results,
): Promise<Fetched> {
  const beginning = new Beginning();
  const received = await api.download(file, run, signal);
  if (received === null) return { gone: true, found: 0, torn: 0, beginning };
  let torn = 0;
  let found = 0;
  let strange: string | undefined;
  /** In this file, this time: an error in one file and a reply to the same call in another are nothing strange. */
  const named = new Set<string>();
  try {
    for await (const value of jsonLines(beginning.of(await unpacked(received)))) {
      const line = resultOf(value);
      if (line === undefined) torn += 1;
      else found += 1;
      if (line === undefined) continue;
      const key = line === 'foreign' ? null : line.id.key;
      if (key === null || named.has(key)) strange ??= String((value as { custom_id?: unknown }).custom_id);
      if (key !== null) named.add(key);
      if (line !== 'foreign') await results.add(line);
    }
  } catch (error) {
    if (!isTornArchive(error)) throw error;
    torn += 1;
  } finally {
    received.close();
  }
  return { gone: false, found, torn, strange, beginning };
}

/**
 * Hands over each result once. What does not arrive as it should is fetched again: a file that is not there, a line that
 * is torn, and fewer results than the provider has counted.
 *
 * @returns What cannot be had
 * @throws LB_ENDPOINT_STOPPED where something else comes in the place of a file, or results without the names of requests
 */
export async function readResults(
  { files, expected = 0, signal, ...from }: ResultFiles,
  take: (line: ResultLine) => Promise<void>,
): Promise<string[]> {
  const results = new Results(take);
  const last = new Map<string, Fetched>();
  const named = files.filter((file) => file != null);
  for (let fetches = 1; fetches <= maxFetches; fetches += 1) {
    const isShort = results.size < expected;
    const wanted = named.filter((file) => {
      const { gone = true, torn = 0 } = last.get(file) ?? {};
      return gone || torn > 0 || isShort;
    });
    if (wanted.length === 0) break;
    if (fetches > 1) await waitMs(backoffMs(fetches - 1, backoff), signal);
    for (const file of wanted) last.set(file, await fetchFile({ ...from, signal }, file, results));
  }
  const least = Math.max(expected, 1);
  const lines = [...last.values()].reduce((sum, { found }) => sum + found, 0);
  const missing: string[] = [];
  for (const [file, { gone, found, torn, strange, beginning }] of last) {
    // As many results as there should be, and not of our requests.
    if (strange !== undefined && results.size < least && lines >= least) throw misnamed(file, strange);
    if (torn > 0 && found === 0 && !beginning.isOfResult) throw somethingElse(file, beginning.text);
    if (gone) missing.push(`its results (${file}) are not there any more`);
    if (torn > 0) missing.push(`${torn} lines of its results are torn`);
  }
  const lacking = expected - results.size;
  if (lacking > 0 && missing.length === 0) missing.push(`${lacking} of its ${expected} results are missing`);
  await results.end();
  return missing;
}
