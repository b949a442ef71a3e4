// A file being written over a long time, under a temporary name: it gets its own name only when it is whole, has
// been checked and is on the disk. (atomic-write.ts does the same for content that is there at once.)
import { type FileHandle, open, realpath, rm, stat } from 'node:fs/promises';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { outputError, publishFile, temporaryPath } from '../atomic-write.ts';

export interface PendingFile {
  readonly bytes: number;
  write(chunk: Uint8Array): Promise<void>;
  /** Calls `check` with the temporary file, complete and closed, and gives it its name unless that throws. */
  publish(check: (temporary: string) => Promise<void>): Promise<void>;
  discard(): Promise<void>;
}

/** Renaming onto a link would replace the link, and onto a device the device. */
async function finalPath(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return path;
  if (!facts.isFile()) {
    throw new LateBenchError('LB_OUTPUT', `cannot write ${path}: it is there and is not a regular file`);
  }
  return realpath(path);
}

export async function openPendingFile(path: string): Promise<PendingFile> {
  const target = await finalPath(path);
  const temporary = temporaryPath(target);
  const failed = (cause: unknown): unknown => (isLateBenchError(cause) ? cause : outputError(path, cause));
  let file: FileHandle;
  try {
    file = await open(temporary, 'wx');
  } catch (cause) {
    throw failed(cause);
  }
  let bytes = 0;
  let closed: Promise<void> | undefined;
  const closeFile = (): Promise<void> => {
    closed ??= file.close();
    return closed;
  };
  return {
    get bytes() {
      return bytes;
    },
    async write(chunk) {
      try {
        for (let written = 0; written < chunk.length; ) {
          written += (await file.write(chunk, written)).bytesWritten;
        }
      } catch (cause) {
        throw failed(cause);
      }
      bytes += chunk.length;
    },
    async publish(check) {
      try {
        await closeFile();
        await check(temporary);
        await publishFile(temporary, target);
      } catch (cause) {
        throw failed(cause);
      }
    },
    async discard() {
      // The error that led here is the one to tell, not that closing failed as well.
      await closeFile().catch(() => {});
      await rm(temporary, { force: true });
    },
  };
}
