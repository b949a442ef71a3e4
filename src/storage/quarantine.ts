// Where bad records go: a JSONL file beside the run, one envelope a record, with what stood in the input so that
// nothing is lost and it can be fed through again. The file appears with the first envelope.

import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolderSync } from './make-folder.ts';
import { outputError } from './output-error.ts';
import { privateFile } from './private-files.ts';
import type { BadRow } from './rows.ts';

/** A file of invalid records, each with the reason and what was read of it. */
export interface Quarantine {
  /** The file; it is made with the first record. */
  readonly path: string;
  /** Records added through this value. */
  readonly count: number;
  /** Appends a record and returns once it was written. */
  add(bad: BadRow & { readonly attempts?: number }): void;
  /** Closes the file, if one was made. */
  close(): void;
}

/**
 * Opens a JSONL file for invalid records. Writes are synchronous on purpose: they are rare, and an envelope is on its
 * way to the disk before the next record is looked at. Fields: source, line, byte, record_id, stage, code, message,
 * attempts, raw, at.
 *
 * @param now Gives the time of `at`; the clock by default.
 */
export function openQuarantine(path: string, now: () => Date = () => new Date()): Quarantine {
  let file: number | undefined;
  let count = 0;
  return {
    path,
    get count() {
      return count;
    },
    add(bad) {
      const { source, line, byte, recordId, stage } = bad.where;
      const envelope = {
        source: source ?? null,
        line: line ?? null,
        byte: byte ?? null,
        record_id: recordId ?? null,
        stage: stage ?? null,
        code: bad.code,
        message: bad.message,
        attempts: bad.attempts ?? 1,
        raw: bad.raw,
        at: now().toISOString(),
      };
      try {
        if (file === undefined) {
          createFolderSync(dirname(path));
          file = openSync(path, 'a', privateFile);
        }
        writeSync(file, `${JSON.stringify(envelope)}\n`);
      } catch (cause) {
        throw outputError(path, cause);
      }
      count += 1;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
