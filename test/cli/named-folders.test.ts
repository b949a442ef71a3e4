// Folders that a user names, where a command needs something in them that is not there: what is missing, and the way out.
import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exitCodes } from '../../src/errors.ts';
import { repository, runHere } from '../support/cli.ts';

let cwd = '';
const run = (...args: string[]) => runHere(args, { cwd });

before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'latebench-folders-test-'));
  const pipeline = {
    ...{ name: 'p', about: 'one critic', seed: 1, stages: [{ use: 'critic', with: {} }] },
    source: { files: [join(repository, 'data', 'samples', 'late-errors-test.jsonl')], limit: 4 },
    endpoint: { critic: { baseUrl: 'sim', model: 'latebench-sim/critic' } },
  };
  await writeFile(join(cwd, 'p.json'), JSON.stringify(pipeline));
  const { code, stderr } = await run('run', 'p.json', '--run', 'r');
  assert.equal(code, 0, stderr);
  await mkdir(join(cwd, 'begun'));
  for (const name of ['pipeline.json', 'events.jsonl'])
    await copyFile(join(cwd, 'r', name), join(cwd, 'begun', name));
  await mkdir(join(cwd, 'plain'));
  await copyFile(join(cwd, 'r', 'events.jsonl'), join(cwd, 'plain', 'rows.jsonl'));
});
after(() => rm(cwd, { recursive: true, force: true }));

const unjudged = /r has no judgements \(r\/annotations\): "latebench view r" is where people judge/;
const unfinished = /begun has no records: its run has not finished; begin it again to resume it \("latebench/;

test('compare reads the records of runs, of which a critic may have passed some over', async () => {
  const rejected = {
    ...{ id: 'x', problem: 'p', steps: ['a'], error_steps: [0] },
    injection: { status: 'rejected', error_step: 0, original_steps: ['b'] },
  };
  const { stdout: text } = await run('filter', 'r', '--min-steps', '1');
  await mkdir(join(cwd, 'other'));
  await copyFile(join(cwd, 'r', 'manifest.json'), join(cwd, 'other', 'manifest.json'));
  await writeFile(join(cwd, 'other', 'records.jsonl'), `${text}${JSON.stringify(rejected)}\n`);
  const { code, stdout, stderr } = await run('compare', 'r', 'other', '--format', 'json');
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).critics.length, 2);
});

const cases: readonly (readonly [RegExp, ...string[]])[] = [
  [unjudged, 'annotations', 'agreement', 'r'],
  [unjudged, 'annotations', 'export', 'r'],
  [unjudged, 'annotations', 'export', '--injections', 'r'],
  [unjudged, 'annotations', 'merge', 'r'],
  [unjudged, 'annotations', 'forget', 'bob', 'r'],
  [unjudged, 'score', '--gold', 'r', 'r'],
  [unjudged, 'score', '--errata', 'r', 'r'],
  [unjudged, 'filter', '--accepted', 'r', 'r'],
  [/no line of plain is a judgement \(plain\/rows\.jsonl:1: record_id/, 'annotations', 'agreement', 'plain'],
  [unfinished, 'score', 'begun'],
  [unfinished, 'compare', 'begun'],
  [unfinished, 'power', 'begun'],
  [unfinished, 'items', 'begun'],
  [/r has no quarantined records \(no r\/quarantine\.jsonl\)/, 'retry', 'r'],
  [/absent: no such folder/, 'status', 'absent'],
  [/p\.json: it is a file; name a folder/, 'status', 'p.json'],
  [/--template \.: it is a folder; name a file/, 'critic', 'p.json', '--endpoint', 'sim', '--template', '.'],
  [/--mapping \.: it is a folder; name a file/, 'ingest', 'p.json', '--mapping', '.'],
  [/--mapping absent: no such file/, 'ingest', 'p.json', '--mapping', 'absent'],
  [/--guidelines \.: it is a folder; name a file/, 'view', 'p.json', '--guidelines', '.'],
  [/p\.json: it is a file; name a folder/, 'runs', 'show', 'p.json'],
  [/p\.json: it is a file; name a folder/, 'runs', 'list', 'p.json'],
];

for (const [says, ...words] of cases) {
  test(words.join(' '), async () => {
    const { code, stdout, stderr } = await run(...words);
    assert.match(stderr, says);
    assert.equal(code, exitCodes.usage);
    assert.equal(stdout, '');
  });
}

test('runs du of a folder without runs says so', async () => {
  const { code, stdout, stderr } = await run('runs', 'du', 'plain');
  assert.deepEqual([code, stdout], [0, '']);
  assert.match(stderr, /no runs here/);
});

test('what is there and cannot be reached is said to be that, and not to be missing', async () => {
  // As in a folder that is closed to us; the tests may run as root, to whom none is.
  await symlink('loop', join(cwd, 'loop'));
  const commands = [
    ['verify-run', 'loop'],
    ['bundle', 'loop'],
    ['run', 'loop'],
    ['status', 'loop'],
    ['annotations', 'export', 'loop'],
    ['annotations', 'forget', 'bob', 'loop'],
    ['filter', '--accepted', 'loop', 'plain/rows.jsonl'],
  ];
  for (const args of commands) {
    const { code, stderr } = await run(...args);
    assert.notEqual(code, 0);
    assert.match(stderr, /loop\S* cannot be read: ELOOP.*\(LB_(INPUT_READ|CONFIG)\)/, args.join(' '));
  }
});
