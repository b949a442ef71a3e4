// A run that asks again in spite of journal and cache (--fresh). Its replies carry its id in the journal, so that it takes
// no others; the id is kept beside the journal until the run has reached its end, so that a killed one resumes.
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '../errors.ts';
import { createFolderSync } from '../storage/make-folder.ts';
import { outputError } from '../storage/output-error.ts';
import { privateFile, privateFolder } from '../storage/private-files.ts';
import { temporaryPath } from '../storage/temporary-files.ts';

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

function idIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw outputError(path, cause);
  }
}

/** True where this process was first to put its id there. */
function putFirst(path: string, id: string): boolean {
  const own = temporaryPath(path);
  try {
    // It appears whole: other processes of the run read it at any moment, and a power cut may not leave it empty.
    writeFileSync(own, id, { mode: privateFile, flush: true });
    linkSync(own, path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw outputError(path, cause);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Begins a fresh run over the journals in a folder, or resumes the one that was interrupted there. */
export function beginFreshRun(folder: string): FreshRun {
  const first = join(folder, 'fresh-run');
  const own = `${new Date().toISOString()} ${randomBytes(8).toString('hex')}`;
  try {
    createFolderSync(folder, privateFolder);
  } catch (cause) {
    throw outputError(first, cause);
  }
  // A power cut, or a full disk in earlier versions, left a file that names no run. It stays: whoever removed it could
  // remove the id that another process has put in its place meanwhile, and the two would have different ids.
  const path = idIn(first) === '' ? `${first}-2` : first;
  const resumed = !putFirst(path, own);
  return {
    id: (resumed ? idIn(path) : own) ?? own,
    resumed,
    ended(exitCode) {
      if (ends.has(exitCode)) rmSync(path, { force: true });
    },
  };
}
