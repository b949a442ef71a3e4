// Writes the events of this process to events.jsonl in a run folder, one object a line with its time. One file a
// process: the first takes `events.jsonl`, others `events-2.jsonl` and so on, so that no line is ever torn by another.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { privateFile } from '../storage/private-files.ts';
import { endpointChannelName } from './events.ts';

export interface EventLog {
  readonly path: string;
  close(): void;
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

export function openEventLog(folder: string, now: () => Date = () => new Date()): EventLog {
  const { path, file } = createFile(folder);
  let pending = '';
  const flush = (): void => {
    if (pending === '') return;
    const text = pending;
    pending = '';
    writeSync(file, text);
  };
  const onEvent = (event: unknown): void => {
    pending += `${JSON.stringify({ at: now().toISOString(), ...(event as object) })}\n`;
    if (pending.length >= flushBytes) flush();
  };
  subscribe(endpointChannelName, onEvent);
  const timer = setInterval(flush, flushMs);
  timer.unref();
  return {
    path,
    close() {
      unsubscribe(endpointChannelName, onEvent);
      clearInterval(timer);
      flush();
      closeSync(file);
    },
  };
}
