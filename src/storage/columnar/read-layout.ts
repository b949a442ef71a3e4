// Reads stretches of an open file, and what its footer says where it is Parquet.
import { readSync } from 'node:fs';
import { type FileLayout, readLayout } from './pages/file-layout.ts';

export type ReadRange = (from: number, to: number) => Buffer;

export function rangeReader(fd: number): ReadRange {
  return (from, to) => {
    const bytes = Buffer.allocUnsafe(to - from);
    for (let filled = 0; filled < bytes.length; ) {
      const read = readSync(fd, bytes, filled, bytes.length - filled, from + filled);
      if (read === 0) throw new Error('the file is shorter than it says');
      filled += read;
    }
    return bytes;
  };
}

/** Of a file that parquet-wasm has opened, so that its end is as it should be. */
export function layoutOf(read: ReadRange, size: number): FileLayout {
  const length = read(size - 8, size - 4).readUInt32LE(0);
  return readLayout(read(size - 8 - length, size - 8));
}
