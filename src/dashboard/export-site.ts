// Writes the dashboard as a folder of files that a browser opens, from file:// too: the same pages, read-only, with the
// records in chunks. Lists, filters, searches and formulas are worked out in the browser, by the server's functions.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Hono } from 'hono';
import { LateBenchError } from '../errors.ts';
import { createFolder } from '../storage/make-folder.ts';
import { type Compared, createComparisons } from './analysis/compare.ts';
import type { Session } from './api.ts';
import type { HomePage } from './api-home.ts';
import { createApp } from './app.ts';
import type { Guard } from './security.ts';
import { chunkScript, indexName, type SiteChunk, type SiteIndex, type SiteSource } from './site/site-data.ts';
import type { Source } from './sources/source.ts';
import { readStatic, siteFiles, siteShell } from './static-files.ts';
import { keyOf, type Workspace } from './workspace.ts';

/** More records than this are for the server, or for a sample: a browser keeps all of them in memory. */
const maxRecords = 20_000;
/** Characters of JSON in one chunk, before it is deflated. */
const chunkChars = 1_500_000;
const rowsARead = 100;

const guard: Guard = { hosts: new Set(['localhost']), anyAddress: false, token: null, port: 80 };

async function ask<T>(app: Hono, path: string): Promise<T> {
  const response = await app.request(`http://localhost${path}`, { headers: { host: 'localhost' } });
  const body: unknown = await response.json();
  if (!response.ok) throw new LateBenchError('LB_OUTPUT', `${path}: ${(body as { error?: string }).error}`);
  return body as T;
}

type Write = (name: string, content: string | Uint8Array) => Promise<void>;

function writerInto(folder: string): Write {
  return async (name, content) => {
    const path = join(folder, name);
    await createFolder(dirname(path));
    await writeFile(path, content);
  };
}

async function writeData(write: Write, name: string, json: string): Promise<void> {
  const packed = deflateRawSync(json, { level: 9 }).toString('base64');
  await write(join('data', `${name}.js`), chunkScript(name, packed));
}

async function writeRecords(write: Write, { id, table }: Source): Promise<readonly SiteChunk[]> {
  const chunks: SiteChunk[] = [];
  let texts: string[] = [];
  let chars = 0;
  let firstRow = 0;
  const flush = async (): Promise<void> => {
    if (texts.length === 0) return;
    const name = `records-${id}-${chunks.length + 1}`;
    await writeData(write, name, `[${texts.join(',')}]`);
    chunks.push({ name, firstRow, rows: texts.length });
    firstRow += texts.length;
    texts = [];
    chars = 0;
  };
  for (let row = 0; row < table.rows; row += rowsARead) {
    const rows = Array.from({ length: Math.min(rowsARead, table.rows - row) }, (_, at) => row + at);
    for (const entry of await table.read(rows, 'whole')) {
      const text = JSON.stringify(entry);
      texts.push(text);
      chars += text.length;
      if (chars >= chunkChars) await flush();
    }
  }
  await flush();
  return chunks;
}

function listed({ labels, named, ...rest }: Compared): NonNullable<SiteSource['compared']> {
  return {
    ...rest,
    labels: [...labels],
    named: [...named].map(([name, column]) => [name, [...column]] as const),
  };
}

export interface SiteOptions {
  /** Its records are exercises. */
  readonly teach?: boolean | undefined;
}

/** Returns how many records the site shows. */
export async function exportSite(
  workspace: Workspace,
  folder: string,
  { teach = false }: SiteOptions = {},
): Promise<number> {
  const opened = [...workspace.sources.values()];
  const total = opened.reduce((sum, { table }) => sum + table.rows, 0);
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
  const comparisons = createComparisons(() => opened);
  const write = writerInto(folder);
  const session = await ask<Session>(app, '/api/session');
  const answers: Record<string, unknown> = {};
  if (!teach) {
    const home = await ask<HomePage>(app, '/api/home');
    answers['/api/home'] = { sources: home.sources.map((one) => ({ ...one, reports: [] })), pools: [] };
  }
  const sources: SiteSource[] = [];
  for (const source of opened) {
    const base = `/api/sources/${source.id}`;
    const views = [...(source.folder === null ? [] : ['quarantine']), 'overview', 'agreement'];
    if (!teach) for (const view of views) answers[`${base}/${view}`] = await ask(app, `${base}/${view}`);
    sources.push({
      id: source.id,
      name: source.name,
      key: keyOf(source),
      rows: source.table.rows,
      chunks: await writeRecords(write, source),
      annotations: teach ? [] : await source.notes.all(),
      compared: teach ? null : listed(await comparisons.of(source, new AbortController().signal)),
    });
  }
  const index: SiteIndex = {
    session: { ...session, pools: [], readOnly: true, teaching: teach },
    sources,
    answers,
  };
  await writeData(write, indexName, JSON.stringify(index));
  for (const [path, file] of siteFiles()) await write(path.slice(1), new Uint8Array(await readStatic(file)));
  await write('index.html', siteShell());
  return total;
}
