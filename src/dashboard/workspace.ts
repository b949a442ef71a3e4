// What was opened for viewing: run folders, pools and files by the names on the command line. Requests name them by their
// number here, never by a path.

import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { contentKey } from '../records/identity.ts';
import { tookSimulation } from '../report/simulation.ts';
import { isPool, isRunFolder } from '../storage/named-folder.ts';
import { isRow } from '../storage/rows.ts';
import type { SourceFacts } from './api.ts';
import type { LivePage } from './api-live.ts';
import type { Assignment } from './assignment.ts';
import { type LiveSourceHandle, openLiveSource } from './live/live-source.ts';
import { type OpenedPool, openPoolFolder } from './pools/open-pool.ts';
import { poolsOfRun, readManifest } from './run-files.ts';
import { createNotes, type Notes } from './sources/notes.ts';
import type { Source } from './sources/source.ts';

export interface Workspace {
  readonly sources: ReadonlyMap<string, Source>;
  readonly pools: ReadonlyMap<string, OpenedPool>;
  /** Looks at the files of all sources; those that have changed are opened again, under the same number. */
  live(): Promise<LivePage>;
  close(): Promise<void>;
}

export interface WorkspaceOptions {
  /** Where judgements about plain files go; a run folder has its own. */
  readonly annotations: string;
  /** Records are shared out among annotators. */
  readonly assignment?: Assignment | undefined;
  readonly say: (line: string) => void;
}

export async function openWorkspace(paths: readonly string[], options: WorkspaceOptions): Promise<Workspace> {
  const sources = new Map<string, Source>();
  const pools = new Map<string, OpenedPool>();
  /** Files share a folder of judgements: one place writes to it. */
  const notes = new Map<string, Notes>();
  const notesIn = (folder: string): Notes => {
    const known = notes.get(folder) ?? createNotes(folder, options.say);
    notes.set(folder, known);
    return known;
  };
  const handles = new Map<string, LiveSourceHandle>();
  const close = async (): Promise<void> => {
    for (const handle of handles.values()) await handle.close();
    for (const pool of pools.values()) await pool.close();
  };
  const addPool = async (path: string): Promise<void> => {
    if ([...pools.values()].some(({ folder }) => folder === resolve(path))) return;
    const pool = String(pools.size + 1);
    pools.set(pool, await openPoolFolder(pool, path));
  };
  try {
    for (const path of paths) {
      const id = String(sources.size + 1);
      const isFolder = existsSync(path) && statSync(path).isDirectory();
      if (isFolder && isPool(path)) {
        await addPool(path);
        continue;
      }
      if (isFolder && !isRunFolder(path)) {
        throw new LateBenchError(
          'LB_INPUT_DIRECTORY',
          `${path} is neither a run folder nor a pool (no manifest.json, no records, no pool.json); name the files in it, for example ${path}/*.jsonl`,
        );
      }
      const folder = isFolder ? resolve(path) : null;
      const given = {
        id,
        name: basename(resolve(path)),
        path,
        folder,
        assignment: options.assignment ?? null,
        notes: notesIn(folder === null ? options.annotations : join(folder, 'annotations')),
      };
      const handle = await openLiveSource(given, options.say);
      handles.set(id, handle);
      sources.set(id, handle.source());
      if (folder !== null) for (const pool of await poolsOfRun(folder)) await addPool(pool);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const live = async (): Promise<LivePage> => {
    const told = [...handles].map(async ([id, handle]) => {
      await handle.refresh();
      sources.set(id, handle.source());
      return handle.live();
    });
    return { sources: await Promise.all(told) };
  };
  return { sources, pools, live, close };
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
  const models = [
    ...endpoints.map(({ model }) => text(model)),
    ...[...columns.models.values()].flatMap((some) => [...some]),
  ];
  return {
    id,
    key: keyOf(source),
    name,
    kind: folder === null ? 'file' : 'run',
    rows: table.rows,
    simulated: tookSimulation(columns.critics.keys(), models),
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
