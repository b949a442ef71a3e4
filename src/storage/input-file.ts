// An input that is named: how it is called in messages, and whether it is a file that can be read.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { LateBenchError } from '../errors.ts';

export function inputName(path: string): string {
  return path === '-' ? 'stdin' : path;
}

/** What an operation on a path failed with, in our words. */
export function missingInput(path: string, cause: unknown): LateBenchError {
  const code = (cause as NodeJS.ErrnoException).code;
  const reason = code === 'ENOENT' ? 'no such file' : code === 'EACCES' ? 'not readable' : String(code);
  return new LateBenchError('LB_INPUT_MISSING', `${path}: ${reason}`, { cause });
}

/** The file's facts, or an error that names the problem. */
export async function statInput(path: string): Promise<Stats> {
  let facts: Stats;
  try {
    facts = await stat(path);
  } catch (cause) {
    throw missingInput(path, cause);
  }
  if (facts.isDirectory()) {
    throw new LateBenchError(
      'LB_INPUT_DIRECTORY',
      `${path} is a directory; name the files in it, for example ${path}/*.jsonl`,
    );
  }
  return facts;
}
