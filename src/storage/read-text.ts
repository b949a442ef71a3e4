// Reads a small text file that may not be there.
import { readFile } from 'node:fs/promises';
import { LateBenchError } from '../errors.ts';

/**
 * @returns The file's text, or undefined when there is no such file.
 * @throws LB_INPUT_READ when it exists and cannot be read.
 */
export async function readTextIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const message = `${path} cannot be read: ${(cause as Error).message}`;
    throw new LateBenchError('LB_INPUT_READ', message, { cause });
  }
}
