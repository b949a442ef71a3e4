// JSONL and CSV as text: to a stream that is there (standard output), or to a file that appears whole at the end.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { outputError, publishFile, temporaryPath } from './atomic-write.ts';
import { jsonLine } from './original-text.ts';
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

const flushChars = 64 * 1024;

/** Rows written in one turn of the event loop leave together; none waits longer than that turn. */
export function textSink(output: Writable, form: TextForm): Sink {
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
    if (failure !== undefined) throw failure;
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
        setImmediate(flush);
      }
      return undefined;
    },
    async close(): Promise<Written> {
      throwFailure();
      pending += form.footer?.(rows) ?? '';
      if (!flush()) await drained(output, throwFailure);
      // Resolves when everything before it has been handed to the system.
      await new Promise<void>((resolve, reject) => {
        output.write('', (error) => (error ? reject(error) : resolve()));
      });
      throwFailure();
      return { rows, bytes };
    },
    async abort() {
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

export function textFileSink(path: string, form: TextForm, { gzip = false } = {}): Sink {
  const temporary = temporaryPath(path);
  const head = gzip ? createGzip() : new PassThrough();
  const file = createWriteStream(temporary, { flags: 'wx' });
  const writing = pipeline(head, file);
  writing.catch(() => {});
  const sink = textSink(head, form);
  const named = async <T>(work: () => Promise<T> | T): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw outputError(path, cause);
    }
  };
  const remove = async (): Promise<void> => {
    head.destroy();
    file.destroy();
    await finished(file).catch(() => {});
    await rm(temporary, { force: true });
  };
  return {
    write: (row) => {
      try {
        const more = sink.write(row);
        return more === undefined ? undefined : named(() => more);
      } catch (cause) {
        throw outputError(path, cause);
      }
    },
    async close() {
      return named(async () => {
        try {
          const { rows } = await sink.close();
          head.end();
          await writing;
          await publishFile(temporary, path);
          return { rows, bytes: file.bytesWritten };
        } catch (cause) {
          await remove();
          throw cause;
        }
      });
    },
    async abort() {
      await sink.abort();
      await remove();
    },
  };
}
