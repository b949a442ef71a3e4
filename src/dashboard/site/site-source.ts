// A source of an exported site: its table reads chunks, its judgements are those that were exported.
import { LateBenchError } from '../../errors.ts';
import type { Annotation } from '../../records/annotation.ts';
import { setRow } from '../records/row-facts.ts';
import { judgements } from '../sources/judgement-names.ts';
import type { Notes } from '../sources/notes.ts';
import { createSearch } from '../sources/search.ts';
import { createSource, type Source } from '../sources/source.ts';
import { type Entry, parts, type RecordTable } from '../tables/record-table.ts';
import type { SiteChunk, SiteSource } from './site-data.ts';

export type LoadChunk = (name: string) => Promise<readonly Entry[]>;

export function siteTable(rows: number, chunks: readonly SiteChunk[], load: LoadChunk): RecordTable {
  const known = new Map<string, Promise<readonly Entry[]>>();
  const read = (name: string): Promise<readonly Entry[]> => {
    const loaded = known.get(name) ?? load(name);
    known.set(name, loaded);
    loaded.catch(() => known.delete(name));
    return loaded;
  };
  return {
    rows,
    read: (requested) =>
      Promise.all(
        requested.map(async (row) => {
          const chunk = chunks.find((one) => row >= one.firstRow && row < one.firstRow + one.rows);
          if (chunk === undefined) throw new LateBenchError('LB_INPUT_MISSING', `there is no row ${row}`);
          return (await read(chunk.name))[row - chunk.firstRow]!;
        }),
      ),
    async fill(columns, firstRow, onPart, onShare) {
      for (const chunk of chunks) {
        for (const [at, entry] of (await read(chunk.name)).entries()) {
          setRow(columns, firstRow + chunk.firstRow + at, entry);
        }
        onShare((chunk.firstRow + chunk.rows) / rows);
      }
      for (const part of parts) onPart(part);
    },
    async *all() {
      for (const { name, firstRow } of chunks) {
        const entries = await read(name);
        yield { firstRow, rows: entries.map((entry) => ('row' in entry ? entry.row : null)) };
      }
    },
    close: async () => {},
  };
}

/** Judgements that can be read and not added to. */
function exportedNotes(all: readonly Annotation[]): Notes {
  return {
    folder: '',
    all: async () => all,
    about: async (recordId) => all.filter(({ record_id: id }) => id === recordId),
    add: () => Promise.reject(new LateBenchError('LB_USAGE', 'a site of files takes no judgements')),
    decided: async () => false,
    conflicts: () => [],
    letGo: () => {},
    dimension: async (_, ids) => ({
      name: 'mine',
      title: 'My judgement',
      labels: judgements,
      codes: new Uint8Array(ids.length),
      hasNone: false,
    }),
    version: async () => '',
  };
}

/** The reader's own browser runs it, and only for the reader. */
const plainExpression = (source: string, flags: string) => {
  const expression = new RegExp(source, flags);
  return (texts: readonly string[]): boolean[] => texts.map((text) => expression.test(text));
};

export function siteSource(given: SiteSource, load: LoadChunk): Source {
  const { id, name, rows, chunks, annotations } = given;
  const table = siteTable(rows, chunks, load);
  return createSource({
    id,
    name,
    path: name,
    folder: null,
    table,
    assignment: null,
    notes: exportedNotes(annotations),
    search: createSearch(table, plainExpression),
  });
}
