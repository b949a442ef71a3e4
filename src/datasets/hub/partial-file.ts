// Files that are being fetched: kept beside their target when a transfer breaks off, so that the next run goes on
// there, and never written by two processes at once. A process takes a part by renaming it, which only one can do.
import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A part of another machine (on a shared disk) is nobody's after this silence: longer than any wait to retry. */
const abandonedMs = 15 * 60 * 1000;

const host = hostname().replace(/[^\w]/g, '_');

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isFree(folder: string, name: string): Promise<boolean> {
  if (name.endsWith('.part')) return true;
  const owner = /\.part-(\w+)-(\d+)-[0-9a-f]+$/.exec(name);
  if (owner?.[1] === host) return !isRunning(Number(owner[2]));
  const facts = await stat(join(folder, name)).catch(() => undefined);
  return facts !== undefined && Date.now() - facts.mtimeMs > abandonedMs;
}

export interface PartialFile {
  readonly path: string;
  /** Leaves it to the next run. */
  release(): Promise<void>;
  discard(): Promise<void>;
}

/** A name for this process to write to; what an earlier run left of the same target stands in it already. */
export async function takePartial(target: string): Promise<PartialFile> {
  const folder = dirname(target);
  const left = join(folder, `.${basename(target)}.part`);
  const path = `${left}-${host}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const names = (await readdir(folder)).filter((name) => name.startsWith(basename(left)));
  for (const name of names) {
    if (!(await isFree(folder, name))) continue;
    try {
      await rename(join(folder, name), path);
      break;
    } catch (error) {
      // Another process was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return {
    path,
    async release() {
      await rename(path, left).catch(() => {});
    },
    async discard() {
      await rm(path, { force: true });
    },
  };
}
