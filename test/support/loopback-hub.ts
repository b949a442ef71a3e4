// A hub on loopback for tests: the routes that listing, downloading and pushing use, a second origin for large files
// as the real one has, the rows of the datasets server, and faults on request.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type Fault, faultQueue, sendBytes } from './loopback-hub-faults.ts';
import {
  commitTo,
  gitBlobSha1,
  isBinary,
  type StoredFile,
  type StoredRepo,
  sha256,
} from './loopback-hub-store.ts';
import { answerWrite } from './loopback-hub-write.ts';

export interface SeenRequest {
  /** `GET /path?query`. */
  readonly line: string;
  readonly authorization: string | undefined;
  readonly range: string | undefined;
  readonly origin: 'hub' | 'cdn';
}

export interface RowsSplit {
  readonly rows: readonly Record<string, unknown>[];
  /** Numbers of rows whose cells come cut short. */
  readonly truncated?: readonly number[];
}

export interface LoopbackHub {
  readonly url: string;
  /** The origin of large files. */
  readonly cdnUrl: string;
  readonly token: string;
  readonly requests: SeenRequest[];
  readonly repos: ReadonlyMap<string, StoredRepo>;
  /** Commits files to a branch; makes the repository. Returns the commit. */
  put(
    name: string,
    files: Readonly<Record<string, string | Buffer>>,
    options?: { readonly branch?: string; readonly private?: boolean; readonly gated?: boolean },
  ): string;
  /** Old names without an owner, and the repositories that have them now. */
  readonly legacy: Map<string, string>;
  /** Rows by `dataset/config/split`. */
  readonly splits: Map<string, RowsSplit>;
  fail(fault: Fault): void;
}

const token = 'hf_loopbackSecret0123456789';

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((done, failed) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => done(Buffer.concat(parts)));
    request.on('error', failed);
  });
}

function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  return once(server, 'listening').then(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Entries of a listing page: small, so that paging is always used. */
const pageEntries = 3;

export async function startLoopbackHub(t: Pick<TestContext, 'after'>): Promise<LoopbackHub> {
  const repos = new Map<string, StoredRepo>();
  const large = new Map<string, Buffer>();
  const splits = new Map<string, RowsSplit>();
  const legacy = new Map<string, string>();
  const requests: SeenRequest[] = [];
  const faults = faultQueue();
  let url = '';
  let cdnUrl = '';

  const addRepo = (name: string, isPrivate: boolean): StoredRepo => {
    const repo: StoredRepo = { name, private: isPrivate, gated: false, refs: new Map(), commits: new Map() };
    repos.set(name, repo);
    commitTo(repo, 'main', new Map());
    return repo;
  };

  const sendRange = (
    request: IncomingMessage,
    response: ServerResponse,
    bytes: Buffer,
    headers: Record<string, string>,
    fault: Fault | undefined,
  ): void => {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (range === null || fault?.ignoreRange === true) {
      sendBytes(response, 200, headers, bytes, fault);
      return;
    }
    const start = Number(range[1]);
    const end = range[2] === '' ? bytes.length - 1 : Number(range[2]);
    const part = { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` };
    sendBytes(response, 206, part, bytes.subarray(start, end + 1), fault);
  };

  const answerRows = (query: URLSearchParams, json: (status: number, value: unknown) => void): void => {
    const name = ['dataset', 'config', 'split'].map((key) => query.get(key)).join('/');
    const split = splits.get(name);
    if (split === undefined) {
      json(404, { error: 'The dataset does not exist, or the split is unknown' });
      return;
    }
    const offset = Number(query.get('offset') ?? 0);
    const length = Math.min(100, Number(query.get('length') ?? 100));
    const rows = split.rows.slice(offset, offset + length);
    json(200, {
      features: Object.keys(split.rows[0] ?? {}).map((key, index) => ({ feature_idx: index, name: key })),
      rows: rows.map((row, index) => ({
        row_idx: offset + index,
        row,
        truncated_cells: split.truncated?.includes(offset + index) === true ? ['problem'] : [],
      })),
      num_rows_total: split.rows.length,
      num_rows_per_page: 100,
      partial: false,
    });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const full = new URL(request.url ?? '/', url);
    const path = decodeURI(full.pathname);
    const authorization = request.headers.authorization;
    const origin = `http://${request.headers.host}` === cdnUrl ? 'cdn' : 'hub';
    requests.push({
      line: `${request.method} ${request.url}`,
      authorization,
      range: request.headers.range,
      origin,
    });
    const body = await readBody(request);
    const fault = faults.take(request);
    const json = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
      const bytes = Buffer.from(JSON.stringify(value));
      sendBytes(response, status, { 'content-type': 'application/json', ...headers }, bytes, fault);
    };
    if (fault?.status !== undefined) {
      response.writeHead(fault.status, fault.headers);
      response.end(fault.body ?? '');
      return;
    }
    if (fault?.stallAfter === 0) return;
    if (path.startsWith('/cdn/')) {
      const bytes = large.get(path.slice('/cdn/'.length)) ?? Buffer.alloc(0);
      sendRange(request, response, bytes, { etag: '"of-the-storage"' }, fault);
      return;
    }
    if (path === '/rows') {
      answerRows(full.searchParams, json);
      return;
    }
    const signedIn = authorization === `Bearer ${token}`;
    const refuse = (status: number, code: string): void =>
      json(status, { error: 'not for you' }, { 'x-error-code': code });
    if (authorization !== undefined && !signedIn) {
      json(401, { error: `Invalid credentials in Authorization header: ${authorization}` });
      return;
    }
    if (request.method !== 'GET' && origin === 'hub' && !signedIn) {
      json(401, { error: 'Invalid username or password.' });
      return;
    }
    if (answerWrite({ repos, large, addRepo, cdnUrl }, { request, response, path, body, json })) return;

    const old = /^\/api\/datasets\/([^/]+)(\/revision\/.*)$/.exec(full.pathname);
    const present = legacy.get(old?.[1] ?? '');
    if (present !== undefined) {
      response.writeHead(307, { location: `/api/datasets/${present}${old?.[2]}${full.search}` });
      response.end();
      return;
    }
    const match =
      /^\/(?:api\/)?datasets\/([^/]+\/[^/]+)(?:\/(tree|revision|resolve)\/([^/]+)(?:\/(.*))?)?$/.exec(
        full.pathname,
      );
    const repo = repos.get(match?.[1] ?? '');
    if (match === null || repo === undefined || (repo.private && !signedIn)) {
      refuse(signedIn ? 404 : 401, 'RepoNotFound');
      return;
    }
    const written = decodeURIComponent(match[3] ?? 'main');
    const revision = written === 'HEAD' ? 'main' : written;
    const commit = repo.commits.has(revision) ? revision : repo.refs.get(revision);
    const files = repo.commits.get(commit ?? '');
    if (commit === undefined || files === undefined) {
      refuse(404, 'RevisionNotFound');
      return;
    }
    if (repo.gated && !signedIn && match[2] === 'resolve') {
      refuse(401, 'GatedRepo');
      return;
    }
    if (match[2] === undefined || match[2] === 'revision') {
      json(200, {
        _id: '1',
        id: repo.name,
        sha: commit,
        private: repo.private,
        gated: repo.gated ? 'auto' : false,
        lastModified: '2026-01-01T00:00:00.000Z',
      });
      return;
    }
    if (match[2] === 'tree') {
      const entries = [...files].map(([file, { bytes, lfs }]) => ({
        type: 'file',
        path: file,
        size: bytes.length,
        oid: gitBlobSha1(bytes),
        ...(lfs ? { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 134 } } : {}),
      }));
      const from = Number(full.searchParams.get('cursor') ?? 0);
      full.searchParams.set('cursor', String(from + pageEntries));
      const more = from + pageEntries < entries.length;
      json(200, entries.slice(from, from + pageEntries), more ? { link: `<${full.href}>; rel="next"` } : {});
      return;
    }
    const file = files.get(decodeURIComponent(match[4] ?? ''));
    if (file === undefined) refuse(404, 'EntryNotFound');
    else if (!file.lfs)
      sendRange(request, response, file.bytes, { etag: `"${gitBlobSha1(file.bytes)}"` }, fault);
    else {
      const oid = sha256(file.bytes);
      response.writeHead(302, {
        location: `${cdnUrl}/cdn/${oid}`,
        'x-linked-etag': `"${oid}"`,
        'x-linked-size': file.bytes.length,
      });
      response.end();
    }
  };

  const servers = [0, 1].map(() =>
    createServer((request, response) => {
      answer(request, response).catch((error) => response.destroy(error as Error));
    }),
  );
  [url = '', cdnUrl = ''] = await Promise.all(servers.map(listen));
  t.after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  return {
    url,
    cdnUrl,
    token,
    requests,
    repos,
    legacy,
    splits,
    put(name, files, { branch = 'main', private: isPrivate = false, gated = false } = {}) {
      const repo = repos.get(name) ?? addRepo(name, isPrivate);
      repo.gated = gated;
      const added = new Map<string, StoredFile>();
      for (const [path, content] of Object.entries(files)) {
        const bytes = Buffer.from(content);
        const lfs = isBinary(path);
        if (lfs) large.set(sha256(bytes), bytes);
        added.set(path, { bytes, lfs });
      }
      return commitTo(repo, branch, added);
    },
    fail: faults.add,
  };
}
