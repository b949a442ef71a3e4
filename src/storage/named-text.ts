// A small text file that a user has named, and a folder: there and of the right kind, or an error with the way out.
import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs';
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

/**
 * The facts of what a user has named; undefined where nothing has that name.
 *
 * @throws LB_INPUT_READ where that cannot be known: it is in a folder that is closed to us
 */
export function namedFacts(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw closed(path, cause);
  }
}

function closed(path: string, cause: unknown): LateBenchError {
  return new LateBenchError('LB_INPUT_READ', `${path} cannot be read: ${(cause as Error).message}`, {
    cause,
  });
}

/**
 * @throws LB_INPUT_MISSING where there is no such folder, LB_USAGE where a file has that name, LB_INPUT_READ where it is
 * closed to us
 */
export function checkNamedFolder(path: string): void {
  const facts = namedFacts(path);
  if (facts === undefined) throw new LateBenchError('LB_INPUT_MISSING', `${path}: no such folder`);
  if (!facts.isDirectory()) throw new LateBenchError('LB_USAGE', `${path}: it is a file; name a folder`);
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch (cause) {
    throw closed(path, cause);
  }
}
