// Writes the dashboard as a folder of files: the same pages, read-only, from answers that were asked for beforehand.
// Any web server shows it, for example beside a paper. Filters and searches need the real server and are not there.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { LateBenchError } from '../errors.ts';
import type { Session } from './api.ts';
import type { ComparePage } from './api-analysis.ts';
import { createApp } from './app.ts';
import type { Guard } from './security.ts';
import { siteFile } from './site-file.ts';
import { readStatic, shell, staticFiles } from './static-files.ts';
import type { Workspace } from './workspace.ts';

/** More records than this are for the server, or for a sample. */
const maxRecords = 5000;
const perPage = 50;
const maxSubjects = 6;

const guard: Guard = { hosts: new Set(['localhost']), anyAddress: false, token: null, port: 80 };

async function ask<T>(app: Hono, path: string): Promise<T> {
  const response = await app.request(`http://localhost${path}`, { headers: { host: 'localhost' } });
  const body: unknown = await response.json();
  if (!response.ok) throw new LateBenchError('LB_OUTPUT', `${path}: ${(body as { error?: string }).error}`);
  return body as T;
}

function* sourcePaths({ id, run }: Session['sources'][number], rows: number): Generator<string> {
  const base = `/api/sources/${id}`;
  for (const view of ['overview', 'slices', 'agreement', 'compare']) yield `${base}/${view}`;
  if (run !== null) yield `${base}/quarantine`;
  for (let offset = 0; offset === 0 || offset < rows; offset += perPage) {
    yield `${base}/records?offset=${offset}&limit=${perPage}`;
  }
  for (let row = 0; row < rows; row += 1) {
    yield `${base}/records/${row}`;
    yield `${base}/records/${row}/neighbours`;
  }
}

function* comparePaths(base: string, { subjects }: ComparePage): Generator<string> {
  const shown = [...subjects.slice(0, maxSubjects).keys()];
  for (const a of shown) {
    for (const b of shown) if (a !== b) yield `${base}?a=${a}&b=${b}&offset=0`;
  }
}

/** Returns how many records the site shows. */
export async function exportSite(workspace: Workspace, folder: string): Promise<number> {
  const sources = [...workspace.sources.values()];
  const total = sources.reduce((sum, { table }) => sum + table.rows, 0);
  if (total > maxRecords) {
    const message = `${total} records are too many for a site of files (${maxRecords} at most); take a sample: latebench filter --sample ${maxRecords}`;
    throw new LateBenchError('LB_USAGE', message);
  }
  const endpoints = {
    facts: [],
    chat: () => Promise.reject(new Error('a site calls nothing')),
    usd: () => null,
  };
  const app = createApp({ workspace, guard, endpoints, annotator: '', readOnly: true });
  // The list of a page without facets would be kept; they come with the index.
  for (const source of sources)
    for (const part of ['fields', 'verdicts', 'steps'] as const) await source.ready(part);
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  const save = async (path: string): Promise<void> =>
    write(siteFile(path), JSON.stringify(await ask(app, path)));

  const session = await ask<Session>(app, '/api/session');
  for (const source of session.sources) {
    for (const path of sourcePaths(source, source.rows)) await save(path);
    const compare = `/api/sources/${source.id}/compare`;
    for (const path of comparePaths(compare, await ask<ComparePage>(app, compare))) await save(path);
  }
  await write(siteFile('/api/session'), JSON.stringify({ ...session, pools: [], readOnly: true }));
  for (const [path, file] of staticFiles())
    await write(path.slice(1), new Uint8Array(await readStatic(file)));
  await write('index.html', shell('LateBench', 'static'));
  return total;
}
