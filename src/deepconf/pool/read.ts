// Reads a pool: its settings, its problems in the order of the problems file, and per problem its traces in batches of
// the columns asked for. Needs no network, no journal, and the manifest for range files only.
import { existsSync, statSync } from 'node:fs';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { wrongArgument } from '../../records/wrong-argument.ts';
import { remembering, rowsOfBatch } from './batch-rows.ts';
import type { Side } from './layout.ts';
import { OneFile } from './one-file.ts';
import { readPoolSettings } from './pool-settings.ts';
import { readPoolProblems } from './problems-file.ts';
import { RangeReader } from './range-reader.ts';
import { laterColumns, type PoolSettings } from './schema.ts';
import { maxLooks, PoolSources, type Source } from './sources.ts';
import { type TraceBatch, type TraceColumn, traceBatch } from './trace-batch.ts';

export interface PoolProblem {
  readonly problem_id: string;
  readonly problem: string;
  readonly truth: string | null;
}

export interface TraceOrder {
  readonly columns: readonly TraceColumn[];
  /** `core` unless said otherwise. */
  readonly side?: Side;
}

/** An open pool: its settings, its problems in file order, and streams of traces. Close it when done. */
export interface Pool {
  /** As it was given to `openPool`. */
  readonly folder: string;
  /** What was sampled and how: model, sampling parameters, samples for each problem. */
  readonly settings: PoolSettings;
  /** In the order of the pool's file. */
  readonly problems: readonly PoolProblem[];
  /** Where its samples are. */
  readonly sources: PoolSources;
  /** In the order of sample_id; without gaps where the pool is complete. One stream of a side at a time. */
  traces(problemId: string, order: TraceOrder): AsyncGenerator<TraceBatch>;
  /** How many traces a problem has. Not while a stream is read. */
  samples(problemId: string): Promise<number>;
  /** Closes the files of the pool. */
  close(): Promise<void>;
}

async function* readPart(
  reader: OneFile,
  path: string,
  columns: readonly string[],
  after: number,
): AsyncGenerator<TraceBatch> {
  const file = await reader.open(path);
  const names = new Set(file.schema.fields.map(({ name }) => name));
  const present = columns.filter((name) => names.has(name) || !laterColumns.has(name));
  const missing = present.find((name) => !names.has(name));
  if (missing !== undefined) {
    throw new LateBenchError('LB_SCHEMA', `${path} has no column ${missing}: it is not a part of a pool`);
  }
  let last = after;
  for await (const { batch } of file.batches({ columns: [...new Set(['sample_id', ...present])] })) {
    const traces = remembering(
      file.decode(() => traceBatch(batch)),
      file.decode,
    );
    for (const sample of traces.ints('sample_id')) {
      if (sample <= last) {
        const message = `${path}: sample ${sample} comes after sample ${last}; run \`latebench pool verify\``;
        throw new LateBenchError('LB_SCHEMA', message);
      }
      last = sample;
    }
    yield traces;
  }
}

/** For a file that the manifest names and that is not there. */
function lostFile(folder: string, cause: LateBenchError): LateBenchError {
  const message =
    `${cause.message}, and the manifest of the pool names it; restore it from a copy, or run latebench pool build again: ` +
    `it makes lost samples again where it can (latebench pool verify ${folder} lists what is lost)`;
  return new LateBenchError('LB_INPUT_MISSING', message, { cause });
}

/** Opens a pool of sampled traces for reading. */
export async function openPool(folder: string): Promise<Pool> {
  if (typeof folder !== 'string') throw wrongArgument('openPool', 'the folder of a pool', folder);
  const isFile = existsSync(folder) && !statSync(folder).isDirectory();
  const settings = isFile ? undefined : await readPoolSettings(folder);
  if (settings === undefined) {
    const message = `${folder} is not a pool: it has no pool.json; create one with \`latebench pool build\` or \`latebench pool import\``;
    throw new LateBenchError('LB_INPUT_MISSING', message);
  }
  const readers = { core: sideReader(folder, 'core'), top: sideReader(folder, 'top') };
  const close = async (): Promise<void> => {
    for (const { files } of Object.values(readers)) await files.close();
  };
  try {
    const problems = await readPoolProblems(folder);
    const sources = await PoolSources.read(folder, (side, range) => readers[side].ranges.has(range));
    return {
      folder,
      settings,
      problems,
      sources,
      async *traces(problemId, { columns, side = 'core' }) {
        let last = -1;
        for (let looks = 1; ; looks += 1) {
          try {
            for await (const batch of tracesAfter(last, sources.of(side, problemId), {
              ...readers[side],
              columns,
            })) {
              last = batch.ints('sample_id')[batch.rows - 1] ?? last;
              yield batch;
            }
            return;
          } catch (error) {
            // A writer may move samples into another file while they are read.
            const isGone = isLateBenchError(error) && error.code === 'LB_INPUT_MISSING';
            if (!isGone) throw error;
            if (looks === maxLooks || !(await sources.refresh())) throw lostFile(folder, error);
          }
        }
      },
      async samples(problemId) {
        let rows = 0;
        for (const source of await sources.of('core', problemId)) {
          if (source.kind === 'slice') rows += source.slice[3];
          else {
            const known = sources.manifest.get('core', problemId, source.part)?.rows;
            rows += known ?? (await rowsIn(readers.core.files, source.path));
          }
        }
        return rows;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Traces beyond the sample `after`, which is -1 for all of them. */
async function* tracesAfter(
  after: number,
  sources: Promise<readonly Source[]>,
  { files, ranges, columns }: SideReader & { readonly columns: readonly string[] },
): AsyncGenerator<TraceBatch> {
  let last = -1;
  for (const source of await sources) {
    const batches =
      source.kind === 'part'
        ? readPart(files, source.path, columns, last)
        : ranges.traces(source.slice, columns);
    for await (const batch of batches) {
      const samples = batch.ints('sample_id');
      last = samples[batch.rows - 1] ?? last;
      const from = samples.findIndex((sample) => sample > after);
      if (from !== -1) yield rowsOfBatch(batch, from, batch.rows);
    }
  }
}

async function rowsIn(reader: OneFile, path: string): Promise<number> {
  const { groupRows } = await reader.open(path);
  return groupRows.reduce((sum, count) => sum + count, 0);
}

interface SideReader {
  readonly files: OneFile;
  readonly ranges: RangeReader;
}

function sideReader(folder: string, side: Side): SideReader {
  const files = new OneFile();
  return { files, ranges: new RangeReader(folder, side, files) };
}
