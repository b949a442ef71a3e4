// What a failed write to the journal is called. A disk that refuses bytes is one case, whatever it calls it.
import { LateBenchError } from '../../errors.ts';
import { isOutOfSpace, outputError } from '../output-error.ts';

export function isDiskRefusal(error: unknown): boolean {
  return isOutOfSpace(error) || (error as NodeJS.ErrnoException | undefined)?.code === 'EIO';
}

/** Before a call is paid for whose reply may find no room. */
export function noReserveError(path: string, bytes: number): LateBenchError {
  const needed = `${Math.ceil(bytes / 1024)} KB`;
  const message = `the disk is full: ${path} needs at least ${needed} free before a call is paid for, so that its reply can be kept; free some space and run again`;
  return new LateBenchError('LB_DISK_FULL', message);
}

export function journalError(path: string, cause: unknown): LateBenchError {
  if ((cause as NodeJS.ErrnoException).code === 'EIO') {
    const message = `the disk failed to take ${path} (EIO); mend it or use another, then run again`;
    return new LateBenchError('LB_DISK_FULL', message, { cause });
  }
  return outputError(path, cause);
}
