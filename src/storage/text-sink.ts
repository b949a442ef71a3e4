// JSONL and CSV as text: to a stream that is there (standard output), or to a file that appears whole at the end.

import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openPendingFile, type PendingFile } from './atomic-write.ts';
import { jsonLine } from './original-text.ts';
import { outputError } from './output-error.ts';
import type { Row } from './rows.ts';
import type { Sink, Written } from './sink.ts';

/** Turns rows into text. `header` is asked for once, with the first row. */
export interface TextForm {
  header(row: Row): string;
  /** `index` counts from 0. */
  line(row: Row, index: number): string;
  footer?(rows: number): string;
}

export const jsonlForm: TextForm = {
  header: () => '',
  line: jsonLine,
};

const standardOutput = 'standard output';
const flushChars = 64 * 1024;

/** Whoever watches a file being written sees a row about as soon as it is there. */
const fileDelayMs = 100;

/** Rows written in one turn of the event loop leave together. None waits longer than that turn, or than `delayMs`. */
export function textSink(output: Writable, form: TextForm, { delayMs = 0 } = {}): Sink {
  let pending = '';
  let scheduled = false;
  let rows = 0;
  let bytes = 0;
  let failure: unknown;
  output.on('error', (error) => {
    failure ??= error;
  });

  const flush = (): boolean => {
    scheduled = false;
    if (pending === '') return true;
    const text = pending;
    pending = '';
    bytes += Buffer.byteLength(text);
    return output.write(text);
  };
  const throwFailure = (): void => {
    if (failure === undefined) return;
    // A reader that has gone is not the disk's doing, and no error.
    const isGone = (failure as NodeJS.ErrnoException).code === 'EPIPE';
    throw isGone || (failure as NodeJS.ErrnoException).syscall === undefined
      ? failure
      : outputError(standardOutput, failure);
  };
  return {
    write(row) {
      throwFailure();
      if (rows === 0) pending += form.header(row);
      pending += form.line(row, rows);
      rows += 1;
      if (pending.length >= flushChars) {
        if (!flush()) return drained(output, throwFailure);
      } else if (output.writableNeedDrain) {
        // The reader is slow: what left in an earlier turn still waits for it.
        return drained(output, throwFailure).then(() => void flush());
      } else if (!scheduled) {
        scheduled = true;
        if (delayMs === 0) setImmediate(flush);
        // `close` does not wait for it.
        else setTimeout(flush, delayMs).unref();
      }
      return undefined;
    },
    async close(): Promise<Written> {
      throwFailure();
      pending += form.footer?.(rows) ?? '';
      if (!flush()) await drained(output, throwFailure);
      // Resolves when everything before it has been passed to the operating system.
      await new Promise<void>((resolve, reject) => {
        output.write('', (error) => (error ? reject(error) : resolve()));
      });
      throwFailure();
      return { rows, bytes };
    },
    async abort() {
      // On standard output what came is there, and counted; a file is discarded by its owner.
      if (failure === undefined && output.writable) flush();
      pending = '';
    },
  };
}

async function drained(output: Writable, throwFailure: () => void): Promise<void> {
  // An output that failed or was closed never drains; `close` ends the wait then, and the failure is thrown.
  const settled = new AbortController();
  try {
    await Promise.race([
      once(output, 'drain', { signal: settled.signal }),
      once(output, 'close', { signal: settled.signal }),
    ]);
  } finally {
    settled.abort();
    throwFailure();
  }
}

/** A stream into a file that gets its name later. */
function fileStream(file: PendingFile): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void file.write(chunk).then(() => done(), done),
  });
}

export async function textFileSink(path: string, form: TextForm, { gzip = false } = {}): Promise<Sink> {
  const file = await openPendingFile(path);
  const head = gzip ? createGzip() : new PassThrough();
  const writing = pipeline(head, fileStream(file));
  writing.catch(() => {});
  const sink = textSink(head, form, { delayMs: fileDelayMs });
  const abort = async (): Promise<void> => {
    await sink.abort();
    head.destroy();
    await writing.catch(() => {});
    await file.discard();
  };
  return {
    write: (row) => sink.write(row),
    async close() {
      try {
        const { rows } = await sink.close();
        head.end();
        await writing;
        await file.publish();
        return { rows, bytes: file.bytes };
      } catch (error) {
        await abort();
        throw error;
      }
    },
    abort,
  };
}
