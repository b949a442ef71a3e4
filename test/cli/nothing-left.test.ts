// What a command that has nothing to read leaves behind: nothing.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';

const problem = `${JSON.stringify({ id: 'p', problem: '1 + 1?', answer: '2' })}\n`;
const trace = `${JSON.stringify({ problem_id: 'p', sample_id: 0, answer: '2', token_conf: [1, 2] })}\n`;

async function poolsFolder(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'problems.jsonl'), problem);
  await writeFile(join(cwd, 'traces.jsonl'), trace);
  await writeFile(join(cwd, 'empty.jsonl'), '');
  await writeFile(join(cwd, 'other.jsonl'), trace.replace('"p"', '"q"').replace('}', ',"x":1}'));
  return cwd;
}

const importing = (cwd: string, traces: string, ...more: string[]) =>
  runHere(['pool', 'import', traces, '--problems', 'problems.jsonl', '--pool', 'pool', ...more], { cwd });

const cases = {
  'missing.jsonl': /missing\.jsonl: no such file/,
  'empty.jsonl': /pool import: no traces came in: is the input empty, or did the command before it fail\?/,
  'other.jsonl': /pool import: none of 1 row is a trace of these problems: /,
};

for (const [file, message] of Object.entries(cases)) {
  test(`pool import of ${file} ends with an error and leaves no pool`, async (t) => {
    const cwd = await poolsFolder(t);
    await mkdir(join(cwd, 'home'));
    const before = await readdir(cwd);
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await importing(cwd, file, ...more);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      const left = (await readdir(cwd)).filter((name) => name !== '.latebench');
      assert.deepEqual(left, before);
    }
  });

  test(`pool import --rebuild of ${file} leaves the pool that is there`, async (t) => {
    const cwd = await poolsFolder(t);
    assert.equal((await importing(cwd, 'traces.jsonl')).code, 0);
    const manifest = await readFile(join(cwd, 'pool', 'pool.json'), 'utf8');
    const names = await readdir(join(cwd, 'pool'));
    assert.equal((await importing(cwd, file, '--rebuild')).code, 2);
    assert.equal(await readFile(join(cwd, 'pool', 'pool.json'), 'utf8'), manifest);
    assert.deepEqual(await readdir(join(cwd, 'pool')), names);
  });
}

test('a folder that was there before stays, although it is empty', async (t) => {
  const cwd = await poolsFolder(t);
  await mkdir(join(cwd, 'pool'));
  assert.equal((await importing(cwd, 'empty.jsonl')).code, 2);
  assert.deepEqual(await readdir(join(cwd, 'pool')), []);
});

const stage = { name: 'x', about: 'x', seed: 1, endpoint: 'sim' };
const pipelines = {
  'records first': { ...stage, source: { files: ['missing.jsonl'] }, stages: [{ use: 'critic' }] },
  'a job first': {
    ...stage,
    source: { files: ['missing.jsonl'] },
    stages: [{ use: 'pool', with: { pool: 'pool', n: 2 } }, { use: 'vote' }],
  },
};

for (const [what, definition] of Object.entries(pipelines)) {
  test(`a pipeline whose source is not there leaves no run folder: ${what}`, async (t) => {
    const cwd = await temporaryFolder(t);
    await writeFile(join(cwd, 'p.json'), JSON.stringify(definition));
    const { code, stderr } = await runHere(['run', 'p.json'], { cwd });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /missing\.jsonl: no such file \(source\.files of p\.json/);
    assert.deepEqual(await readdir(cwd), ['p.json']);
  });
}

for (const command of ['vote', 'sweep']) {
  test(`${command} of a pool that is not there leaves no run folder`, async (t) => {
    const cwd = await temporaryFolder(t);
    const { code, stderr } = await runHere([command, '--pool', 'missing'], { cwd });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /missing is not a pool/);
    assert.deepEqual(await readdir(cwd), []);
  });
}

test('a source of the hub that cannot be read leaves no run folder', async (t) => {
  const cwd = await temporaryFolder(t);
  const env = { HF_HUB_OFFLINE: '1' };
  const args = ['critic', 'hf:nobody/nothing', '--endpoint', 'sim', '--run', 'run'];
  const { code, stderr } = await runHere(args, { cwd, env });
  assert.notEqual(code, 0, stderr);
  assert.ok(!(await readdir(cwd)).includes('run'), stderr);
});

test('a pipeline over a hub that cannot be reached leaves no run folder, and latest is the run before', async (t) => {
  const cwd = await temporaryFolder(t);
  const hub = await listening(
    t,
    createServer((_, response) => void response.writeHead(404).end()),
  );
  const env = { HF_ENDPOINT: hub };
  const away = ['run', 'processbench', '--endpoint', 'sim', '--set', 'source.files=["hf:a/b/c.jsonl"]'];
  const first = await runHere(away, { cwd, env });
  assert.notEqual(first.code, 0);
  assert.match(first.stderr, /LB_HUB_/);
  assert.deepEqual(await readdir(join(cwd, 'runs')).catch(() => []), []);
  assert.equal((await runHere(['run', 'quickstart', '--run', 'runs/before', '-q'], { cwd })).code, 0);
  for (const more of [[], ['--run', 'own']]) {
    assert.notEqual((await runHere([...away, ...more], { cwd, env })).code, 0);
  }
  assert.deepEqual(await readdir(join(cwd, 'runs')), ['.latest', 'before']);
  assert.equal(await readFile(join(cwd, 'runs', '.latest'), 'utf8'), 'before\n');
  const left = (await readdir(cwd)).filter((name) => !name.startsWith('.'));
  assert.deepEqual(left, ['runs']);
});
