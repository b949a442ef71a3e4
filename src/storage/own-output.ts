// A file that is read and is standard output too: `critic a.jsonl > a.jsonl`, whose records the shell removed before the
// command began, and `filter a.jsonl >> a.jsonl`, which would read what it writes.
import { fstatSync, type Stats, statSync } from 'node:fs';
import { LateBenchError } from '../errors.ts';

function statOf(path: string): Stats | undefined {
  try {
    return path === '-' ? fstatSync(0) : statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * @param paths Files that will be read; `-` is standard input, and what is no file is passed over.
 * @throws LB_USAGE where standard output is one of them.
 */
export function checkOwnOutput(paths: readonly string[], { fd }: { readonly fd?: unknown }): void {
  if (typeof fd !== 'number') return;
  const output = fstatSync(fd);
  if (!output.isFile()) return;
  for (const path of paths) {
    const input = statOf(path);
    if (input?.dev !== output.dev || input.ino !== output.ino) continue;
    const what =
      path === '-'
        ? 'standard input and standard output are the same file'
        : `${path} is read and is standard output too`;
    const lost = output.size === 0 ? ', so the shell has emptied it. Make it again, then write' : '; write';
    throw new LateBenchError(
      'LB_USAGE',
      `${what}${lost} to another file, or with -o, which replaces a file once everything is written`,
    );
  }
}
