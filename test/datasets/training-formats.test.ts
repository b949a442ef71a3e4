// The columns of each training format against what the documentation of its trainer asks for, as Parquet and as JSONL.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportFormatNamed, exportFormats } from '../../src/datasets/export/export.ts';
import { contentHash } from '../../src/publish/publication.ts';
import { trainingFormats } from '../../src/publish/training-formats.ts';
import type { Solution } from '../../src/records/solution.ts';
import { readInput } from '../../src/storage/input.ts';
import { openOutput } from '../../src/storage/output.ts';
import type { Row } from '../../src/storage/rows.ts';
import { isDrop } from '../../src/stream/stage.ts';
import { collectGroups, plain } from '../support/bytes.ts';
import { jsonLines } from '../support/cli.ts';
import { sameInDuckdb } from '../support/in-duckdb.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { adaptAll, adaptOne } from './adapting.ts';
import { prm800kRow } from './source-rows.ts';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);
const skip = duckdb === undefined ? 'needs the development dependency @duckdb/node-api' : false;

const prompt = ({ problem, steps }: { problem: string; steps: readonly string[] }): string =>
  `Judge: ${problem} | ${steps.join(' / ')}`;

const vote = (sample: number, first_error: number, reply: string | null) =>
  ({ sample, status: 'ok', first_error, reply }) as const;

const wrong: Solution = {
  id: 'a',
  problem: 'p',
  steps: ['s0', 's1', 's2'],
  error_steps: [1],
  injection: {
    status: 'accepted',
    error_step: 1,
    original_steps: ['s0', 'r1', 'r2'],
    error_type: 'sign',
    verification: null,
    difficulty: null,
  },
  critiques: [
    {
      critic: 'c',
      protocol: 'first_error',
      status: 'ok',
      votes: [
        vote(0, 0, 'Because. \\boxed{0}'),
        vote(1, 1, null),
        vote(2, 1, 'It says so, so \\boxed{1}.\n'),
        vote(3, 1, 'Later. \\boxed{1}'),
      ],
    },
  ],
};
const right: Solution = { id: 'b', problem: 'p "ü"', steps: ['s0', 's1'], error_steps: [] };
const first: Solution = { id: 'c', problem: 'p', steps: ['s0', 's1'], error_steps: [0, 1] };

const rowOf = (name: string, record: Solution): Row => {
  const row = exportFormatNamed(name).row(record, { prompt });
  return isDrop(row) ? assert.fail(row.reason) : row;
};

/**
 * As DuckDB names the types of the columns that the documentation asks for:
 * sft-critic: "messages", https://huggingface.co/docs/trl/dataset_formats (conversational language modelling), and
 *   data.multiturn.messages_key of verl, https://github.com/volcengine/verl/tree/main/examples/sft/multiturn;
 * trl-stepwise: https://huggingface.co/docs/trl/dataset_formats (stepwise supervision);
 * verl: https://github.com/volcengine/verl/blob/main/docs/preparation/prepare_data.rst;
 * openrlhf-prm: https://github.com/OpenRLHF/OpenRLHF/blob/main/openrlhf/datasets/process_reward_dataset.py with the keys
 *   of examples/scripts/train_prm_mistral.sh;
 * preference: https://huggingface.co/docs/trl/dataset_formats (preference, explicit prompt);
 * prm800k: https://github.com/openai/prm800k (README, "Data").
 */
const contracts: Readonly<Record<(typeof trainingFormats)[number], Readonly<Record<string, string>>>> = {
  'sft-critic': { messages: 'STRUCT("role" VARCHAR, "content" VARCHAR)[]' },
  'trl-stepwise': { prompt: 'VARCHAR', completions: 'VARCHAR[]', labels: 'BOOLEAN[]' },
  verl: {
    data_source: 'VARCHAR',
    prompt: 'STRUCT("role" VARCHAR, "content" VARCHAR)[]',
    ability: 'VARCHAR',
    reward_model: 'STRUCT(style VARCHAR, ground_truth VARCHAR)',
    extra_info: 'STRUCT("index" BIGINT, split VARCHAR, id VARCHAR)',
  },
  'openrlhf-prm': { input: 'VARCHAR', value: 'VARCHAR[]' },
  preference: { prompt: 'VARCHAR', chosen: 'VARCHAR', rejected: 'VARCHAR' },
  prm800k: {
    labeler: 'VARCHAR',
    timestamp: 'VARCHAR',
    generation: 'INTEGER',
    is_quality_control_question: 'BOOLEAN',
    is_initial_screening_question: 'BOOLEAN',
    question: '',
    label: '',
  },
};

/** What is read of a line as the README of PRM800K shows it. */
function documented(row: Row): object {
  const { question, label } = row as {
    question: { problem: string; pre_generated_steps: string[] };
    label: { finish_reason: string; steps: Row[] };
  };
  const ratings = label.steps.map(({ completions }) =>
    ((completions ?? []) as Row[]).map(({ text, rating }) => [text, rating]),
  );
  const trajectory = label.steps.map(({ completions, human_completion: human, chosen_completion: chosen }) =>
    typeof chosen === 'number' ? (completions as Row[])[chosen]!.text : ((human as Row | null)?.text ?? null),
  );
  const { problem, pre_generated_steps: steps } = question;
  return { problem, steps, finish_reason: label.finish_reason, ratings, trajectory };
}

const bare = (type: unknown): string => String(type).replaceAll('"', '');

test('each training format is the same rows as Parquet and as JSONL, under the documented names', {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const instance = await duckdb!.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const query = async (sql: string): Promise<Row[]> =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson() as Row[];
  const native = (await adaptOne(prm800kRow)) as Solution;
  for (const name of trainingFormats) {
    const format = exportFormatNamed(name);
    const rows = [wrong, right, first, native].flatMap((record) => {
      const row = format.row(record, { prompt });
      return isDrop(row) ? [] : [row];
    });
    assert.ok(rows.length > 0, name);
    const paths = ['jsonl', 'parquet', 'arrow'].map((ending) => join(folder, `${name}.${ending}`));
    for (const path of paths) {
      const sink = await openOutput(path, { columns: format.columns });
      for (const row of rows) await sink.write(row);
      assert.equal((await sink.close()).rows, rows.length);
      const onBad = (): never => assert.fail(`${path}: no bad row expected`);
      const back = await collectGroups(readInput(path, { onBad }));
      // A native row lacks fields that its columns have: null there.
      assert.deepEqual(back.map(contentHash), rows.map(contentHash), path);
      if (name !== 'prm800k') assert.deepEqual(plain(back), plain(rows), path);
    }
    await sameInDuckdb(paths[1]!);
    const described = await query(`DESCRIBE FROM '${paths[1]}'`);
    const types = Object.fromEntries(described.map((row) => [row.column_name, bare(row.column_type)]));
    for (const [column, type] of Object.entries(contracts[name])) {
      // Structs with a column of ours within (`extra`) are compared by what the README reads of them.
      if (type === '') assert.match(types[column] ?? '', /^STRUCT\(/, `${name}: ${column}`);
      else assert.equal(types[column], bare(type), `${name}: ${column}`);
    }
    const asText = await query(`SELECT to_json(t)::VARCHAR AS row FROM '${paths[1]}' t`);
    const withoutExtra = (_key: string, value: unknown): unknown => (_key === 'extra' ? undefined : value);
    const seen = asText.map(({ row }) => JSON.parse(String(row), withoutExtra));
    const text = jsonLines(await readFile(paths[0]!, 'utf8')) as Row[];
    for (const column of Object.keys(contracts[name])) {
      for (const row of text) assert.ok(column in row, `${name}: ${column} in JSONL`);
    }
    if (name !== 'prm800k') assert.deepEqual(seen, text, name);
    else for (const back of [seen, text]) assert.deepEqual(back.map(documented), rows.map(documented));
  }
});

test('DuckDB reads the rows of every other format that has columns', { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  const others = exportFormats.filter(({ name, columns }) => columns !== undefined && !(name in contracts));
  assert.deepEqual(
    others.map(({ name }) => name),
    ['processbench', 'evalscope'],
  );
  for (const { name, columns } of others) {
    const path = join(folder, `${name}.parquet`);
    const rows = [wrong, right, first].map((record) => rowOf(name, record));
    const sink = await openOutput(path, { columns });
    for (const row of rows) await sink.write(row);
    await sink.close();
    assert.deepEqual(await sameInDuckdb(path), rows);
  }
});

test('a rated solution ends with the first wrong step, with one label a step', async () => {
  const stepwise = [wrong, right, first].map((record) => rowOf('trl-stepwise', record));
  assert.deepEqual(stepwise[0], { id: 'a', prompt: 'p', completions: ['s0', 's1'], labels: [true, false] });
  assert.deepEqual(stepwise[1]!.labels, [true, true]);
  assert.deepEqual(stepwise[2], { id: 'c', prompt: 'p', completions: ['s0'], labels: [false] });
  const { out } = await adaptAll(stepwise);
  assert.deepEqual(
    out.map(({ error_steps }) => error_steps),
    [[1], [], [0]],
  );
  for (const record of [wrong, right, first]) {
    const { input, value } = rowOf('openrlhf-prm', record);
    assert.equal(String(input).split('ки').length - 1, (value as string[]).length);
  }
  assert.deepEqual(rowOf('openrlhf-prm', wrong), {
    id: 'a',
    input: 'p Step 1: s0 ки\nStep 2: s1 ки',
    value: ['+', '-'],
  });
  const marked = exportFormatNamed('openrlhf-prm').row({ ...right, problem: 'ки' }, { prompt });
  assert.ok(isDrop(marked));
});

test('a chat has the reply of a stored vote that was right, and of no other', () => {
  const replies = (record: Solution): unknown => (rowOf('sft-critic', record).messages as Row[])[1]!.content;
  assert.equal(replies(wrong), 'It says so, so \\boxed{1}.');
  const [critique] = wrong.critiques!;
  const other = { ...wrong, critiques: [{ ...critique!, protocol: 'all_errors' as const }] };
  assert.match(String(replies(other)), /^Paragraphs before paragraph 1 hold/);
  const strayed = { ...critique!, votes: [vote(0, 1, 'First \\boxed{1}, no: \\boxed{2}')] };
  assert.match(String(replies({ ...wrong, critiques: [strayed] })), /^Paragraphs before paragraph 1 hold/);
});

test('a verl prompt has the label as its ground truth, and an index that does not depend on the others', () => {
  const row = rowOf('verl', wrong);
  assert.deepEqual(row.reward_model, { style: 'rule', ground_truth: '1' });
  assert.deepEqual(row.prompt, [{ role: 'user', content: 'Judge: p | s0 / s1 / s2' }]);
  assert.deepEqual((rowOf('verl', right).reward_model as Row).ground_truth, '-1');
  assert.deepEqual(row.extra_info, rowOf('verl', { ...wrong }).extra_info);
  assert.ok(Number.isSafeInteger((row.extra_info as Row).index));
});
