// What is checked of the stages of a pipeline before anything runs, and how they are divided into parts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import {
  callingStages,
  checkedStage,
  planStages,
  requirementsOf,
  rolesOf,
} from '../../src/executor/build-plan.ts';
import { notingChains } from '../../src/executor/noting-chains.ts';
import { segmentsOf } from '../../src/executor/segments.ts';
import { addStage } from '../../src/stages/catalogue.ts';
import { type AnyStage, defineMap, type MapStage } from '../../src/stages/define.ts';

const use = (name: string, options: Record<string, unknown> = {}) => ({ use: name, with: options });

async function refusal(stages: readonly ReturnType<typeof use>[]): Promise<string> {
  const error = await segmentsOf(stages).then(
    () => assert.fail('it was accepted'),
    (thrown: { code?: string; message: string }) => thrown,
  );
  assert.equal(error.code, 'LB_CONFIG');
  return error.message;
}

test('options that a stage does not take are an error that names the stage and the option', async () => {
  await assert.rejects(checkedStage(use('critic', { votes: 'many' })), {
    code: 'LB_CONFIG',
    message: /^critic: .*votes/,
  });
  await assert.rejects(checkedStage(use('critic', { voices: 3 })), { code: 'LB_CONFIG', message: /voices/ });
  await assert.rejects(checkedStage(use('critik')), { code: 'LB_CONFIG', message: /no stage critik/ });
  assert.match(await refusal([use('filter'), use('critic', { votes: 0 })]), /^stages\.1: critic: .*votes/);
});

test('options that are undefined take their defaults, and a preset gives way to what is given', async () => {
  const { options } = await checkedStage(use('critic', { votes: undefined }));
  assert.deepEqual(options, (await checkedStage(use('critic'))).options);
  const { stage } = await checkedStage(use('critic'));
  assert.equal(stage.name, 'critic');
  const script = { preset: 'deltabench-processbench' };
  const preset = (await checkedStage(use('critic', script))).options as Record<string, unknown>;
  assert.deepEqual([preset.votes, preset.wording], [8, 'deltabench'], 'the preset stands for them');
  const own = (await checkedStage(use('critic', { ...script, votes: 3 }))).options as Record<string, unknown>;
  assert.deepEqual(own, { ...preset, votes: 3 });
});

test('a stage that another one brings along follows it, and has its place', async () => {
  const { maps, reduction } = await planStages(
    [use('filter'), use('filter', { balance: true, sample: 3 }), use('filter', { sample: 3 }), use('critic')],
    { first: 2 },
  );
  assert.deepEqual(
    maps.map(({ use: name, place, brought }) => [name, place, brought]),
    [
      ['filter', 2, false],
      ['filter', 3, false],
      ['balance', 3, true],
      ['filter', 4, false],
      ['sample', 4, true],
      ['critic', 5, false],
    ],
  );
  assert.equal(reduction, null);
  assert.deepEqual(maps[1]!.given, { balance: true, sample: 3 }, 'as it was given, without defaults');
});

test('nothing follows a reduction, and a job has no place among records', async () => {
  const { maps, reduction } = await planStages([use('filter'), use('score')]);
  assert.deepEqual([maps.length, reduction?.stage.name], [1, 'score']);
  await assert.rejects(planStages([use('score'), use('filter')]), {
    code: 'LB_CONFIG',
    message: /^filter follows score, which hands no records on: put it first$/,
  });
  await assert.rejects(planStages([use('score'), use('report')]), { message: /^report follows score/ });
  await assert.rejects(planStages([use('vote', { pool: 'p' })]), {
    code: 'LB_CONFIG',
    message: /^vote works on folders, not on records/,
  });
});

/** A stage of a test, that records pass unchanged. */
function passing(name: string, facts: Partial<MapStage<never>> = {}): void {
  addStage(
    defineMap({
      ...{ name, summary: name, about: '', examples: [], docs: '', options: z.strictObject({}) },
      ports: { in: 'records', main: 'records' },
      build: async () => ({}),
      ...(facts as object),
    }) as unknown as AnyStage,
  );
}

test('an order in which critiques that were paid for would be discarded unread is an error', async () => {
  passing('order-discards', { discardsCritiques: () => true });
  passing('order-reads', { readsCritiques: () => true });
  passing('order-keeps', { discardsCritiques: () => false, readsCritiques: () => false });
  passing('order-both', { discardsCritiques: () => true, readsCritiques: () => true });
  assert.equal(
    await refusal([use('filter'), use('critic'), use('order-keeps'), use('order-discards')]),
    'stages.3: order-discards discards the critiques that critic (stages.1) is paid for: put order-discards before critic',
  );
  for (const accepted of [
    [use('order-discards'), use('critic')],
    [use('critic'), use('order-reads'), use('order-discards')],
    [use('critic'), use('order-both')],
    [use('critic'), use('order-keeps')],
    [use('sample', { of: 3 }), use('critic')],
    [use('critic'), use('order-reads'), use('sample', { of: 3 })],
    [use('critic', { critic: 'arithmetic' }), use('balance')],
  ]) {
    assert.equal((await segmentsOf(accepted)).length, 1);
  }
  for (const [name, options] of [
    ['sample', { of: 3 }],
    ['balance', {}],
    ['filter', { sample: 3 }],
    ['filter', { balance: true }],
  ] as const) {
    assert.equal(
      await refusal([use('critic'), use('judge'), use(name, options)]),
      `stages.2: ${name} discards records with critiques that critic (stages.0) is paid for: put ${name} before critic`,
    );
  }
  const second = [use('critic'), use('order-reads'), use('critic', { name: 'b' }), use('order-discards')];
  assert.match(await refusal(second), /that critic \(stages\.2\) is paid for/);
});

test('an endpoint is asked for what all calls of its role to the same model require, each once', () => {
  const need = (role: string, requires?: string[], model?: string) =>
    ({ role, callsPerRecord: 1, atOnce: 1, requires, model }) as never;
  const needs = [
    need('critic', ['logprobs']),
    need('critic', ['logprobs', 'n']),
    need('inject', ['stop']),
    need('critic', ['seed'], 'other'),
    need('critic'),
  ];
  assert.deepEqual(requirementsOf(needs, 'critic'), ['logprobs', 'n']);
  assert.deepEqual(requirementsOf(needs, 'critic', 'other'), ['seed']);
  assert.deepEqual(requirementsOf(needs, 'inject'), ['stop']);
  assert.deepEqual(requirementsOf(needs, 'embed'), []);
});

test('the stages and the roles that call a model are known before anything runs', async () => {
  passing('order-brings', { followedBy: () => [use('critic')] });
  const stages = [use('filter'), use('critic'), use('inject'), use('order-brings'), use('score')];
  assert.deepEqual(await callingStages(stages), [1, 2, 3]);
  assert.deepEqual((await rolesOf(stages)).toSorted(), ['critic', 'inject']);
  assert.deepEqual(await rolesOf([use('filter'), use('pool', { pool: 'p', n: 4 })]), ['logprob']);
  assert.deepEqual(await rolesOf([use('filter')]), []);
});

test('stages are divided into jobs and sequences of records, each with its place and what it leaves', async () => {
  const parts = await segmentsOf([
    use('filter'),
    use('critic'),
    use('score'),
    use('vote', { pool: 'p' }),
    use('dataset', { spec: 's.json', folder: 'd' }),
    use('filter'),
    use('report', { output: 'r.html' }),
  ]);
  assert.deepEqual(
    parts.map((part) => [
      part.kind,
      part.place,
      part.kind === 'job' ? part.job.use : part.uses.map((one) => one.use),
      part.leaves,
    ]),
    [
      ['records', 0, ['filter', 'critic', 'score'], 'none'],
      ['job', 3, 'vote', 'none'],
      ['job', 4, 'dataset', 'dataset'],
      ['records', 5, ['filter', 'report'], 'none'],
    ],
  );
  const [, job] = parts;
  assert.ok(job?.kind === 'job');
  assert.deepEqual(job.job.given, { pool: 'p' });
  assert.equal((job.job.with as { pool: string }).pool, 'p');
});

test('a part that takes what the one before does not leave is an error with its place and what to do', async () => {
  assert.equal(await refusal([]), 'stages: there is none; name at least one');
  assert.equal(
    await refusal([use('filter'), use('vote')]),
    'stages.1: vote takes a pool, and what comes before leaves records: name it (pool)',
  );
  assert.match(
    await refusal([use('dataset', { spec: 's.json', folder: 'd' }), use('vote')]),
    /^stages\.1: vote takes a pool, and what comes before leaves a dataset: name it/,
  );
  assert.equal(
    await refusal([use('vote', { pool: 'p' }), use('critic')]),
    'stages.1: critic reads records, and what comes before leaves nothing: put it first',
  );
  assert.equal(
    await refusal([use('pool', { pool: 'p', n: 4 }), use('critic')]),
    'stages.1: critic reads records, and what comes before leaves a pool: put it first',
  );
  assert.match(
    await refusal([use('critic'), use('score'), use('report')]),
    /^stages\.2: score and report both need all records at the end: leave one of them out/,
  );
  assert.match(
    await refusal([use('score'), use('filter')]),
    /^stages\.1: filter reads records, and .* nothing/,
  );
  assert.match(
    await refusal([
      use('vote', { pool: 'p' }),
      use('dataset', { spec: 's.json', folder: 'd' }),
      use('critic'),
      use('inject'),
    ]),
    /^stages\.[23]: /,
    'the place is that in the whole pipeline',
  );
  assert.equal((await segmentsOf([use('vote')])).length, 1, 'a command names what the first one takes');
  const [pool, vote] = await segmentsOf([use('pool', { pool: 'p', n: 4 }), use('vote')]);
  assert.deepEqual([pool?.leaves, vote?.leaves], ['pool', 'none'], 'what the one before leaves is taken');
});

test('critics in a row note their calls for one batch: each has a pass without the others', () => {
  const stage = (adds?: 'critique' | 'injection') => ({ stage: { kind: 'map', adds } as never });
  const other = { stage: { kind: 'stream' } as never };
  const critic = stage('critique');
  assert.deepEqual(notingChains([critic]), [[0]]);
  assert.deepEqual(notingChains([stage('injection'), critic, stage(), critic]), [[0, 1, 2, 3]]);
  assert.deepEqual(notingChains([stage('injection'), critic, critic, critic, other]), [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 1, 2, 3, 4],
  ]);
  assert.deepEqual(notingChains([critic, critic, stage(), critic, critic]), [
    [0],
    [1],
    [0, 1, 2, 3],
    [0, 1, 2, 4],
    [0, 1, 2, 3, 4],
  ]);
});
