// A run that ends in a result.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import type { Plan } from '../../src/executor/plan.ts';
import { defineReduce, type ReduceStage } from '../../src/stages/define.ts';
import type { Row } from '../../src/storage/rows.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { configOf } from './opened-session.ts';
import { running } from './running.ts';

const solution = (id: string): Row => ({ id, problem: 'p', steps: ['a', 'b'], error_steps: [1] });

/** A reduction of a test: counts records. */
function counting(finished: object[], file?: { path: string }): NonNullable<Plan['reduction']> {
  const stage = defineReduce({
    ...{ name: 'count', summary: 'count', about: '', examples: [], docs: '', options: z.looseObject({}) },
    async build(_, context) {
      let count = 0;
      return {
        add: () => {
          count += 1;
        },
        async finish(facts) {
          const { price, seed, dry } = context;
          const model = context.configured('critic')?.model;
          finished.push({ ...facts, price, seed, dry, model, rpm: context.rpm('critic') });
          return {
            value: count,
            text: ({ columns }) => `${count} records in ${columns} columns\n`,
            ...(file && { file: { path: file.path, text: 'a page', notice: `page: ${file.path}` } }),
          };
        },
      };
    },
  });
  return { stage: stage as unknown as ReduceStage, with: {} };
}

test('a reduction gets whole records alone; its text is printed and its file is named', async (t) => {
  const folder = await temporaryFolder(t);
  const facts: object[] = [];
  const path = join(folder, 'page.html');
  const plan = { reduction: counting(facts, { path }), price: 'in=1,out=2', limited: true };
  const given = [solution('a'), { id: 'b' }, solution('c')];
  const { ended, stdout, said } = await running(given, plan);
  assert.equal(ended?.result?.value, 2);
  assert.equal(ended?.exitCode, 3, 'one was no record');
  assert.equal(stdout, '2 records in 80 columns\n');
  assert.ok(said.includes(`page: ${path}`));
  assert.equal(await readFile(path, 'utf8'), 'a page');
  const inputs = [{ path: 'a.jsonl', bytes: 3, sha256: 'abc' }];
  const common = { price: 'in=1,out=2', seed: 5, dry: false };
  assert.deepEqual(facts.splice(0), [{ inputs, allRead: false, ...common, model: undefined, rpm: null }]);
  const styled = { reduction: counting(facts), style: { colour: true, columns: 40 } };
  assert.equal((await running(given, styled)).stdout, '2 records in 40 columns\n');
  assert.equal((facts[0] as { allRead: boolean }).allRead, true);
});

test('a reduction knows the endpoints that are configured', async () => {
  const facts: object[] = [];
  const flags = { 'critic.base_url': 'http://127.0.0.1:9/v1', 'critic.model': 'm', 'critic.rpm': '30' };
  const session = { config: configOf('/nowhere', flags) };
  await running([solution('a')], { reduction: counting(facts) }, { session });
  const [{ model, rpm }] = facts as [{ model: string; rpm: number }];
  assert.deepEqual([model, rpm], ['m', 30]);
});

test('there is no result after a signal, in a dry run, or where every call failed', async () => {
  const facts: object[] = [];
  const plan = { reduction: counting(facts) };
  const failed = createUsageCounters();
  failed.failures.add('LB_ENDPOINT_SERVER', 'answered 500');
  for (const how of [{ exitCode: 130 }, { mode: 'dry' as const }, { counters: failed }]) {
    const { ended, stdout } = await running([solution('a')], plan, how);
    assert.deepEqual([ended?.result, stdout], [null, '']);
  }
  assert.deepEqual(facts, []);
});
