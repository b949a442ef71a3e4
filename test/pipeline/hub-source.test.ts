// A pipeline whose source is an address of the hub: of records, and of a pool's problems.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../datasets/hub/run-here.ts';
import { jsonLines } from '../support/cli.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { sha256 } from '../support/loopback-hub-store.ts';
import { temporaryFolder } from '../support/temporary.ts';

const rows = Array.from({ length: 6 }, (_, n) => ({
  id: `gsm8k-${n}`,
  generator: 'some-model',
  problem: `problem ${n}`,
  steps: ['one', 'two', 'three'],
  final_answer_correct: n % 2 === 0,
  label: n % 2 === 0 ? -1 : 2,
}));
const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function pipelineFile(folder: string, declaration: Record<string, unknown>): Promise<string> {
  const path = join(folder, `${declaration.name}.json`);
  await writeFile(path, JSON.stringify({ about: 'a test', seed: 1, ...declaration }));
  return path;
}

test('a pipeline takes its records from the hub, says which commit, and reads them again from the cache', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'gsm8k.jsonl': text });
  const home = await temporaryFolder(t);
  const path = await pipelineFile(home, {
    name: 'from-hub',
    source: { files: ['hf:o/n/gsm8k.jsonl'] },
    stages: [{ use: 'filter', with: { hasError: true } }],
    sinks: [{ file: 'records.jsonl' }],
  });
  const folder = join(home, 'run');
  const run = (...more: string[]) =>
    runHere(['run', path, '--run', folder, ...more], { home, env: { HF_ENDPOINT: hub.url } });
  const plan = await run('--plan');
  assert.equal(plan.code, 0, plan.stderr);
  assert.match(plan.stdout, /Source: hf:o\/n\/gsm8k\.jsonl: 6 records, of which 3 reach/);

  const ended = await run();
  assert.equal(ended.code, 0, ended.stderr);
  const records = jsonLines(await readFile(join(folder, 'records.jsonl'), 'utf8'));
  assert.deepEqual(
    records.map(({ id }) => id),
    [1, 3, 5].map((n) => `processbench/gsm8k/gsm8k-${n}`),
  );
  const { inputs } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    inputs: { path: string; bytes: number; sha256: string }[];
  };
  assert.equal(inputs.length, 1);
  assert.match(inputs[0]!.path, /^hf:o\/n@[0-9a-f]{40}\/gsm8k\.jsonl$/);
  assert.deepEqual([inputs[0]!.bytes, inputs[0]!.sha256], [text.length, sha256(Buffer.from(text))]);

  const asked = hub.requests.filter(({ origin }) => origin === 'cdn').length;
  const offline = await runHere(['run', path, '--run', join(home, 'again')], {
    home,
    env: { HF_ENDPOINT: hub.url, HF_HUB_OFFLINE: '1' },
  });
  assert.equal(offline.code, 0, offline.stderr);
  assert.equal(hub.requests.filter(({ origin }) => origin === 'cdn').length, asked);
});

test('an address that the hub does not know stops the run before anything else, and says what there is', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'gsm8k.jsonl': text });
  const home = await temporaryFolder(t);
  const path = await pipelineFile(home, {
    name: 'typo',
    source: { files: ['hf:o/n/gsm9k.jsonl'] },
    stages: [{ use: 'critic', with: {} }],
  });
  const ended = await runHere(['run', path, '--run', join(home, 'run'), '--endpoint', 'sim'], {
    home,
    env: { HF_ENDPOINT: hub.url },
  });
  assert.equal(ended.code, 2, ended.stderr);
  assert.match(ended.stderr, /gsm9k\.jsonl.*there are:\s+hf:o\/n\/gsm8k\.jsonl/s);
});

test('a pipeline of pools takes its problems from the hub', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'gsm8k.jsonl': text });
  const home = await temporaryFolder(t);
  const pool = join(home, 'pool');
  const path = await pipelineFile(home, {
    name: 'pool-from-hub',
    source: { files: ['hf:o/n/gsm8k.jsonl'] },
    stages: [{ use: 'pool', with: { pool, n: 2, maxTokens: 20, topLogprobs: 2, problems: 2 } }],
    endpoint: { logprob: { baseUrl: 'sim' } },
  });
  const ended = await runHere(['run', path, '--run', join(home, 'run')], {
    home,
    env: { HF_ENDPOINT: hub.url },
  });
  assert.equal(ended.code, 0, ended.stderr);
  const info = await runHere(['pool', 'info', pool, '--format', 'json'], { home });
  assert.match(info.stdout, /gsm8k-1/);
});
