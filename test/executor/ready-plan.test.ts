// A plan until its first record: stages that cannot be built, or whose calls are interrupted while they are.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LateBenchError } from '../../src/errors.ts';
import { buildStages, type PlannedStage } from '../../src/executor/build-plan.ts';
import type { MapStage, StageContext } from '../../src/stages/define.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { ids, passing, rows, running } from './running.ts';

/** A stage that is not built. */
function failing(error: Error): PlannedStage {
  const planned = passing('toy');
  const build = async () => {
    throw error;
  };
  return { ...planned, stage: { ...(planned.stage as MapStage), build } };
}

const aborted = new LateBenchError('LB_ABORTED', 'the calls of toy were ended');

test('calls of a stage that a signal ends while it is built end the run with the code of the signal', async () => {
  const {
    ended,
    sink,
    rows: written,
  } = await running(rows(3), { stages: [failing(aborted)] }, { exitCode: 130 });
  assert.deepEqual(
    [ended?.exitCode, ended?.complete, ended?.ending, ended?.result, ended?.inputs],
    [130, false, 'abandoned', null, []],
  );
  assert.deepEqual([sink, ids(written)], [[], '']);
});

test('without a signal, and for any other error, a stage that cannot be built is the error of the run', async () => {
  const wrong = new LateBenchError('LB_CONFIG', 'toy: no such words');
  const foreign = Object.assign(new Error('toy'), { code: 'LB_ABORTED' });
  for (const [error, exitCode] of [
    [aborted, undefined],
    [wrong, 130],
    [foreign, 130],
  ] as const) {
    const { error: thrown, sink } = await running(
      rows(3),
      { stages: [failing(error)] },
      exitCode === undefined ? {} : { exitCode },
    );
    assert.equal(thrown, error);
    assert.deepEqual(sink, []);
  }
});

test('a plan that cannot be built leaves no folder, one that can leaves its events there', async (t) => {
  const folder = join(await temporaryFolder(t), 'run');
  await running(rows(1), { folder, stages: [failing(new LateBenchError('LB_CONFIG', 'no'))] });
  assert.equal(existsSync(folder), false);
  const { ended } = await running(rows(1), { folder, stages: [passing('toy')] });
  assert.equal(ended?.complete, true);
  assert.equal(existsSync(folder), true);
});

test('an error about options says where they are written, if that is known', async () => {
  const stage = { ...failing(new LateBenchError('LB_CONFIG', 'no such words')), place: 2 };
  const context = {} as StageContext;
  await assert.rejects(buildStages([stage], context, 'late.json'), {
    message: 'late.json: stages.2: toy: no such words',
  });
  await assert.rejects(buildStages([stage], context), { message: 'no such words' });
});
