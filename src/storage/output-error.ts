// What a failed write is called. It needs nothing else of this folder: every command begins with it.
import { LateBenchError } from '../errors.ts';

/** A full disk, or a quota that is used up. */
export function isOutOfSpace(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EFBIG: 'the file would be larger than the limit of this shell (ulimit -f), or than its file system takes',
  EROFS: 'its file system is read-only',
  ENAMETOOLONG: 'its name is too long for the file system',
};

/** Turns a failed write into an error that names the file; a full disk has its own code. */
export function outputError(path: string, cause: unknown): LateBenchError {
  if (isOutOfSpace(cause)) {
    return new LateBenchError('LB_DISK_FULL', `no space left to write ${path}; free some and run again`, {
      cause,
    });
  }
  const { code = '' } = cause as NodeJS.ErrnoException;
  const refused =
    code === 'EACCES' || code === 'EPERM' ? '; change to a folder where you may write, or name one' : '';
  const reason = reasons[code] ?? `${(cause as Error).message}${refused}`;
  return new LateBenchError('LB_OUTPUT', `cannot write ${path}: ${reason}`, { cause });
}
