// Tags of a dataset repository: which commit a name stands for, and a new name for one. The client library has no call
// for making a tag.
import { isLateBenchError } from '../../errors.ts';
import type { HubClient } from './client.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

/** Undefined where the repository has no such tag, branch or commit. */
export async function snapshotIfThere(
  client: HubClient,
  named: Pick<Snapshot, 'repo' | 'revision'>,
): Promise<Snapshot | undefined> {
  try {
    return await openSnapshot(client, named);
  } catch (error) {
    if (isLateBenchError(error) && error.code === 'LB_HUB_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Names a commit; the hub refuses a name that is taken. */
export async function makeTag(
  { settings: { endpoint, token }, fetch }: HubClient,
  { repo, commit, tag, message }: { repo: string; commit: string; tag: string; message: string },
): Promise<void> {
  await fetch(`${endpoint}/api/datasets/${repo}/tag/${commit}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ tag, message }),
  });
}
