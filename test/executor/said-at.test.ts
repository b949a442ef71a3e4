// Where an error about what the user has written says it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LateBenchError } from '../../src/errors.ts';
import { saidAt } from '../../src/executor/said-at.ts';

const failing = (error: unknown) => (): Promise<never> => Promise.reject(error);

test('an error about an option begins with its place, and keeps its code, cause and input', async () => {
  const where = { file: 'in.jsonl', line: 3 };
  const error = new LateBenchError('LB_CONFIG', 'votes: give a number', { retry: 'never', where });
  await assert.rejects(saidAt('late.json: stages.2', failing(error)), {
    code: 'LB_CONFIG',
    message: 'late.json: stages.2: votes: give a number',
    retry: 'never',
    where,
    cause: error,
  });
  const bare = new LateBenchError('LB_USAGE', 'no');
  const said = await saidAt('here', failing(bare)).catch((thrown: LateBenchError) => thrown);
  assert.ok(said instanceof LateBenchError);
  assert.deepEqual([said.message, said.where], ['here: no', undefined]);
});

test('errors of other kinds, those of no known place, and foreign ones are thrown as they are', async () => {
  const usage = new LateBenchError('LB_USAGE', 'votes: give a number');
  const down = new LateBenchError('LB_ENDPOINT_DOWN', 'the endpoint is down');
  const foreign = Object.assign(new Error('odd'), { code: 'LB_USAGE' });
  await assert.rejects(saidAt(undefined, failing(usage)), (thrown) => thrown === usage);
  await assert.rejects(saidAt('here', failing(down)), (thrown) => thrown === down);
  await assert.rejects(saidAt('here', failing(foreign)), (thrown) => thrown === foreign);
  assert.equal(await saidAt('here', async () => 7), 7);
});
