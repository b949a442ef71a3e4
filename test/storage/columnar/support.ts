// What the tests of this module share: a folder that goes away, a record with everything in it, whole files as rows.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { readArrow } from '../../../src/storage/columnar/arrow-source.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { solutionColumns } from '../../../src/storage/columnar/schema.ts';
import type { Row } from '../../../src/storage/rows.ts';

export async function scratch(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-columnar-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const formats = [
  { ending: 'parquet', code: 'LB_PARQUET', open: openParquetSink, read: readParquet },
  { ending: 'arrow', code: 'LB_ARROW', open: openArrowSink, read: readArrow },
] as const;

export async function collect(groups: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const group of groups) rows.push(...group);
  return rows;
}

export async function writeRecords(path: string, rows: Iterable<Row>, options = {}): Promise<void> {
  const format = formats.find(({ ending }) => path.endsWith(ending))!;
  const sink = await format.open(path, solutionColumns, options);
  for (const row of rows) await sink.write(row);
  await sink.close();
}

/** A record that a run leaves behind, with every nested part. */
export function fullRecord(index: number): Row {
  return {
    id: `sample/${index}`,
    dataset: 'sample',
    subset: null,
    original_id: String(index),
    generator: null,
    subject: 'algebra',
    difficulty: index % 2 === 0 ? index : `level ${index}`,
    task: null,
    problem: `What is ${index} + ${index}?`,
    steps: [`Write it as 2 · ${index}.`, `That is ${2 * index}.`, ''],
    answer: String(2 * index),
    final_answer: null,
    final_answer_correct: false,
    error_steps: [1],
    error_source: 'injected',
    meta: { source: { page: index, tags: ['a', null] } },
    injection: {
      status: 'accepted',
      mode: 'general',
      error_step: 1,
      original_steps: ['x', 'y', 'z'],
      attempts: 2,
      gate: { same_prefix: { ok: true }, late: { ok: false, detail: 'step 1 of 3' } },
      verification: [{ judge: 'critic', found: true }],
      difficulty: { caught: 0.25 },
      usage: { calls: 3, prompt_tokens: 5_000_000_000, completion_tokens: 12 },
    },
    critiques: [
      {
        critic: 'm/first_error/v2',
        protocol: 'first_error',
        status: 'ok',
        first_error: 1,
        error_steps: null,
        explanations: { 1: 'wrong sum' },
        votes: [
          { sample: 0, status: 'ok', first_error: 1, error_steps: null },
          { sample: 1, status: 'unparsed', first_error: null, error_steps: null, note: 'no box' },
        ],
        agreement: 1,
      },
      {
        critic: 'n',
        protocol: 'all_errors',
        status: 'failed',
        first_error: null,
        error_steps: [],
        votes: [],
      },
    ],
    provenance: [{ stage: 'ingest', version: '1', key: 'abc' }],
  };
}
