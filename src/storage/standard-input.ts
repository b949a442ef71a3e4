// Standard input as it is. Node puts an empty stream in the place of a folder or a block device, which then reads as an
// input without records.
import { createReadStream, fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';

export function standardInput(): Readable & { readonly isTTY?: boolean } {
  const facts = fstatSync(0);
  if (!facts.isDirectory() && !facts.isBlockDevice()) return process.stdin;
  return createReadStream('', { fd: 0, autoClose: false });
}
