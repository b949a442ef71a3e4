// Reads a pool: its settings, its problems in the order of the problems file, and per problem its traces in batches of
// the columns asked for. Needs no network, no journal and no manifest.

import { readdir } from 'node:fs/promises';
import { LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import { readParquet } from '../../storage/columnar/parquet-source.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import { partOfName, partPath, problemsPath, type Side, settingsPath, sidePath } from './layout.ts';
import {
  laterColumns,
  type PoolSettings,
  poolFormat,
  poolSchemaVersion,
  poolSettingsSchema,
} from './schema.ts';
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
  readonly folder: string;
  readonly settings: PoolSettings;
  readonly problems: readonly PoolProblem[];
  /** In the order of sample_id; without gaps where the pool is complete. One stream at a time. */
  traces(problemId: string, order: TraceOrder): AsyncGenerator<TraceBatch>;
  close(): Promise<void>;
}

/** Undefined where there is no pool yet. */
export async function readPoolSettings(folder: string): Promise<PoolSettings | undefined> {
  const path = settingsPath(folder);
  const text = await readTextIfPresent(path);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new LateBenchError('LB_SCHEMA', `${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const { format, schema_version: version } = (value ?? {}) as Partial<PoolSettings>;
  if (format === poolFormat && typeof version === 'number' && version > poolSchemaVersion) {
    const message = `${path} has pool schema ${version}, and this latebench knows ${poolSchemaVersion}; update it`;
    throw new LateBenchError('LB_SCHEMA', message);
  }
  const result = poolSettingsSchema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new LateBenchError('LB_SCHEMA', `${path}: ${issue.path.join('.')}: ${issue.message}`);
}

export async function readPoolProblems(folder: string, reader?: ParquetReader): Promise<PoolProblem[]> {
  const problems: PoolProblem[] = [];
  const options = reader === undefined ? {} : { reader };
  for await (const group of readParquet(problemsPath(folder), options)) {
    for (const { problem_id, problem, truth } of group) {
      problems.push({
        problem_id: problem_id as string,
        problem: problem as string,
        truth: (truth ?? null) as string | null,
      });
    }
  }
  return problems;
}

/** The numbers of a problem's parts, in order. */
export async function partsOf(folder: string, side: Side, problemId: string): Promise<number[]> {
  const names = await readdir(sidePath(folder, side, problemId)).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw cause;
  });
  return names
    .map(partOfName)
    .filter((part) => part !== undefined)
    .sort((a, b) => a - b);
}

async function* readPart(
  reader: ParquetReader,
  path: string,
  columns: readonly string[],
  after: number,
): AsyncGenerator<TraceBatch> {
  const file = await reader.open(path);
  const names = new Set(file.schema.fields.map(({ name }) => name));
  const present = columns.filter((name) => names.has(name) || !laterColumns.has(name));
  const missing = present.find((name) => !names.has(name));
  if (missing !== undefined) {
    throw new LateBenchError('LB_SCHEMA', `${path} has no column ${missing}: it is no part of a pool`);
  }
  let last = after;
  for await (const { batch } of file.batches({ columns: [...new Set(['sample_id', ...present])] })) {
    const traces = file.decode(() => traceBatch(batch));
    for (const sample of file.decode(() => traces.ints('sample_id'))) {
      if (sample <= last) {
        const message = `${path}: sample ${sample} comes after sample ${last}; run \`latebench pool verify\``;
        throw new LateBenchError('LB_SCHEMA', message);
      }
      last = sample;
    }
    yield traces;
  }
}

/** Opens a pool that is there. Parts are found by their names: one under its final name is whole. */
export async function openPool(folder: string): Promise<Pool> {
  const settings = await readPoolSettings(folder);
  if (settings === undefined) {
    const message = `${folder} is no pool: it has no pool.json; \`latebench pool build\` or \`pool import\` makes one`;
    throw new LateBenchError('LB_INPUT_MISSING', message);
  }
  const reader = new ParquetReader();
  const problems = await readPoolProblems(folder, reader).catch(async (error: unknown) => {
    await reader.close();
    throw error;
  });
  return {
    folder,
    settings,
    problems,
    async *traces(problemId, { columns, side = 'core' }) {
      let last = -1;
      for (const part of await partsOf(folder, side, problemId)) {
        const path = partPath(folder, side, problemId, part);
        for await (const batch of readPart(reader, path, columns, last)) {
          last = batch.ints('sample_id')[batch.rows - 1] ?? last;
          yield batch;
        }
      }
    },
    close: () => reader.close(),
  };
}
