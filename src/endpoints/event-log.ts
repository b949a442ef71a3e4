// Writes the events of this process to events.jsonl in a run folder, one object a line with its time. One file a
// process: the first takes `events.jsonl`, others `events-2.jsonl` and so on, so that no line is ever torn by another.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { outputError } from '../storage/output-error.ts';
import { privateFile } from '../storage/private-files.ts';
import { endpointChannelName } from './events.ts';

export interface EventLog {
  readonly path: string;
  close(): void;
}

/** Files of this process that are closed: it goes on in them. */
const closed = new Map<string, string>();

function openFile(folder: string): { path: string; file: number } {
  const path = closed.get(folder);
  closed.delete(folder);
  return path !== undefined && existsSync(path)
    ? { path, file: openSync(path, 'a', privateFile) }
    : createFile(folder);
}

function createFile(folder: string): { path: string; file: number } {
  for (let n = 1; n < 100_000; n += 1) {
    const path = join(folder, n === 1 ? 'events.jsonl' : `events-${n}.jsonl`);
    try {
      return { path, file: openSync(path, 'wx', privateFile) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new LateBenchError('LB_OUTPUT', `${folder} has no free name for an event file`);
}

const flushBytes = 64 * 1024;
const flushMs = 500;

/**
 * Writes what the endpoints of this process do from now on into its file in the folder, a new one where it has none.
 *
 * A write that fails, on a full disk above all, ends no run: the journal decides that, whose replies were paid for. The
 * events wait for the next try, and `close` is the last: it throws LB_DISK_FULL or LB_OUTPUT where they are still missing.
 */
export function openEventLog(folder: string, now: () => Date = () => new Date()): EventLog {
  const own = resolve(folder);
  const { path, file } = openFile(own);
  let pending = '';
  /** Bytes that an earlier try did not write, before those of `pending`. */
  let rest = Buffer.alloc(0);
  let failed = false;
  const flush = (): void => {
    if (pending !== '') rest = Buffer.concat([rest, Buffer.from(pending)]);
    pending = '';
    while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
  };
  const tryFlush = (): void => {
    try {
      flush();
      failed = false;
    } catch {
      failed = true;
    }
  };
  const onEvent = (event: unknown): void => {
    pending += `${JSON.stringify({ at: now().toISOString(), ...(event as object) })}\n`;
    // Where the disk is full, a try with each event would be in vain: the timer makes the next.
    if (pending.length >= flushBytes && !failed) tryFlush();
  };
  subscribe(endpointChannelName, onEvent);
  const timer = setInterval(tryFlush, flushMs);
  timer.unref();
  return {
    path,
    close() {
      unsubscribe(endpointChannelName, onEvent);
      clearInterval(timer);
      try {
        flush();
        closed.set(own, path);
      } catch (cause) {
        throw outputError(path, cause);
      } finally {
        closeSync(file);
      }
    },
  };
}
