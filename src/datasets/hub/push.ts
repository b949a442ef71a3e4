// Files into a dataset repository, all in one commit: a reader of the repository sees all of them or none. What the hub
// says it has is compared with what was sent.
import { pathToFileURL } from 'node:url';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { nameList } from '../../records/name-list.ts';
import type { HubClient } from './client.ts';
import { checkDigest } from './digest.ts';
import { type Access, type Library, libraryCall } from './library-call.ts';
import { commitSchema, openSnapshot, ownFiles } from './snapshot.ts';

export interface PushFile {
  /** On this machine. */
  readonly local: string;
  /** In the repository. */
  readonly path: string;
}

/** One commit to a repository of the hub. */
export interface PushPlan {
  /** `OWNER/NAME`. */
  readonly repo: string;
  /** Where the commit goes. */
  readonly branch: string;
  /** Files to add or to replace. */
  readonly files: readonly PushFile[];
  /** Paths that the commit removes. */
  readonly deleted?: readonly string[];
  /** All files that the branch has then, and no others; by default `files` are added to what is there. */
  readonly whole?: readonly PushFile[];
  /** The commit that the branch must be at: another push in between makes this one fail. */
  readonly parent?: string | undefined;
  /** Make the repository, or the branch, when it is not there. */
  readonly create: boolean;
  /** The repository must be private; one that is made becomes so. */
  readonly private: boolean;
  /** First line of the commit's message. */
  readonly title: string;
}

export interface Pushed {
  readonly commit: string;
  readonly url: string;
}

/** Throws where the user's settings let nothing be sent. */
export function checkMaySend({ settings: { token, offline } }: HubClient): void {
  if (offline) throw new LateBenchError('LB_OFFLINE', 'nothing is sent, as HF_HUB_OFFLINE is set');
  if (token === undefined) {
    throw new LateBenchError(
      'LB_HUB_AUTH',
      'HF_TOKEN is not set, and hf auth login left no token; pushing needs one that may write',
    );
  }
}

/** Undefined when the hub says that it is not there. */
async function orMissing<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isLateBenchError(error) && error.code === 'LB_HUB_NOT_FOUND') return undefined;
    throw error;
  }
}

async function ensureRepo(
  { createBranch, createRepo, datasetInfo }: Library,
  access: Access,
  plan: Omit<PushPlan, 'files' | 'title'>,
  say: (line: string) => void,
): Promise<void> {
  const { repo, branch, create } = plan;
  const missing = (what: string): LateBenchError =>
    new LateBenchError(
      'LB_HUB_NOT_FOUND',
      `${what} is not there, or HF_TOKEN may not see it; --create makes it`,
    );
  const info = await orMissing(() => datasetInfo({ name: repo, ...access }));
  const designation = `datasets/${repo}`;
  if (info === undefined) {
    if (!create) throw missing(repo);
    await createRepo({ repo: designation, ...access, ...(plan.private ? { visibility: 'private' } : {}) });
    say(`made ${plan.private ? 'private ' : ''}dataset ${repo}`);
  } else if (plan.private && !info.private) {
    const message = `${repo} exists and is public, so nothing was sent; make it private on the hub, or leave out --private`;
    throw new LateBenchError('LB_USAGE', message);
  }
  if (branch === 'main') return;
  const there = await orMissing(() => datasetInfo({ name: repo, revision: branch, ...access }));
  if (there !== undefined) return;
  if (!create) throw missing(`branch ${branch} of ${repo}`);
  await createBranch({ repo: designation, branch, ...access });
  say(`made branch ${branch}`);
}

/** With these nobody can say whether a request was carried out. */
const openEnds = new Set(['LB_HUB_NETWORK', 'LB_HUB_SERVER', 'LB_HUB_REPLY', 'LB_ABORTED']);

/** Makes the repository and the branch where they are not there and may be made; throws where they may not. */
export async function preparePush(
  client: HubClient,
  plan: Omit<PushPlan, 'files' | 'title'>,
  say: (line: string) => void,
): Promise<void> {
  checkMaySend(client);
  await libraryCall(client, (library, access) => ensureRepo(library, access, plan, say));
}

/** Throws where the hub does not list what was sent to it as the content of the commit. */
async function checkStored(
  client: HubClient,
  { repo, files, whole, deleted = [] }: PushPlan,
  commit: string,
): Promise<void> {
  const snapshot = await openSnapshot(client, { repo, revision: commit }).catch((error: unknown) => {
    if (!isLateBenchError(error)) throw error;
    const what =
      error.code === 'LB_HUB_NOT_FOUND'
        ? 'the hub says that it made it, and does not have it'
        : 'it was made, but could not be checked';
    const message = `commit ${commit} of ${repo}: ${what} (${error.message}); run the command again`;
    throw new LateBenchError(error.code, message, { cause: error });
  });
  const listed = new Map(snapshot.files.map((file) => [file.path, file]));
  const wrong: string[] = [];
  for (const { local, path } of whole ?? files) {
    const there = listed.get(path);
    if (there === undefined || (await checkDigest(local, there, null)) === 'wrong') wrong.push(path);
  }
  const sent = new Set((whole ?? files).map(({ path }) => path));
  const others = whole === undefined ? deleted : ownFiles(snapshot).map(({ path }) => path);
  wrong.push(...others.filter((path) => listed.has(path) && !sent.has(path)));
  if (wrong.length === 0) return;
  const message = `commit ${commit} of ${repo} is not what was sent: it differs in ${nameList(wrong, 3)}. Push again, and tell the hub if it stays so`;
  throw new LateBenchError('LB_HUB_HASH', message);
}

/**
 * Uploads files and commits them in one commit. Large files go to large-file storage; those that the hub already has
 * are not sent again. If the connection is lost during the commit itself, it is not repeated: the error says so. The
 * files of the commit are compared with those that were sent, by their hashes.
 *
 * @param client With a token that may write to the repository.
 * @param plan Repository, branch, files with their paths in the repository, and the title of the commit.
 * @param say Called with lines of progress for people.
 * @returns The commit and its address.
 * @throws LB_HUB_AUTH for a token without write access, LB_HUB_NOT_FOUND, LB_HUB_NETWORK, LB_HUB_SERVER, LB_OFFLINE;
 * LB_HUB_HASH for a commit with other content; LB_ABORTED when the client's signal is.
 */
export async function push(client: HubClient, plan: PushPlan, say: (line: string) => void): Promise<Pushed> {
  checkMaySend(client);
  const { repo, branch, files, deleted = [], parent, title } = plan;
  let committing = false;
  let pushed: Pushed;
  try {
    pushed = await libraryCall(client, async (library, access) => {
      const events = library.commitIter({
        repo: `datasets/${repo}`,
        branch,
        title,
        operations: [
          ...files.map(({ local, path }) => ({
            operation: 'addOrUpdate' as const,
            path,
            content: pathToFileURL(local),
          })),
          ...deleted.map((path) => ({ operation: 'delete' as const, path })),
        ],
        ...(parent === undefined ? {} : { parentCommit: parent }),
        // The plain upload is what other hubs and mirrors know as well.
        useXet: false,
        ...access,
        ...(client.signal === undefined ? {} : { abortSignal: client.signal }),
      });
      for (;;) {
        const { done, value } = await events.next();
        if (done) {
          if (!commitSchema.safeParse(value?.commit.oid).success || value === undefined)
            throw new Error('no commit in the answer');
          return { commit: value.commit.oid, url: value.commit.url };
        }
        if (value.event === 'phase') committing = value.phase === 'committing';
        else if (value.state === 'uploading' && value.progress === 1) say(`sent ${value.path}`);
      }
    });
  } catch (error) {
    if (!committing || !isLateBenchError(error) || !openEnds.has(error.code)) throw error;
    const message = `${error.message}; the commit may have arrived: look at ${repo} before pushing again`;
    throw new LateBenchError(error.code, message, { cause: error });
  }
  await checkStored(client, plan, pushed.commit);
  return pushed;
}
