// The writing routes of the loopback hub: repositories, branches, and the three steps of a commit (which files are
// large, their upload, the commit itself as lines of JSON).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { commitTo, isBinary, type StoredFile, type StoredRepo, sha256 } from './loopback-hub-store.ts';

export interface WriteContext {
  readonly repos: Map<string, StoredRepo>;
  readonly large: Map<string, Buffer>;
  readonly addRepo: (name: string, isPrivate: boolean) => StoredRepo;
  readonly cdnUrl: string;
}

export interface WriteRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly body: Buffer;
  readonly json: (status: number, value: unknown, headers?: Record<string, string>) => void;
}

interface CommitLine {
  readonly key: string;
  readonly value: {
    readonly path: string;
    readonly content: string;
    readonly oid: string;
    readonly summary: string;
    readonly parentCommit?: string;
  };
}

type Committed = { readonly oid: string } | { readonly status: number; readonly error: string };

/** As a real hub does: nothing of a commit is there unless all of it is. */
function commit({ large }: WriteContext, repo: StoredRepo, branch: string, body: Buffer): Committed {
  if (!repo.refs.has(branch)) return { status: 404, error: 'no such branch' };
  const lines = body
    .toString('utf8')
    .split('\n')
    .map((line) => JSON.parse(line) as CommitLine);
  const added = new Map<string, StoredFile>();
  const deleted: string[] = [];
  for (const { key, value } of lines) {
    const parent = key === 'header' ? value.parentCommit : undefined;
    if (parent !== undefined && parent !== repo.refs.get(branch))
      return {
        status: 412,
        error: 'a commit has happened since: the parent commit is not the head of the branch',
      };
    if (key === 'deletedFile') deleted.push(value.path);
    if (key === 'file') added.set(value.path, { bytes: Buffer.from(value.content, 'base64'), lfs: false });
    if (key !== 'lfsFile') continue;
    const bytes = large.get(value.oid);
    if (bytes === undefined) return { status: 404, error: `large file ${value.oid} was not uploaded` };
    added.set(value.path, { bytes, lfs: true });
  }
  return { oid: commitTo(repo, branch, added, deleted) };
}

/** True when the request was one of these. */
export function answerWrite(context: WriteContext, { request, path, body, json }: WriteRequest): boolean {
  const { repos, large, addRepo, cdnUrl } = context;
  if (request.method === 'PUT') {
    const oid = path.split('/').pop() ?? '';
    if (sha256(body) === oid) large.set(oid, body);
    json(sha256(body) === oid ? 200 : 400, {});
    return true;
  }
  if (request.method !== 'POST') return false;
  if (path === '/api/repos/create') {
    const { organization, name, visibility } = JSON.parse(body.toString()) as Record<string, string>;
    const full = `${organization}/${name}`;
    if (repos.has(full)) json(409, { error: 'You already created this dataset repo' });
    else {
      addRepo(full, visibility === 'private');
      json(200, { url: `${cdnUrl}/datasets/${full}`, id: full });
    }
    return true;
  }
  const match =
    /^\/(?:api\/)?datasets\/([^/]+\/[^/]+?)(?:\.git)?\/(preupload|info\/lfs\/objects\/batch|commit|branch|tag|paths-info)(?:\/(.+))?$/.exec(
      path,
    );
  const repo = repos.get(match?.[1] ?? '');
  if (match === null || repo === undefined) return false;
  const branch = decodeURIComponent(match[3] ?? '');
  switch (match[2]) {
    case 'branch':
      commitTo(repo, branch, new Map(repo.commits.get(repo.refs.get('main') ?? '')));
      json(200, {});
      return true;
    case 'tag': {
      const { tag } = JSON.parse(body.toString()) as { tag: string };
      const named = repo.commits.has(branch) ? branch : repo.refs.get(branch);
      if (named === undefined) json(404, { error: 'no such revision' });
      else if (repo.refs.has(tag)) json(409, { error: `Tag reference exists already: ${tag}` });
      else {
        repo.refs.set(tag, named);
        json(200, {});
      }
      return true;
    }
    case 'preupload': {
      const { files } = JSON.parse(body.toString()) as { files: { path: string }[] };
      json(200, {
        files: files.map(({ path: file }) => ({
          path: file,
          uploadMode: isBinary(file) ? 'lfs' : 'regular',
        })),
      });
      return true;
    }
    case 'info/lfs/objects/batch': {
      const { objects } = JSON.parse(body.toString()) as { objects: { oid: string; size: number }[] };
      json(200, {
        transfer: 'basic',
        objects: objects.map(({ oid, size }) => ({
          oid,
          size,
          ...(large.has(oid) ? {} : { actions: { upload: { href: `${cdnUrl}/upload/${oid}`, header: {} } } }),
        })),
      });
      return true;
    }
    case 'commit': {
      const made = commit(context, repo, branch, body);
      if ('error' in made) json(made.status, { error: made.error });
      else
        json(200, {
          success: true,
          commitOid: made.oid,
          commitUrl: `${cdnUrl}/datasets/${repo.name}/commit/${made.oid}`,
          hookOutput: '',
        });
      return true;
    }
    default:
      return false;
  }
}
