// A small text file that a user has named, and a folder: there and of the right kind, or an error with the way out.
import { readFileSync, statSync } from 'node:fs';
import { LateBenchError } from '../errors.ts';
import { plainText } from '../records/plain-text.ts';

/** Why a file cannot be read, in our words. */
export function unreadable(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'no such file';
  return code === 'EISDIR' ? 'it is a folder; name a file' : message;
}

/**
 * The text of a file.
 *
 * @param option As people write it: `--template`.
 * @throws LB_INPUT_MISSING, LB_INPUT_DIRECTORY for a folder, LB_INPUT_READ for what else cannot be read
 */
export function namedText(path: string, option: string): string {
  try {
    return plainText(readFileSync(path));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const kind =
      code === 'ENOENT' ? 'LB_INPUT_MISSING' : code === 'EISDIR' ? 'LB_INPUT_DIRECTORY' : 'LB_INPUT_READ';
    throw new LateBenchError(kind, `${option} ${path}: ${unreadable(cause)}`, { cause });
  }
}

/** @throws LB_INPUT_MISSING where there is no such folder, LB_USAGE where a file has that name */
export function checkNamedFolder(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) throw new LateBenchError('LB_INPUT_MISSING', `${path}: no such folder`);
  if (!facts.isDirectory()) throw new LateBenchError('LB_USAGE', `${path}: it is a file; name a folder`);
}
