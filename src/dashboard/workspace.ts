// What was opened for viewing: run folders, pools and files by the names on the command line. Requests name them by their
// number here, never by a path.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { contentKey } from '../records/identity.ts';
import { parseJson } from '../records/parse-json.ts';
import { isSimulated } from '../report/simulation.ts';
import { isRow, type Row } from '../storage/rows.ts';
import type { SourceFacts } from './api.ts';
import type { Assignment } from './assignment.ts';
import { type OpenedPool, openPoolFolder } from './pools/open-pool.ts';
import { createNotes, type Notes } from './sources/notes.ts';
import { createSearch } from './sources/search.ts';
import { createSource, type Source } from './sources/source.ts';
import { stoppableExpression } from './sources/stoppable-expression.ts';
import { joinTables, openTable } from './tables/open-table.ts';

export interface Workspace {
  readonly sources: ReadonlyMap<string, Source>;
  readonly pools: ReadonlyMap<string, OpenedPool>;
  close(): Promise<void>;
}

export interface WorkspaceOptions {
  /** Where judgements about plain files go; a run folder has its own. */
  readonly annotations: string;
  /** Records are shared out among annotators. */
  readonly assignment?: Assignment | undefined;
  readonly say: (line: string) => void;
}

function recordFiles(folder: string): string[] {
  for (const name of ['records.parquet', 'records.jsonl']) {
    if (existsSync(join(folder, name))) return [join(folder, name)];
  }
  const parts = join(folder, 'records');
  if (!existsSync(parts)) return [];
  return readdirSync(parts)
    .filter((name) => /^part-.*\.(parquet|jsonl)$/.test(name))
    .sort()
    .map((name) => join(parts, name));
}

/** A run in progress has a journal and events, but no manifest and no records yet. */
export function isRunFolder(folder: string): boolean {
  const marks = ['manifest.json', 'events.jsonl', 'journal', 'quarantine.jsonl'];
  return recordFiles(folder).length > 0 || marks.some((name) => existsSync(join(folder, name)));
}

export async function readManifest(folder: string): Promise<Row | null> {
  try {
    const value: unknown = parseJson(await readFile(join(folder, 'manifest.json'), 'utf8'));
    return isRow(value) ? value : null;
  } catch {
    // Not written yet, or not by us: the records are shown all the same.
    return null;
  }
}

export async function openWorkspace(paths: readonly string[], options: WorkspaceOptions): Promise<Workspace> {
  const sources = new Map<string, Source>();
  const pools = new Map<string, OpenedPool>();
  /** Files share a folder of judgements: one place writes to it. */
  const notes = new Map<string, Notes>();
  const notesIn = (folder: string): Notes => {
    const known = notes.get(folder) ?? createNotes(folder);
    notes.set(folder, known);
    return known;
  };
  const close = async (): Promise<void> => {
    for (const { table } of sources.values()) await table.close();
    for (const pool of pools.values()) await pool.close();
  };
  try {
    for (const path of paths) {
      const id = String(sources.size + 1);
      const isFolder = existsSync(path) && statSync(path).isDirectory();
      if (isFolder && existsSync(join(path, 'pool.json'))) {
        const pool = String(pools.size + 1);
        pools.set(pool, await openPoolFolder(pool, path));
        continue;
      }
      if (isFolder && !isRunFolder(path)) {
        throw new LateBenchError(
          'LB_INPUT_DIRECTORY',
          `${path} is neither a run folder nor a pool (no manifest.json, no records, no pool.json); name the files in it, for example ${path}/*.jsonl`,
        );
      }
      const files = isFolder ? recordFiles(path) : [path];
      const tables = [];
      for (const file of files) tables.push(await openTable(file, options.say));
      const folder = isFolder ? resolve(path) : null;
      const table = joinTables(tables);
      sources.set(
        id,
        createSource({
          id,
          name: basename(resolve(path)),
          path,
          folder,
          table,
          search: createSearch(table, stoppableExpression),
          assignment: options.assignment ?? null,
          notes: notesIn(folder === null ? options.annotations : join(folder, 'annotations')),
        }),
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { sources, pools, close };
}

/** Names what was opened across servers: a judgement that waits in a browser must not reach another file. */
export function keyOf({ path, notes }: Source): string {
  return contentKey([resolve(path), resolve(notes.folder)]);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export async function factsOf(source: Source): Promise<SourceFacts> {
  const { id, name, folder, table, columns } = source;
  const manifest = folder === null ? null : await readManifest(folder);
  const endpoints = Array.isArray(manifest?.endpoints) ? manifest.endpoints.filter(isRow) : [];
  const names = [...endpoints.map(({ model }) => text(model) ?? ''), ...columns.critics.keys()];
  return {
    id,
    key: keyOf(source),
    name,
    kind: folder === null ? 'file' : 'run',
    rows: table.rows,
    simulated: names.some(isSimulated),
    run:
      folder === null
        ? null
        : {
            command: text(manifest?.command),
            complete: typeof manifest?.complete === 'boolean' ? manifest.complete : null,
            created: text(manifest?.created_at),
            quarantined: existsSync(join(folder, 'quarantine.jsonl')),
            events: existsSync(join(folder, 'events.jsonl')),
          },
  };
}
