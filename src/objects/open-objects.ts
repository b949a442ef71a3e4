// A store of objects by its address: `s3://bucket/prefix`, or a folder.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { folderObjects } from '../storage/folder-objects.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { isS3Address, s3Place } from './s3-address.ts';
import { type OpenObjects, openS3Objects, type S3Options } from './s3-objects.ts';

const patienceMs = 10 * 60_000;
/** A check is for somebody who waits: a server that stumbles once passes, one that is down is told of in seconds. */
const checkPatienceMs = 3000;

/** @throws LB_CONFIG for an address that is none, and where keys or a package are missing. */
export async function openObjects(
  address: string,
  options: Omit<S3Options, 'patienceMs'> & Partial<S3Options>,
): Promise<OpenObjects> {
  if (isS3Address(address)) return openS3Objects(s3Place(address), { patienceMs, ...options });
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) {
    throw new LateBenchError('LB_CONFIG', `${address}: give s3://bucket/prefix, or a folder`);
  }
  return { ...folderObjects(address), close: async () => {} };
}

/** Writes, reads, lists and removes a small object; throws what is wrong, after a few seconds where it might pass. */
export async function checkObjects(address: string): Promise<void> {
  const signal = new AbortController().signal;
  const store = await openObjects(address, {
    ...{ patienceMs: checkPatienceMs, silenceMs: 10_000, signal, say: () => {} },
  });
  try {
    await tryOut(store);
  } catch (cause) {
    if (isLateBenchError(cause)) throw cause;
    const message = `${store.place}: it must be possible to write, read and remove files there (${(cause as Error).message})`;
    throw new LateBenchError('LB_CONFIG', message, { cause });
  } finally {
    await store.close();
  }
}

/** Before each look: some storage lists an object only after a while. */
const looksMs = [0, 200, 800, 1600];

async function tryOut(store: ObjectStore): Promise<void> {
  // Each check in a folder of its own: where stores are folders, one would remove it under another.
  const folder = `check-${randomBytes(8).toString('hex')}/`;
  const name = `${folder}object`;
  const text = Buffer.from(name);
  await store.put(name, text);
  let lacking = '';
  for (const ms of looksMs) {
    await wait(ms);
    const read = await store.get(name);
    const isListed = (await store.list(folder)).includes(name);
    lacking = read?.equals(text) !== true ? 'there' : isListed ? '' : 'listed';
    if (lacking === '') break;
  }
  await store.remove(name);
  if (lacking === '') return;
  throw new LateBenchError('LB_STORE', `${store.place}: what was written was not ${lacking} afterwards`);
}
