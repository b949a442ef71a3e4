// A small text file that a user has named, and a folder: there and of the right kind, or an error with the way out.
import { readFileSync, statSync } from 'node:fs';
import { LateBenchError } from '../errors.ts';
import { plainText } from '../records/plain-text.ts';

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
    const { code, message } = cause as NodeJS.ErrnoException;
    const named = `${option} ${path}`;
    if (code === 'ENOENT') throw new LateBenchError('LB_INPUT_MISSING', `${named}: no such file`, { cause });
    if (code === 'EISDIR')
      throw new LateBenchError('LB_INPUT_DIRECTORY', `${named}: it is a folder; name a file`, { cause });
    throw new LateBenchError('LB_INPUT_READ', `${named}: ${message}`, { cause });
  }
}

/** @throws LB_INPUT_MISSING where there is no such folder, LB_USAGE where a file has that name */
export function checkNamedFolder(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) throw new LateBenchError('LB_INPUT_MISSING', `${path}: no such folder`);
  if (!facts.isDirectory()) throw new LateBenchError('LB_USAGE', `${path}: it is a file; name a folder`);
}
