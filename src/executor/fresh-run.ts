// A run that asks again in spite of journal and cache (--fresh). Its replies carry its id in the journal, so that it takes
// no others; the id is kept beside the journal until the run has reached its end, so that a killed one resumes.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '../errors.ts';
import { outputError } from '../storage/output-error.ts';
import { privateFile, privateFolder } from '../storage/private-files.ts';

export interface FreshRun {
  /** Names its replies; begins with the time at which it began. */
  readonly id: string;
  /** An earlier process began it and did not reach its end. */
  readonly resumed: boolean;
  /** Forgets the id where the run has reached its end: the next fresh run asks for everything again. */
  ended(exitCode: number): void;
}

/** The end was reached also where some records or calls failed on the way. */
const ends: ReadonlySet<number> = new Set([exitCodes.ok, exitCodes.partial]);

function isTaken(path: string, id: string): boolean {
  try {
    // One write of a few bytes, only where there is no such file.
    writeFileSync(path, id, { flag: 'wx', mode: privateFile });
    return false;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return true;
    throw outputError(path, cause);
  }
}

/** Begins a fresh run over the journals in a folder, or resumes the one that was interrupted there. */
export function beginFreshRun(folder: string): FreshRun {
  const path = join(folder, 'fresh-run');
  const own = `${new Date().toISOString()} ${randomBytes(8).toString('hex')}`;
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  const resumed = isTaken(path, own);
  return {
    id: resumed ? readFileSync(path, 'utf8') : own,
    resumed,
    ended(exitCode) {
      if (ends.has(exitCode)) rmSync(path, { force: true });
    },
  };
}
