// Standard input as it is. Node puts an empty stream in the place of a folder or a block device, which then reads as an
// input without records.
import { createReadStream, fstatSync, type Stats } from 'node:fs';
import type { Readable } from 'node:stream';

function facts(): Stats | undefined {
  try {
    return fstatSync(0);
  } catch {
    // Some systems say nothing of a console.
    return undefined;
  }
}

export function standardInput(): Readable & { readonly isTTY?: boolean } {
  const found = facts();
  if (found?.isDirectory() !== true && found?.isBlockDevice() !== true) return process.stdin;
  return createReadStream('', { fd: 0, autoClose: false });
}
