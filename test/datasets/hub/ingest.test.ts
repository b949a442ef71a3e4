import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openOutput } from '../../../src/storage/output.ts';
import { jsonLines, runCommand } from '../../support/cli.ts';
import { type LoopbackHub, startLoopbackHub } from '../../support/loopback-hub.ts';
import { sha256 } from '../../support/loopback-hub-store.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { runHere } from './run-here.ts';

const processbench = (n: number, subset = 'gsm8k'): Record<string, unknown> => ({
  id: `${subset}-${n}`,
  generator: 'some-model',
  problem: `problem ${n}`,
  steps: ['first', 'second', 'third'],
  final_answer_correct: n % 2 === 0,
  label: n % 2 === 0 ? -1 : 2,
});
const rows = Array.from({ length: 20 }, (_, n) => processbench(n));
/** The rows as records of ours. */
const records = rows.map(({ id, label, ...row }) => ({
  ...row,
  id: `processbench/gsm8k/${id}`,
  original_id: id,
  error_steps: label === -1 ? [] : [label],
}));
const lines = (some: readonly unknown[]): string => some.map((row) => `${JSON.stringify(row)}\n`).join('');

function run(home: string, hub: LoopbackHub, args: readonly string[], env: Record<string, string> = {}) {
  return runHere(args, { home, env: { HF_ENDPOINT: hub.url, ...env } });
}

/** Of records of ours, as `-o x.parquet` writes them. */
async function parquetOf(t: TestContext, records: readonly Record<string, unknown>[]): Promise<Buffer> {
  const path = join(await temporaryFolder(t), 'rows.parquet');
  const sink = await openOutput(path);
  for (const record of records) await sink.write(record);
  await sink.close();
  return readFile(path);
}

test('JSON, JSONL and gzipped JSONL of a repository give the same records', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', {
    'gsm8k.json': JSON.stringify(rows),
    'b/gsm8k.jsonl': lines(rows),
    'c/gsm8k.jsonl.gz': gzipSync(lines(rows)),
  });
  const cwd = await temporaryFolder(t);
  const paths = ['gsm8k.json', 'b/gsm8k.jsonl', 'c/gsm8k.jsonl.gz'];
  const { code, stdout, stderr } = await run(cwd, hub, ['ingest', ...paths.map((path) => `hf:o/n/${path}`)]);
  assert.equal(code, 0, stderr);
  const [expected, ...others] = [0, 20, 40].map((from) => stdout.split('\n').slice(from, from + 20));
  assert.equal(expected?.length, 20);
  for (const other of others) assert.deepEqual(other, expected);
  assert.deepEqual(
    jsonLines(stdout)
      .map(({ id }) => id)
      .slice(0, 2),
    ['processbench/gsm8k/gsm8k-0', 'processbench/gsm8k/gsm8k-1'],
  );
  for (const path of paths) assert.match(stderr, new RegExp(`hf:o/n@[0-9a-f]{40}/${path} `));
});

test('a split of several parts is one input, any filter reads it, and parts beyond the limit are not fetched', async (t) => {
  const hub = await startLoopbackHub(t);
  const parts = await Promise.all([0, 12].map((from) => parquetOf(t, records.slice(from, from + 12))));
  hub.put(
    'o/n',
    Object.fromEntries(parts.map((bytes, n) => [`main/train-0000${n}-of-00002.parquet`, bytes])),
  );
  const cwd = await temporaryFolder(t);
  const limited = await run(cwd, hub, ['ingest', '-n', '5', 'hf:o/n/main/train']);
  assert.equal(jsonLines(limited.stdout).length, 5, limited.stderr);
  assert.equal(hub.requests.filter(({ origin }) => origin === 'cdn').length, 1);
  const filtered = await run(cwd, hub, ['filter', '--has-error', 'hf:o/n', '--run', join(cwd, 'r')]);
  assert.equal(filtered.code, 0, filtered.stderr);
  assert.deepEqual(
    jsonLines(filtered.stdout).map(({ original_id: id }) => id),
    rows.filter(({ label }) => label === 2).map(({ id }) => id),
  );
  const manifest = JSON.parse(await readFile(join(cwd, 'r', 'manifest.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const commit = hub.repos.get('o/n')?.refs.get('main');
  assert.deepEqual(
    manifest.inputs,
    parts.map((bytes, n) => ({
      path: `hf:o/n@${commit}/main/train-0000${n}-of-00002.parquet`,
      bytes: bytes.length,
      sha256: sha256(bytes),
    })),
  );
});

test('the second run needs no network, and a name from the manifest is an input again', async (t) => {
  const hub = await startLoopbackHub(t);
  const commit = hub.put('o/n', { 'gsm8k.json': JSON.stringify(rows) });
  const cwd = await temporaryFolder(t);
  const first = await run(cwd, hub, ['ingest', 'hf:o/n']);
  hub.requests.length = 0;
  const offline = await run(cwd, hub, ['ingest', 'hf:o/n'], { HF_HUB_OFFLINE: '1' });
  assert.deepEqual([offline.code, offline.stdout], [0, first.stdout]);
  assert.equal((await run(cwd, hub, ['ingest', `hf:o/n@${commit}/gsm8k.json`])).stdout, first.stdout);
  assert.equal(hub.requests.length, 0);
  const absent = await run(cwd, hub, ['ingest', 'hf:o/other'], { HF_HUB_OFFLINE: '1' });
  assert.deepEqual([absent.code, absent.stdout], [4, '']);
  assert.match(absent.stderr, /\(LB_OFFLINE\)/);
});

test('records of your own rows are named after the split, without part numbers, also from CSV', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', {
    'data/train-00000-of-00001.jsonl': lines([{ question: 'q', answer: '4' }]),
    'data/test.csv': 'question,answer\nr,5\n',
  });
  const home = await temporaryFolder(t);
  const { stdout } = await run(home, hub, ['ingest', 'hf:o/n/train', 'hf:o/n/test']);
  assert.deepEqual(
    jsonLines(stdout).map(({ subset, problem, answer }) => [subset, problem, answer]),
    [
      ['train', 'q', '4'],
      ['test', 'r', '5'],
    ],
  );
});

test('errors end with one line, the right code, nothing on stdout, and never the token', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'a.json': JSON.stringify(rows), 'b.json': '[]' });
  hub.put('o/gated', { 'a.parquet': randomBytes(100) }, { gated: true });
  const cwd = await temporaryFolder(t);
  const envFile = join(cwd, 'wrong.env');
  await writeFile(envFile, 'HF_TOKEN=hf_fromTheEnvFile99\n');
  for (const [args, code, words] of [
    [
      ['hf:o/n'],
      2,
      /hf:o\/n fits several; choose one of:\n {2}hf:o\/n\/a\.json\n {2}hf:o\/n\/b\.json \(LB_HUB_AMBIGUOUS\)/,
    ],
    [
      ['hf:o/n/c.json'],
      2,
      /no file, folder, config or split "c\.json"; there are:\n.*\n.* \(LB_HUB_NOT_FOUND\)/,
    ],
    [['hf:o/n@v9/a.json'], 2, /o\/n has no revision v9 \(LB_HUB_NOT_FOUND\)/],
    [['hf:o/nothing'], 2, /no dataset o\/nothing, or it is private.*\(LB_HUB_AUTH\)/],
    [['hf:o/gated'], 2, /o\/gated is gated.*\(LB_HUB_AUTH\)/],
    [['hf:o@'], 2, /write hf:OWNER\/NAME.*\(LB_USAGE\)/],
    [['https://example.org/rows.jsonl'], 2, /of web addresses only .*\(LB_USAGE\)/],
    [['--env-file', envFile, 'hf:o/n/a.json'], 2, /does not accept HF_TOKEN.*\(LB_HUB_AUTH\)/],
  ] as const) {
    const { code: ended, stdout, stderr } = await run(cwd, hub, ['ingest', ...args]);
    assert.equal(ended, code, `${args.join(' ')}: ${stderr}`);
    assert.equal(stdout, '');
    assert.match(stderr, words);
    assert.doesNotMatch(stderr, /fromTheEnvFile|\n\s+at /);
  }
  hub.fail({ on: /\/revision\//, status: 429, headers: { 'retry-after': '7200' } });
  const busy = await run(cwd, hub, ['ingest', 'hf:o/n/a.json']);
  assert.equal(busy.code, 4);
  assert.match(busy.stderr, /asks to try again in 7200 s.*\(LB_HUB_RATE\)/);
});

/** Whether a file of this size is somewhere below the folder. */
async function holdsFileOf(folder: string, size: number): Promise<boolean> {
  const names = await readdir(folder, { recursive: true });
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      (found) => found.size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).includes(size);
}

test('Ctrl-C while a file comes ends with 130, and the same command resumes it', async (t) => {
  const hub = await startLoopbackHub(t);
  const bytes = Buffer.from(lines(Array.from({ length: 3000 }, (_, n) => processbench(n))));
  hub.put('o/n', { 'gsm8k.jsonl.gz': Buffer.concat([gzipSync(bytes), gzipSync(randomBytes(0))]) });
  const cwd = await temporaryFolder(t);
  hub.fail({ on: /\/cdn\//, stallAfter: 5000 });
  const stopped = await runCommand(['ingest', 'hf:o/n', '-o', 'out.jsonl'], {
    cwd,
    env: { HF_ENDPOINT: hub.url },
    started: (child) => {
      void (async () => {
        while (!(await holdsFileOf(cwd, 5000))) await sleep(20);
        child.kill('SIGINT');
      })();
    },
  });
  assert.equal(stopped.code, 130, stopped.stderr);
  await assert.rejects(readFile(join(cwd, 'out.jsonl')));
  const resumed = await run(cwd, hub, ['ingest', 'hf:o/n']);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.equal(jsonLines(resumed.stdout).length, 3000);
  assert.equal(hub.requests.at(-1)?.range, 'bytes=5000-');
});
