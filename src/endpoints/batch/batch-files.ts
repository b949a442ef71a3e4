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

/** The batches of a role, oldest first. */
export async function knownBatches(run: string, role: string): Promise<KnownBatch[]> {
  const names = await readdir(join(run, 'batches')).catch(() => []);
  const mine = names.filter((name) => name.startsWith(`${role}-`) && name.endsWith('.jsonl')).sort();
  const batches = mine.map(
    (name): KnownBatch => ({ name: name.slice(0, -6), id: null, file: null, ended: null }),
  );
  const byName = new Map(batches.map((batch) => [batch.name, batch]));
  const log = await readFile(join(run, 'batches.jsonl'), 'utf8').catch(() => '');
  for (const text of log.split('\n')) {
    // A torn line was never whole: the provider still knows the batch.
    if (!text.endsWith('}')) continue;
    const line = parseJson(text) as { batch: string; id?: string; file?: string; ended?: string };
    const batch = byName.get(line.batch);
    if (batch === undefined) continue;
    batch.id = line.id ?? batch.id;
    batch.file = line.file ?? batch.file;
    batch.ended = line.ended ?? batch.ended;
  }
  return batches;
}

/** Batches in a row, up to the last one that ended, that came to nothing. */
export async function fruitlessBefore(run: string, role: string): Promise<number> {
  const log = await readFile(join(run, 'batches.jsonl'), 'utf8').catch(() => '');
  let count = 0;
  for (const text of log.split('\n')) {
    const line = parsedLine(text) as { batch?: string; fruitful?: boolean } | undefined;
    if (line?.batch?.startsWith(`${role}-`) !== true || line.fruitful === undefined) continue;
    count = line.fruitful ? 0 : count + 1;
  }
  return count;
}

/** One durable line; a torn one before it is closed off. */
export async function noteBatch(run: string, line: Readonly<Record<string, unknown>>): Promise<void> {
  const path = join(run, 'batches.jsonl');
  const before = await readFile(path, 'utf8').catch(() => '');
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
