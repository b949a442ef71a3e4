// Pipelines whose stages are of several kinds: what a part leaves, the next one takes.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { type PipelineDefinition, runPipeline } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary.ts';

const pool = resolve('test/fixtures/v0.1/files/pools/built');

function definition(stages: PipelineDefinition['stages'], synthetic = 6): PipelineDefinition {
  return {
    ...{ name: 'mixed', about: 'a test', seed: 0, endpoint: 'sim' },
    source: synthetic === 0 ? {} : { synthetic: { count: synthetic, seed: 1 } },
    stages,
  };
}

test('records are judged and scored, then a pool is voted over, each part in its own folder', async (t) => {
  const folder = join(await temporaryFolder(t), 'run');
  const stages: PipelineDefinition['stages'] = [
    { use: 'inject', with: {} },
    { use: 'critic', with: {} },
    { use: 'score', with: {} },
    { use: 'vote', with: { pool, k: [4], repeat: 2 } },
  ];
  const { exitCode, complete, records, jobs } = await runPipeline(definition(stages), { folder });
  assert.deepEqual([exitCode, complete], [0, true]);
  assert.equal(records?.score?.records, 6);
  assert.equal(jobs.length, 1);
  const names = await readdir(folder);
  assert.deepEqual(names.toSorted(), ['1-records', '4-vote', 'pipeline.json']);
  const vote = JSON.parse(await readFile(join(folder, '4-vote', 'summary.json'), 'utf8')) as object;
  assert.deepEqual(vote, JSON.parse(JSON.stringify(jobs[0]?.value)));
  const journals = await readdir(join(folder, '1-records', 'journal'));
  assert.deepEqual(journals.toSorted(), ['critic', 'inject']);

  const again = await runPipeline(definition(stages), { folder, mode: 'offline' });
  assert.deepEqual(again.records?.score, records?.score, 'the same again calls nobody');
});

test('a dry run of it writes nothing', async (t) => {
  const folder = join(await temporaryFolder(t), 'run');
  const lines: string[] = [];
  const stages: PipelineDefinition['stages'] = [
    { use: 'critic', with: {} },
    { use: 'vote', with: { pool } },
  ];
  await runPipeline(definition(stages), { folder, mode: 'dry', say: (line) => lines.push(line) });
  assert.match(lines.join('\n'), /stage 1: critic \{\}\nstage 2: vote/);
  await assert.rejects(readdir(folder), { code: 'ENOENT' });
});

test('a part that takes what the one before does not leave is refused before anything runs', async (t) => {
  const folder = join(await temporaryFolder(t), 'run');
  const run = (stages: PipelineDefinition['stages']) => runPipeline(definition(stages), { folder });
  await assert.rejects(
    run([
      { use: 'critic', with: {} },
      { use: 'vote', with: {} },
    ]),
    {
      code: 'LB_CONFIG',
      message: /vote takes a pool, and what comes before leaves records: name it \(pool\)/,
    },
  );
  await assert.rejects(
    run([
      { use: 'vote', with: { pool } },
      { use: 'critic', with: {} },
    ]),
    {
      code: 'LB_CONFIG',
      message: /critic reads records, and what comes before leaves nothing/,
    },
  );
  await assert.rejects(readdir(folder), { code: 'ENOENT' });
});
