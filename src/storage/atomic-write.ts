// Files that are whole or not there: written beside the target under a name that starts with a dot, made durable,
// then renamed. A crash can leave a dot file behind: the next run removes it.
import { open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { outputError } from './output-error.ts';
import { flushesFolders } from './platform.ts';
import { isPrivate, privateFile } from './private-files.ts';
import { noteFolder, removeLeftOverFiles, temporaryPath } from './temporary-files.ts';

/** A folder's new entry is lost by a power cut unless the folder itself is flushed. */
export async function syncFolder(path: string): Promise<void> {
  if (!flushesFolders) return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Flushes a file (and afterwards its folder's entry) to the disk and gives it its final name. */
export async function publishFile(temporary: string, path: string): Promise<void> {
  const file = await open(temporary, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** A file being written under a temporary name: it gets its own name only when it is whole and on the disk. */
export interface PendingFile {
  readonly bytes: number;
  write(chunk: Uint8Array): Promise<void>;
  /** Gives the file its name, unless `check` throws, which sees the temporary file complete and closed. */
  publish(check?: (temporary: string) => Promise<void>): Promise<void>;
  discard(): Promise<void>;
}

/** Renaming onto a link would replace the link, and onto a device the device. */
async function finalPath(path: string): Promise<string> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP') throw error;
    return undefined;
  });
  if (facts === undefined) {
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : finalPath(resolve(await realpath(dirname(path)), link));
  }
  if (!facts.isFile()) {
    throw new LateBenchError('LB_OUTPUT', `cannot write ${path}: it exists and is not a regular file`);
  }
  return realpath(path);
}

/** @throws LB_DISK_FULL or LB_OUTPUT, here and from each call, naming the file. */
export async function openPendingFile(path: string): Promise<PendingFile> {
  const named = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw isLateBenchError(cause) ? cause : outputError(path, cause);
    }
  };
  const target = await named(() => finalPath(path));
  removeLeftOverFiles(dirname(target));
  noteFolder(dirname(target));
  const temporary = temporaryPath(target);
  // In a folder that nobody else may look into, no file is for others either, wherever it is copied.
  const mode = (await stat(dirname(target)).catch(() => undefined))?.mode ?? 0o777;
  const file = await named(() => open(temporary, 'wx', isPrivate(mode) ? privateFile : 0o666));
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
    write: (chunk) =>
      named(async () => {
        for (let written = 0; written < chunk.length; ) {
          written += (await file.write(chunk, written)).bytesWritten;
        }
        bytes += chunk.length;
      }),
    publish: (check) =>
      named(async () => {
        await closeFile();
        await check?.(temporary);
        await publishFile(temporary, target);
      }),
    async discard() {
      // The error that led here is the one to tell, not that closing failed as well.
      await closeFile().catch(() => {});
      await rm(temporary, { force: true });
    },
  };
}

/** Writes a file by pieces; where `fill` throws, nothing appears under its name. */
export async function writeAtomic(path: string, fill: (file: PendingFile) => Promise<void>): Promise<void> {
  const file = await openPendingFile(path);
  try {
    await fill(file);
    await file.publish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

export function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  return writeAtomic(path, (file) =>
    file.write(typeof content === 'string' ? Buffer.from(content) : content),
  );
}

/** JSON for people and tools: two spaces, a newline at the end. */
export function writeJsonAtomic(path: string, value: unknown): Promise<void> {
  return writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}
