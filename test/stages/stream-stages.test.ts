// Stages that look at the whole stream: parts of filter on the command line, stages of their own in pipelines and programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { balance, filter, ingest, run, type Solution, sample } from '../../src/index.ts';

function records(count: number): Solution[] {
  return [...syntheticRecords({ count, seed: 3 })].map((record, at) => ({
    ...record,
    error_steps: at % 3 === 0 ? [1] : [],
  }));
}

async function idsOf(of: AsyncIterable<Solution>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of of) ids.push(id);
  return ids;
}

test('sample keeps so many records, the same ones as filter does, in the order of the input', async () => {
  const all = records(60);
  const own = await idsOf(sample({ of: 7 }).over(all, { seed: 5 }));
  assert.equal(own.length, 7);
  assert.deepEqual(own, await idsOf(filter({ sample: 7 }).over(all, { seed: 5 })));
  const places = own.map((id) => all.findIndex((record) => record.id === id));
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
  assert.notDeepEqual(own, await idsOf(sample({ of: 7 }).over(all, { seed: 6 })));
});

test('a share is decided by the id: the same records from a shuffled input', async () => {
  const all = records(60);
  const some = await idsOf(sample({ of: '40%' }).over(all));
  assert.ok(some.length > 0 && some.length < 60);
  assert.deepEqual(some.toSorted(), (await idsOf(sample({ of: '40%' }).over(all.toReversed()))).toSorted());
  assert.deepEqual(some, await idsOf(filter({ sample: '40%' }).over(all)));
});

test('balance keeps as many erroneous as correct solutions, before a sample of them is taken', async () => {
  const all = records(60);
  const label = (id: string): boolean =>
    (all.find((record) => record.id === id)?.error_steps ?? []).length > 0;
  const even = await idsOf(balance().over(all, { seed: 2 }));
  assert.equal(even.length, 40);
  assert.equal(even.filter(label).length, 20);
  const both = await idsOf(filter({ balance: true, sample: 10 }).over(all, { seed: 2 }));
  assert.equal(both.length, 10);
  assert.ok(both.every((id) => even.includes(id)));
});

test('in a run they are stages like any other, and one that reads nothing keeps nothing', async () => {
  const outcome = await run(ingest(records(30)), balance(), sample({ of: 4 }));
  assert.deepEqual([outcome.read, outcome.written, outcome.complete], [30, 4, true]);
  assert.equal((await run(ingest([]), sample({ of: 4 }))).written, 0);
  await assert.rejects(run(ingest([]), sample({ of: 'many' })), { code: 'LB_USAGE' });
});
