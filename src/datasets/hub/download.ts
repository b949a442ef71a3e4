// One file of a snapshot into the cache: goes on where an earlier transfer broke off, checks size and hash, and
// appears under its final name only when both are right. What is there needs no request.
import { constants, type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { publishFile } from '../../storage/atomic-write.ts';
import { outputError } from '../../storage/output-error.ts';
import { notInNames } from '../../storage/platform.ts';
import type { HubClient } from './client.ts';
import { checkDigest } from './digest.ts';
import { type PartialFile, takePartial } from './partial-file.ts';
import { type HubFile, repoFolder, type Snapshot } from './snapshot.ts';

/** Told after each piece; `done` and `total` in bytes. */
export type OnProgress = (done: number, total: number) => void;

/** Throws for a path that would lead out of the cache, or that no file of this machine can have. */
function cachedPath(client: HubClient, { repo, commit }: Snapshot, { path }: HubFile): string {
  const parts = path.split('/');
  if (notInNames.test(path) || parts.some((part) => part === '' || part === '.' || part === '..')) {
    const message = `${repo} has a file ${JSON.stringify(path)}, which cannot be stored under this name`;
    throw new LateBenchError('LB_HUB_REPLY', message);
  }
  return join(repoFolder(client.settings.cache, repo), commit, ...parts);
}

/** Where the bytes of an answer belong; an answer to another question is an error. */
function startOf({ status, headers }: Response, asked: number, size: number, name: string): number {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
  const start = status === 206 ? Number(range?.[1] ?? Number.NaN) : 0;
  const total = status === 206 ? range?.[2] : (headers.get('content-length') ?? '*');
  if (start !== 0 && start !== asked) {
    throw new LateBenchError('LB_HUB_REPLY', `${name}: the hub sent another part than was requested`);
  }
  if (total !== undefined && total !== '*' && Number(total) !== size) {
    const message = `${name} has ${total} bytes on the hub, and its listing says ${size}; try again later, or name another revision`;
    throw new LateBenchError('LB_HUB_HASH', message);
  }
  return start;
}

async function writeAll(file: FileHandle, chunk: Uint8Array, position: number, path: string): Promise<void> {
  try {
    for (let written = 0; written < chunk.length; ) {
      written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
    }
  } catch (cause) {
    throw outputError(path, cause);
  }
}

interface Source {
  readonly url: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The listing has a hash, which tells when a file is made of parts of two. */
  readonly resumable: boolean;
}

/** Fills the part up to its size. Returns the ETag of the last answer. */
async function fill(
  client: HubClient,
  { url, name, size, resumable }: Source,
  partial: PartialFile,
  onProgress: OnProgress,
): Promise<string | null> {
  // Written at places, and made where it is not there: 'a' would write at the end, 'r+' makes nothing.
  const file = await open(partial.path, constants.O_RDWR | constants.O_CREAT);
  let etag: string | null = null;
  try {
    let have = (await file.stat()).size;
    if (have > size || !resumable) have = 0;
    for (let failures = 0; have < size; ) {
      const before = have;
      try {
        const range = have === 0 ? {} : { range: `bytes=${have}-` };
        const { response, chunks } = await client.open(url, range);
        etag = response.headers.get('x-linked-etag') ?? response.headers.get('etag');
        have = startOf(response, have, size, name);
        for await (const chunk of chunks) {
          if (have + chunk.length > size) {
            throw new LateBenchError(
              'LB_HUB_HASH',
              `${name}: more came than the ${size} bytes of its listing`,
            );
          }
          await writeAll(file, chunk, have, partial.path);
          have += chunk.length;
          onProgress(have, size);
        }
        if (have < size) {
          const message = `${new URL(url).host}: the answer ended too soon`;
          throw new LateBenchError('LB_HUB_NETWORK', message, { retry: 'transient' });
        }
      } catch (error) {
        if (!isLateBenchError(error) || error.retry !== 'transient') throw error;
        // A transfer that moves may break off as often as it likes.
        failures = resumable && have > before ? 0 : failures + 1;
        if (failures > client.settings.maxRetries) {
          const way = resumable
            ? `${have} of ${size} bytes are kept, the same command resumes there`
            : 'run the command again';
          throw new LateBenchError(error.code, `${error.message}; ${way}`, { cause: error });
        }
        await client.backOff(failures, `${name}: ${error.message} after ${have} of ${size} bytes`);
        if (!resumable) have = 0;
      }
    }
    await file.truncate(size);
    return etag;
  } finally {
    await file.close();
  }
}

function fileUrl({ settings }: HubClient, { repo, commit }: Snapshot, { path }: HubFile): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${settings.endpoint}/datasets/${repo}/resolve/${commit}/${encoded}`;
}

/**
 * Downloads a file into the cache, or finds it there, and checks its hash. An interrupted download resumes.
 *
 * @param snapshot The commit that the file belongs to.
 * @param onProgress Called with the bytes so far and in all.
 * @returns Path of the local file.
 * @throws LB_HUB_HASH for other content than was announced, LB_HUB_NETWORK, LB_HUB_REPLY, LB_OFFLINE.
 */
export async function fetchFile(
  client: HubClient,
  snapshot: Snapshot,
  file: HubFile,
  onProgress: OnProgress = () => {},
): Promise<string> {
  const target = cachedPath(client, snapshot, file);
  const name = `${snapshot.repo}/${file.path}`;
  const there = await stat(target).catch(() => undefined);
  if (there?.isFile() && there.size === file.size) return target;
  if (client.settings.offline) {
    const message = `${name} has not been fetched at ${snapshot.commit.slice(0, 12)}, and HF_HUB_OFFLINE is set`;
    throw new LateBenchError('LB_OFFLINE', message);
  }
  const resumable = file.sha256 !== null || file.blob_sha1 !== null;
  const source = { url: fileUrl(client, snapshot, file), name, size: file.size, resumable };
  const partial = await takePartial(target);
  try {
    for (let attempt = 0; ; attempt += 1) {
      const etag = await fill(client, source, partial, onProgress);
      if ((await checkDigest(partial.path, file, etag)) !== 'wrong') break;
      await rm(partial.path, { force: true });
      if (attempt > 0) {
        const message = `${name}: what came has not the hash of its listing, twice; nothing was kept`;
        throw new LateBenchError('LB_HUB_HASH', message);
      }
      // What an earlier run left may have been bad: once more from the start.
      await client.backOff(0, `${name}: wrong hash`);
    }
    await publishFile(partial.path, target);
    return target;
  } catch (error) {
    if (isLateBenchError(error) && error.code === 'LB_HUB_HASH') await rm(partial.path, { force: true });
    throw error;
  } finally {
    await partial.release();
  }
}
