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
  };
}

function commit({ large }: WriteContext, repo: StoredRepo, branch: string, body: Buffer): string | undefined {
  const lines = body
    .toString('utf8')
    .split('\n')
    .map((line) => JSON.parse(line) as CommitLine);
  const added = new Map<string, StoredFile>();
  for (const { key, value } of lines) {
    if (key === 'file') added.set(value.path, { bytes: Buffer.from(value.content, 'base64'), lfs: false });
    if (key !== 'lfsFile') continue;
    const bytes = large.get(value.oid);
    if (bytes === undefined) return undefined;
    added.set(value.path, { bytes, lfs: true });
  }
  return commitTo(repo, branch, added);
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
    /^\/(?:api\/)?datasets\/([^/]+\/[^/]+?)(?:\.git)?\/(preupload|info\/lfs\/objects\/batch|commit|branch|paths-info)(?:\/(.+))?$/.exec(
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
      const made = repo.refs.has(branch) ? commit(context, repo, branch, body) : undefined;
      if (made === undefined) json(404, { error: 'no such branch or large file' });
      else
        json(200, {
          success: true,
          commitOid: made,
          commitUrl: `${cdnUrl}/datasets/${repo.name}/commit/${made}`,
          hookOutput: '',
        });
      return true;
    }
    default:
      return false;
  }
}
