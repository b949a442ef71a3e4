// What a repository holds at one commit, asked of the hub once and then kept: a listing by commit never changes.
// The name of a revision is asked for anew each time, unless it is a commit or HF_HUB_OFFLINE is set.

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { firstIssue } from '../../records/issue-text.ts';
import { parseJson } from '../../records/parse-json.ts';
import { formatCounted } from '../../report/format.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import type { HubClient } from './client.ts';
import { type HubAddress, isLegacyName, isRepoName } from './hub-address.ts';
import { libraryCall } from './library-call.ts';

const hubFileSchema = z.object({
  /** As the hub says it: `fetchFile` rejects one that is no path below a folder. */
  path: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Of the content, for files in large-file storage. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** Git's name of the content, for the others: sha1 over `blob <size>\0` and the content. */
  blob_sha1: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
});

export type HubFile = z.infer<typeof hubFileSchema>;

export const commitSchema = z.string().regex(/^[0-9a-f]{40}$/, 'is not a commit');
const listingSchema = z.object({ commit: commitSchema, files: z.array(hubFileSchema) });

export interface Snapshot {
  readonly repo: string;
  readonly revision: string;
  readonly commit: string;
  readonly files: readonly HubFile[];
}

/** The hub's own: says which files are large. */
const hubFiles: ReadonlySet<string> = new Set(['.gitattributes']);

/** Files that somebody put there. */
export function ownFiles({ files }: Pick<Snapshot, 'files'>): Snapshot['files'] {
  return files.filter(({ path }) => !hubFiles.has(path));
}

export function repoFolder(cache: string, repo: string): string {
  return join(cache, 'datasets', ...repo.split('/'));
}

async function readKept<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(parseJson(await readFile(path, 'utf8')));
  } catch {
    // Not there, or not whole: asked for again.
    return undefined;
  }
}

/** Where the cache cannot be written to, as on a shared disk, what it has is read all the same. */
async function keep({ say }: HubClient, path: string, value: object): Promise<void> {
  if (isDeepStrictEqual(await readKept(path, z.unknown()), value)) return;
  try {
    await makeFolder(dirname(path));
    await writeJsonAtomic(path, value);
  } catch (error) {
    say(`${(error as Error).message}; what the hub says is not kept there`);
  }
}

function checked<T>(value: unknown, schema: z.ZodType<T>, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const message = `the hub's ${what} cannot be used: ${firstIssue(result.error, value, 'reply')}`;
  throw new LateBenchError('LB_HUB_REPLY', message);
}

async function askCommit(client: HubClient, repo: string, revision: string): Promise<string> {
  const { sha } = await libraryCall(client, ({ datasetInfo }, access) =>
    datasetInfo({ name: repo, revision, additionalFields: ['sha'], ...access }),
  );
  return checked(sha, commitSchema, `name of ${repo} at ${revision}`);
}

/** Between lines on how far a long listing is. */
const progressMs = 5000;

async function askFiles(client: HubClient, repo: string, commit: string): Promise<HubFile[]> {
  return libraryCall(client, async ({ listFiles }, access) => {
    const files: HubFile[] = [];
    let reported = performance.now();
    const listing = { repo: `datasets/${repo}`, revision: commit, recursive: true, ...access };
    for await (const { type, path, size, oid, lfs } of listFiles(listing)) {
      if (type !== 'file') continue;
      const file = {
        path,
        size: lfs?.size ?? size,
        sha256: lfs?.oid ?? null,
        blob_sha1: lfs === undefined ? (oid ?? null) : null,
      };
      files.push(checked(file, hubFileSchema, `listing of ${repo}`));
      const now = performance.now();
      if (now - reported < progressMs) continue;
      reported = now;
      client.say(`${repo}: ${formatCounted(files.length, 'file')} listed so far`);
    }
    return files;
  });
}

/** The hub cannot be asked, or fails: nothing is known to be wrong with what was asked. */
const away: ReadonlySet<string> = new Set(['LB_HUB_NETWORK', 'LB_HUB_SERVER']);

/** What is known from before, while the hub is away; the error where nothing is. */
function unlessAway(
  { say }: HubClient,
  name: string,
  kept: () => Promise<string | undefined>,
): (error: unknown) => Promise<string> {
  return async (error) => {
    const known = isLateBenchError(error) && away.has(error.code) ? await kept() : undefined;
    if (known === undefined) throw error;
    say(`${(error as Error).message}; ${name} is read as it was last known: ${known}`);
    return known;
  };
}

const aliasSchema = z.object({ repo: z.string() });

/** Who has a dataset now that had no owner once: the hub leads on from its old name. */
async function presentName(client: HubClient, name: string): Promise<string> {
  const { cache, offline } = client.settings;
  const path = join(cache, 'names', `${name}.json`);
  const kept = async (): Promise<string | undefined> => (await readKept(path, aliasSchema))?.repo;
  if (offline) return (await kept()) ?? name;
  const ask = libraryCall(client, ({ datasetInfo }, access) =>
    datasetInfo({ name, revision: 'main', ...access }),
  );
  const repo = await ask.then((info) => info.name).catch(unlessAway(client, name, kept));
  if (isRepoName(repo)) await keep(client, path, { repo });
  return repo;
}

/**
 * Looks up the commit that a revision names now, and the files of that commit. While the hub cannot be reached, the
 * last known commit is read from the cache.
 *
 * @param client As `createHubClient` makes it.
 * @returns Commit, and each file's path, size in bytes and hash.
 * @throws LB_HUB_NOT_FOUND, LB_HUB_AUTH, LB_HUB_RATE, LB_HUB_NETWORK, LB_HUB_SERVER, LB_HUB_REPLY; LB_OFFLINE where
 * requests are switched off and the cache has no listing.
 */
export async function openSnapshot(
  client: HubClient,
  { repo: named, revision }: Pick<HubAddress, 'repo' | 'revision'>,
): Promise<Snapshot> {
  const { cache, offline } = client.settings;
  const repo = isLegacyName(named) ? await presentName(client, named) : named;
  const folder = repoFolder(cache, repo);
  const refPath = join(folder, 'refs', `${encodeURIComponent(revision)}.json`);
  const isCommit = commitSchema.safeParse(revision).success;
  let commit = isCommit ? revision : undefined;
  const keptCommit = async (): Promise<string | undefined> =>
    (await readKept(refPath, z.object({ commit: commitSchema })))?.commit;
  if (offline) commit ??= await keptCommit();
  else
    commit ??= await askCommit(client, repo, revision).catch(
      unlessAway(client, `${repo} at ${revision}`, keptCommit),
    );

  const listingPath = commit === undefined ? undefined : join(folder, `${commit}.files.json`);
  const kept = listingPath === undefined ? undefined : await readKept(listingPath, listingSchema);
  if (commit === undefined || listingPath === undefined || (offline && kept === undefined)) {
    throw new LateBenchError(
      'LB_OFFLINE',
      `${repo} at ${revision} has not been fetched into ${cache}, and HF_HUB_OFFLINE is set`,
    );
  }
  const files = kept?.files ?? (await askFiles(client, repo, commit));
  if (kept === undefined) await keep(client, listingPath, { commit, files });
  if (!isCommit && !offline) await keep(client, refPath, { commit });
  return { repo, revision, commit, files };
}
