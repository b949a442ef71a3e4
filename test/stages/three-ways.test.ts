// The same stages as commands in a pipe, as a pipeline file and as a program: one catalogue and one executor, so the same
// bytes.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { run } from '../../src/library/run.ts';
import { classify, critic, filter, ingest, inject, judge, score, write } from '../../src/library/stages.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const options = {
  filter: { minSteps: 5 },
  inject: { cleanFraction: 0.5, maxAttempts: 2 },
  critic: { protocol: 'all_errors', votes: 2 },
  judge: {},
  classify: { all: true },
} as const;

test('five stages give the same bytes as commands, as a pipeline file and as a program', async (t) => {
  const folder = await temporaryFolder(t);
  const input = join(folder, 'problems.jsonl');
  const records = [...syntheticRecords({ count: 8, seed: 5 })];
  await writeFile(input, records.map((record) => `${JSON.stringify(record)}\n`).join(''));

  const commands = [
    ['filter', '--min-steps', '5', 'problems.jsonl', '-o', '1.jsonl'],
    [
      'inject',
      '--clean-fraction',
      '0.5',
      '--max-attempts',
      '2',
      '--keep-rejected',
      '1.jsonl',
      '-o',
      '2.jsonl',
    ],
    ['critic', '--protocol', 'all_errors', '--votes', '2', '2.jsonl', '-o', '3.jsonl'],
    ['judge', '3.jsonl', '-o', '4.jsonl'],
    ['classify', '--all', '4.jsonl', '-o', 'commands.jsonl'],
  ];
  for (const [name = '', ...argv] of commands) {
    const endpoint = name === 'filter' ? [] : ['--endpoint', 'sim'];
    const { code, stderr } = await runHere([name, ...endpoint, ...argv], { cwd: folder });
    assert.equal(code, 0, stderr);
  }

  const definition = {
    name: 'five',
    about: 'five stages',
    source: { files: ['problems.jsonl'] },
    stages: [
      ...Object.entries(options).map(([use, given]) => ({ use, with: given })),
      { use: 'score', with: {} },
    ],
    sinks: [{ file: 'final.jsonl' }],
    endpoint: 'sim',
    seed: 0,
  };
  await writeFile(join(folder, 'five.json'), JSON.stringify(definition));
  const ran = await runHere(['run', 'five.json', '--run', 'r'], { cwd: folder });
  assert.equal(ran.code, 0, ran.stderr);

  await mkdir(join(folder, 'program'));
  const outcome = await run(
    { endpoint: 'sim', folder: join(folder, 'program') },
    ingest(input),
    filter(options.filter),
    inject(options.inject),
    critic(options.critic),
    judge(options.judge),
    classify(options.classify),
    write(join(folder, 'program.jsonl')),
  );
  assert.equal(outcome.complete, true);

  const expected = await readFile(join(folder, 'commands.jsonl'), 'utf8');
  assert.equal(expected.split('\n').length - 1, outcome.written);
  assert.ok(outcome.written > 0);
  assert.equal(await readFile(join(folder, 'r', 'final.jsonl'), 'utf8'), expected);
  assert.equal(await readFile(join(folder, 'program.jsonl'), 'utf8'), expected);

  const scored = await run(ingest(join(folder, 'program.jsonl')), score());
  const printed = await runHere(['score', '--format', 'json', 'commands.jsonl'], { cwd: folder });
  assert.deepEqual(JSON.parse(printed.stdout), scored.score);
});

test('a stage behind one that hands no records on is refused before anything runs', async () => {
  await assert.rejects(run(ingest([]), score(), filter()), {
    code: 'LB_CONFIG',
    message: /filter follows score, which hands no records on/,
  });
  await assert.rejects(run(filter() as never), { code: 'LB_USAGE' });
});
