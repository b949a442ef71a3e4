// Opens the files of a source, and opens them again when they have changed on the disk.
import { existsSync } from 'node:fs';
import type { LiveSource } from '../api-live.ts';
import { createSearch } from '../sources/search.ts';
import { createSource, type Source, type SourceParts } from '../sources/source.ts';
import { stoppableExpression } from '../sources/stoppable-expression.ts';
import { joinTables, openTable } from '../tables/open-table.ts';
import type { RecordTable } from '../tables/record-table.ts';
import { runStateOf } from './run-state.ts';
import { filesNow, isAddition, isUnchanged, look, type Seen } from './watched-files.ts';

/** Files are looked at again after this at the earliest, and longer where reading them takes long. */
const shortestMs = 250;
/** Of the time, so much at most goes into reading what has changed. */
const shareOfTime = 0.2;
/** Facets that are there sooner than this are waited for, so that they do not vanish at every record. */
const patienceMs = 700;
/** Requests that have begun with the file before are done by then. */
const closeAfterMs = 30_000;

export interface LiveSourceHandle {
  readonly source: () => Source;
  /** Looks at the files; at most one look at a time. */
  refresh(): Promise<void>;
  live(): Promise<LiveSource>;
  close(): Promise<void>;
}

type Given = Omit<SourceParts, 'table' | 'search'>;

async function openFiles(paths: readonly string[], say: (line: string) => void): Promise<RecordTable> {
  const tables: RecordTable[] = [];
  try {
    for (const path of paths) tables.push(await openTable(path, say));
    return joinTables(tables);
  } catch (error) {
    for (const table of tables) await table.close();
    throw error;
  }
}

export async function openLiveSource(given: Given, say: (line: string) => void): Promise<LiveSourceHandle> {
  const { path, folder } = given;
  const closing = new Map<NodeJS.Timeout, RecordTable>();
  let version = 1;
  let replaced = 0;
  let nextLook = 0;
  let looking: Promise<void> | undefined;

  const now = async (): Promise<{ paths: readonly string[]; seen: Seen } | null> => {
    const paths = await filesNow(path, folder, existsSync(path));
    const seen = await look(paths);
    return seen === null ? null : { paths, seen };
  };
  const sourceOf = async (paths: readonly string[]): Promise<Source> => {
    const table = await openFiles(paths, say);
    return createSource({ ...given, table, search: createSearch(table, stoppableExpression) });
  };
  const first = await now();
  // A plain file that is not there is told of by whoever opens it.
  let seen: Seen = first?.seen ?? [];
  let source = await sourceOf(
    first === null || (folder === null && seen.length === 0) ? [path] : first.paths,
  );

  async function reopen(paths: readonly string[], next: Seen): Promise<void> {
    const isOther = seen.length > 0 && !(await isAddition(seen, next));
    const opened = await sourceOf(paths);
    const ready = Promise.all([opened.ready('fields'), opened.ready('steps')]);
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patienceMs))]).catch(() => {});
    const { table: before } = source;
    const timer = setTimeout(() => {
      closing.delete(timer);
      before.close().catch(() => {});
    }, closeAfterMs);
    timer.unref();
    closing.set(timer, before);
    source = opened;
    seen = next;
    version += 1;
    if (isOther) replaced += 1;
  }

  async function refresh(): Promise<void> {
    const begun = Date.now();
    const found = await now();
    // Gone, or not to be read at this moment: what was there stays, and it is looked for again.
    if (found !== null && !(folder === null && found.seen.length === 0) && !isUnchanged(seen, found.seen)) {
      await reopen(found.paths, found.seen).catch((error: Error) => say(`${path}: ${error.message}`));
    }
    const end = Date.now();
    nextLook = end + Math.max(shortestMs, (end - begun) / shareOfTime);
  }

  return {
    source: () => source,
    refresh() {
      if (looking === undefined && Date.now() < nextLook) return Promise.resolve();
      looking ??= refresh().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    live: async () => ({
      id: given.id,
      rows: source.table.rows,
      version,
      replaced,
      state: folder === null ? null : await runStateOf(folder, Date.now()),
    }),
    async close() {
      await looking;
      for (const [timer, table] of closing) {
        clearTimeout(timer);
        await table.close();
      }
      await source.table.close();
    },
  };
}
