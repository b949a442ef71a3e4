// Pipelines whose stages are of several kinds: what a part leaves, the next one takes.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
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

test('a dataset is built, then judged and scored, and pushed nowhere', async (t) => {
  const home = await temporaryFolder(t);
  const rows = [...syntheticRecords({ count: 16, seed: 2 })].map((record) => JSON.stringify(record));
  await writeFile(join(home, 'rows.jsonl'), rows.join('\n'));
  const spec = {
    ...{
      name: 'late',
      version: '1.0.0',
      about: 'A test.',
      sources: [{ file: 'rows.jsonl', licence: 'mit' }],
    },
    ...{ inject: { verifyVotes: 0 }, difficultyVotes: 0, critics: [], seed: 1 },
  };
  await writeFile(join(home, 'spec.json'), JSON.stringify(spec));
  const dataset = join(home, 'late');
  const stages: PipelineDefinition['stages'] = [
    { use: 'dataset', with: { spec: join(home, 'spec.json'), folder: dataset } },
    { use: 'critic', with: { votes: 2 } },
    { use: 'score', with: { by: ['publication.part'] } },
  ];
  const folder = join(home, 'run');
  const { records, jobs, complete } = await runPipeline(definition(stages, 0), { folder });
  const built = jobs[0]?.value as { readonly statistics: { readonly records: number } };
  assert.equal(complete, true);
  assert.ok(built.statistics.records > 0);
  assert.equal(records?.score?.records, built.statistics.records);
  assert.equal(records?.score?.critics[0]?.n, built.statistics.records);

  const again = await runPipeline(definition(stages, 0), { folder, from: 'critic', mode: 'offline' });
  assert.deepEqual(again.records?.score, records?.score, 'what was built is used as it is');
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
