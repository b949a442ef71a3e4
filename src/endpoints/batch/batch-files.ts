// What a run folder knows of its batches: `batches/<role>-<n>.jsonl` are the request files as they are sent, and
// batches.jsonl says which were submitted under which id, and how they ended. A file without a line there was never
// sent, or was sent by a process that was killed before it could say so.

import { createReadStream } from 'node:fs';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../records/parse-json.ts';
import { openPendingFile } from '../../storage/atomic-write.ts';
import { readLines } from '../../storage/lines.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { privateFile, privateFolder } from '../../storage/private-files.ts';
import type { ChatRequest } from '../chat.ts';
import type { Account } from './account.ts';

export interface BatchLine {
  readonly key: string;
  readonly sample: number;
  readonly request: ChatRequest;
}

export interface KnownBatch {
  /** `critic-0001`: also the name of its request file. */
  readonly name: string;
  /** The provider's id, once it was submitted. */
  id: string | null;
  /** The provider's id of its request file, which an upload has given it. */
  file: string | null;
  /** How it ended: the provider's status, or `lost`. */
  ended: string | null;
  /** When its id was noted, in milliseconds since 1970; null for one that was not submitted. */
  submittedMs: number | null;
  /** Whose it is; null where that was not noted. */
  account: Account | null;
}

/** What a new request file begins as. */
export function unsentBatch(name: string): KnownBatch {
  return { name, id: null, file: null, ended: null, submittedMs: null, account: null };
}

/** What a file of the run has, or nothing where there is no such file: one that cannot be read is not taken for none. */
async function orNone<T>(reading: Promise<T>, none: T): Promise<T> {
  return reading.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none;
    throw error;
  });
}

function logOf(run: string): Promise<string> {
  return orNone(readFile(join(run, 'batches.jsonl'), 'utf8'), '');
}

const longestLine = 64 << 20;

export function requestPath(run: string, name: string): string {
  return join(run, 'batches', `${name}.jsonl`);
}

/** The name of a request in a batch; a key alone does not say which sample it is. */
export function customId({ key, sample }: Pick<BatchLine, 'key' | 'sample'>): string {
  return `${key}.${sample}`;
}

export function readCustomId(id: string): { readonly key: string; readonly sample: number } | null {
  const [, key, sample] = /^([0-9a-f]{64})\.(\d+)$/.exec(id) ?? [];
  return key === undefined ? null : { key, sample: Number(sample) };
}

interface LogLine {
  readonly at: string;
  readonly batch: string;
  readonly id?: string;
  readonly file?: string;
  readonly ended?: string;
  readonly account?: Account;
}

/** Names under which a run has batches: `critic`, and `critic.2` and so on for further models of a role. */
export async function labelsOf(run: string, role?: string): Promise<readonly string[]> {
  const names = await orNone(readdir(join(run, 'batches')), []);
  const labels = names.flatMap((name) => /^(.+)-\d+\.jsonl$/.exec(name)?.[1] ?? []);
  const ours = (label: string): boolean =>
    role === undefined || label === role || label.startsWith(`${role}.`);
  return [...new Set(labels)].filter(ours);
}

/** The batches of a role, oldest first. */
export async function knownBatches(run: string, role: string): Promise<KnownBatch[]> {
  const names = await orNone(readdir(join(run, 'batches')), []);
  const mine = names.filter((name) => name.startsWith(`${role}-`) && name.endsWith('.jsonl')).sort();
  const batches = mine.map((name) => unsentBatch(name.slice(0, -6)));
  const byName = new Map(batches.map((batch) => [batch.name, batch]));
  for (const text of (await logOf(run)).split('\n')) {
    // A torn line was never whole: the provider still knows the batch.
    const line = parsedLine(text) as LogLine | undefined;
    const batch = line === undefined ? undefined : byName.get(line.batch);
    if (line === undefined || batch === undefined) continue;
    if (line.id !== undefined) batch.submittedMs = Date.parse(line.at);
    batch.id = line.id ?? batch.id;
    batch.file = line.file ?? batch.file;
    batch.ended = line.ended ?? batch.ended;
    batch.account = line.account ?? batch.account;
  }
  return batches;
}

/** Batches in a row, up to the last one that ended, that came to nothing. */
export async function fruitlessBefore(run: string, role: string): Promise<number> {
  let count = 0;
  for (const text of (await logOf(run)).split('\n')) {
    const line = parsedLine(text) as { batch?: string; fruitful?: boolean } | undefined;
    if (line?.batch?.startsWith(`${role}-`) !== true || line.fruitful === undefined) continue;
    count = line.fruitful ? 0 : count + 1;
  }
  return count;
}

/** One durable line; a torn one before it is closed off. */
export async function noteBatch(run: string, line: Readonly<Record<string, unknown>>): Promise<void> {
  const path = join(run, 'batches.jsonl');
  const before = await logOf(run);
  const open = before === '' || before.endsWith('\n') ? '' : '\n';
  await appendFile(path, `${open}${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`, {
    flush: true,
    mode: privateFile,
  });
}

/** Yields the JSON values of a file line by line; undefined for a line that is torn. */
export async function* jsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  for await (const lines of readLines(chunks, { maxLineBytes: longestLine })) {
    for (const { bytes } of lines) {
      const text = bytes.toString('utf8');
      // A byte order mark is a space too.
      if (/\S/.test(text)) yield parsedLine(text);
    }
  }
}

function parsedLine(text: string): unknown {
  try {
    return parseJson(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

export async function* requestsOf(run: string, name: string): AsyncGenerator<BatchLine> {
  for await (const line of jsonLines(createReadStream(requestPath(run, name)))) {
    if (line === undefined) continue;
    const { custom_id, body } = line as { custom_id: string; body: ChatRequest };
    const id = readCustomId(custom_id);
    if (id !== null) yield { ...id, request: body };
  }
}

export interface RequestFile {
  readonly requests: number;
  readonly bytes: number;
  /** `body`: the request as it is sent. */
  add(line: Pick<BatchLine, 'key' | 'sample'>, body: string): void;
  /** Gives the file its name. */
  publish(): Promise<void>;
}

const flushBytes = 1 << 20;

export async function createRequestFile(run: string, name: string): Promise<RequestFile> {
  const path = requestPath(run, name);
  await createFolder(join(run, 'batches'), privateFolder);
  const file = await openPendingFile(path);
  let pending = '';
  let written: Promise<void> = Promise.resolve();
  let requests = 0;
  let bytes = 0;
  const flush = (): void => {
    const text = pending;
    pending = '';
    written = written.then(() => file.write(Buffer.from(text)));
    // Told to whoever publishes.
    written.catch(() => undefined);
  };
  return {
    get requests() {
      return requests;
    },
    get bytes() {
      return bytes;
    },
    add(line, body) {
      const head = JSON.stringify({ custom_id: customId(line), method: 'POST', url: '/v1/chat/completions' });
      const text = `${head.slice(0, -1)},"body":${body}}\n`;
      pending += text;
      bytes += Buffer.byteLength(text);
      requests += 1;
      if (pending.length >= flushBytes) flush();
    },
    async publish() {
      flush();
      try {
        await written;
        await file.publish();
      } catch (error) {
        await file.discard();
        throw error;
      }
    },
  };
}
