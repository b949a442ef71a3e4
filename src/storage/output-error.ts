// What a failed write is called. It needs nothing else of this folder: every command begins with it.
import { LateBenchError } from '../errors.ts';

/** A full disk, or a quota that is used up. */
export function isOutOfSpace(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Turns a failed write into an error that names the file; a full disk has its own code. */
export function outputError(path: string, cause: unknown): LateBenchError {
  if (isOutOfSpace(cause)) {
    return new LateBenchError('LB_DISK_FULL', `no space left to write ${path}; free some and run again`, {
      cause,
    });
  }
  const reason =
    (cause as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'its folder does not exist'
      : (cause as Error).message;
  return new LateBenchError('LB_OUTPUT', `cannot write ${path}: ${reason}`, { cause });
}
