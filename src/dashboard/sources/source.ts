// One thing that was opened: a file or a run folder, with its table, what is known in memory about its records, and
// where the judgements about them go.

import type { Assignment } from '../assignment.ts';
import { createColumns, type RecordColumns } from '../records/columns.ts';
import { createDimensions, type Dimensions } from '../records/dimensions.ts';
import { type Part, parts, type RecordTable } from '../tables/record-table.ts';
import type { Notes } from './notes.ts';
import type { Search } from './search.ts';

export interface Source {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The run folder; null for a file. */
  readonly folder: string | null;
  readonly table: RecordTable;
  readonly columns: RecordColumns;
  readonly dimensions: Dimensions;
  readonly notes: Notes;
  /** Who is to judge which records; null where nobody shared them out. */
  readonly assignment: Assignment | null;
  readonly search: Search;
  /** Resolves when this part is in memory; the first call begins to read. */
  ready(part: Part): Promise<void>;
  has(part: Part): boolean;
  /** How much of the file has been read into memory; null when there is nothing to wait for. */
  progress(): { readonly part: Part; readonly share: number } | null;
  /** Changes whenever more is known. */
  version(): number;
}

export interface SourceParts {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly folder: string | null;
  readonly table: RecordTable;
  readonly notes: Notes;
  readonly assignment: Assignment | null;
  readonly search: Search;
}

export function createSource(given: SourceParts): Source {
  const { table } = given;
  const columns = createColumns(table.rows);
  const dimensions = createDimensions(columns);
  const done = new Set<Part>();
  const waiting = new Map<
    Part,
    { resolve: () => void; reject: (cause: unknown) => void; promise: Promise<void> }
  >();
  for (const part of parts) {
    let resolve = (): void => {};
    let reject = (_: unknown): void => {};
    const promise = new Promise<void>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    promise.catch(() => {});
    waiting.set(part, { resolve, reject, promise });
  }
  let started = false;
  let share = 0;
  let version = 0;
  const start = (): void => {
    if (started) return;
    started = true;
    const onPart = (part: Part): void => {
      done.add(part);
      share = 0;
      version += 1;
      dimensions.renew();
      waiting.get(part)!.resolve();
    };
    table
      .fill(columns, 0, onPart, (so) => {
        share = so;
      })
      .catch((error) => {
        for (const { reject } of waiting.values()) reject(error);
      });
  };
  return {
    ...given,
    columns,
    dimensions,
    ready(part) {
      start();
      return waiting.get(part)!.promise;
    },
    has: (part) => done.has(part),
    progress() {
      const part = parts.find((one) => !done.has(one));
      return part === undefined || !started ? null : { part, share };
    },
    version: () => version,
  };
}
