// Whether results and replies can be written: the folders, and how much room there is.
import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { formatBytes } from '../report/format.ts';
import { freeBytes } from '../storage/free-bytes.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Journals keep this much back for replies in flight, and a run of any size needs more. */
const leastBytes = 64 * 2 ** 20;
const fewBytes = 2 ** 30;

/** The folder itself, or the nearest one above it that exists: the folder will be made there. */
async function nearestFolder(folder: string): Promise<string> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const facts = await stat(path).catch(() => undefined);
    if (facts !== undefined || dirname(path) === path) return path;
  }
}

export async function checkDisk(folder: string, setBy: string): Promise<Finding> {
  const { ok, warning, fails } = findingsOf(`disk: ${folder}`);
  const path = await nearestFolder(folder);
  if (!(await stat(path)).isDirectory()) {
    return fails(`${path} is a file, not a folder`, `move it, or name another folder (${setBy})`);
  }
  const canWrite = await access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!canWrite)
    return fails(`${path} cannot be written to`, `change its mode, or name another folder (${setBy})`);
  const bytes = await freeBytes(folder);
  const free = `${formatBytes(bytes)} free`;
  if (bytes < leastBytes) return fails(free, 'make room, or name a folder on another disk');
  return bytes < fewBytes ? warning(free, 'make room before a large run') : ok(`${free}, writable`);
}
