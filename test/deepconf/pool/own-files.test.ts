// A folder that is named by mistake: files that are of no pool are neither replaced nor removed.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { utf8 } from '../../../src/storage/columnar/column.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { type Outcome, runHere } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const row = { problem_id: 'p', text: 'It is \\boxed{1}.', token_logprobs: [-1], top_logprobs: [[-1, -2]] };

interface Setting {
  readonly cwd: string;
  readonly imported: (...more: readonly string[]) => Promise<Outcome>;
}

async function setting(t: TestContext): Promise<Setting> {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'problems.jsonl'), `${JSON.stringify({ id: 'p', problem: 'How many?' })}\n`);
  await writeFile(join(cwd, 'traces.jsonl'), `${JSON.stringify(row)}\n`);
  const args = ['pool', 'import', 'traces.jsonl', '--problems', 'problems.jsonl', '--pool', '.'];
  return { cwd, imported: (...more) => runHere([...args, ...more], { cwd }) };
}

for (const more of [[], ['--rebuild']]) {
  test(`a file that the pool would replace is named, and stays (${more.join('') || 'plain'})`, async (t) => {
    const { cwd, imported } = await setting(t);
    for (const name of ['problems.parquet', 'manifest.jsonl', 'pool.json']) {
      const path = join(cwd, name);
      if (name === 'problems.parquet') {
        const sink = await openParquetSink(path, { question: utf8 });
        await sink.write({ question: 'How many?' });
        await sink.close();
      } else await writeFile(path, '{"audio": "a.wav"}\n');
      const before = await readFile(path);
      const { code, stderr } = await imported(...more);
      assert.equal(code, 2, stderr);
      assert.match(stderr, new RegExp(`${name} is of no pool, .*use another --pool.*LB_CONFIG`));
      assert.deepEqual(await readFile(path), before);
      assert.ok(!existsSync(join(cwd, 'core')));
      await rm(path);
    }
  });
}

test('a rebuild removes what a pool has written, and nothing else', async (t) => {
  const { cwd, imported } = await setting(t);
  assert.equal((await imported()).code, 0);
  const others = ['raw/a.csv', 'scores/b.txt', 'core/c.csv', 'journal/d.md', 'think/e', 'manifest/f.json'];
  for (const path of [...others, 'manifest.json']) {
    await mkdir(join(cwd, path, '..'), { recursive: true });
    await writeFile(join(cwd, path), 'of something else');
  }
  const own = [
    'raw/problem_id=p/part-000000-000000.jsonl.gz',
    'scores/reward.parquet',
    'journal/probe/a.lbj',
  ];
  for (const path of own) {
    await mkdir(join(cwd, path, '..'), { recursive: true });
    await writeFile(join(cwd, path), 'of the pool');
  }
  const { code, stderr } = await imported('--rebuild');
  assert.equal(code, 0, stderr);
  for (const path of [...others, 'manifest.json'])
    assert.equal(await readFile(join(cwd, path), 'utf8'), 'of something else', path);
  for (const path of own) assert.ok(!existsSync(join(cwd, path)), path);
  const verified = await runHere(['pool', 'verify', '.'], { cwd });
  assert.equal(verified.code, 0, verified.stderr);
});

test('a dry run of a rebuild counts no trace of the pool that it is called in', async (t) => {
  const { cwd } = await setting(t);
  const build = ['pool', 'build', 'problems.jsonl', '--pool', '.', '--endpoint', 'sim', '--n', '3'];
  assert.equal((await runHere([...build, '--max-tokens', '20'], { cwd })).code, 0);
  const { stdout, stderr } = await runHere([...build, '--max-tokens', '20', '--rebuild', '--dry-run'], {
    cwd,
  });
  assert.match(stdout + stderr, /3 samples to add/);
});
