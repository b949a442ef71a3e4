// Where bad records go: a JSONL file beside the run, one envelope a record, with what stood in the input so that
// nothing is lost and it can be fed through again. The file appears with the first envelope.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { outputError } from './output-error.ts';
import { privateFile } from './private-files.ts';
import type { BadRow } from './rows.ts';

export interface Quarantine {
  readonly path: string;
  readonly count: number;
  add(bad: BadRow & { readonly attempts?: number }): void;
  close(): void;
}

/**
 * Writes are synchronous on purpose: they are rare, and an envelope is on its way to the disk before the record
 * after it is looked at. Envelope: {source, line, byte, record_id, stage, code, message, attempts, raw, at}.
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
          mkdirSync(dirname(path), { recursive: true });
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
