// The state of a schedule between runs and processes: schedule.json in its folder, written atomically before and after
// each run, and schedule.jsonl with one line a run, for people.

import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';

const run = z.object({
  /** The time it is for. */
  due: z.iso.datetime(),
  /** Its run folder. */
  folder: z.string(),
});

const stateSchema = z.object({
  /** The last scheduled time that was handled: run or skipped. */
  handled: z.iso.datetime().nullable(),
  /** Started and not ended, as far as this file records: if the lock is free, the run was killed. */
  running: run.nullable(),
  /** Ended incomplete (a budget, an error): the next run resumes in its folder. */
  unfinished: run.nullable(),
  runs: z.int(),
  missed: z.int(),
});

export type ScheduleState = z.infer<typeof stateSchema>;
export type ScheduledRun = z.infer<typeof run>;

const fresh: ScheduleState = { handled: null, running: null, unfinished: null, runs: 0, missed: 0 };

export async function readState(folder: string): Promise<ScheduleState> {
  const path = join(folder, 'schedule.json');
  const text = await readTextIfPresent(path);
  if (text === undefined) return fresh;
  try {
    return stateSchema.parse(parseJson(text));
  } catch (cause) {
    const message = `${path} is not the state of a schedule; correct it, or remove it to start again`;
    throw new LateBenchError('LB_CONFIG', message, { cause });
  }
}

export function writeState(folder: string, state: ScheduleState): Promise<void> {
  return writeJsonAtomic(join(folder, 'schedule.json'), state);
}

export async function logRun(folder: string, line: object): Promise<void> {
  await appendFile(join(folder, 'schedule.jsonl'), `${JSON.stringify(line)}\n`);
}
