// What a run leaves in its folder, and what is told once it has.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { LateBenchError } from '../../src/errors.ts';
import type { Plan } from '../../src/executor/plan.ts';
import { drop } from '../../src/stream/stage.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { calls, passing, rows, running } from './running.ts';

test('a run folder has a manifest of what ran, and a dry run leaves none and opens no output', async (t) => {
  const folder = join(await temporaryFolder(t), 'deep', 'run');
  const counters = createUsageCounters();
  counters.of('m').calls = 2;
  counters.failures.add('LB_ENDPOINT_SERVER', 'answered 500');
  const plan: Partial<Plan> = {
    ...{ folder, limit: 2 },
    stages: [passing('a'), passing('b', { needs: calls })],
    kept: [{ name: 'before', version: '1', config: {} }],
    manifest: () => ({ command: 'toy', source: 'told' }),
    observers: [{ add: () => {}, manifest: () => ({ noted: 1 }) }, { add: () => {} }],
  };
  const dry = await running(rows(3), { ...plan, sink: () => assert.fail('no output') }, { mode: 'dry' });
  assert.ok(dry.ended);
  assert.equal(existsSync(folder), false);
  await running(rows(3), plan, { counters });
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const { command, stages, options, resolved, seed, counts, complete, noted, source, endpoints } = manifest;
  assert.deepEqual([command, seed, complete, noted, source, endpoints], ['toy', 5, true, 1, 'told', []]);
  assert.deepEqual(stages, [
    { name: 'before', version: '1', config: {} },
    { name: 'a', version: '7', config: { of: 'a' } },
    { name: 'b', version: '7', config: { of: 'b' } },
  ]);
  assert.deepEqual(options, [
    { use: 'a', with: { given: 1 } },
    { use: 'b', with: { given: 1 } },
  ]);
  assert.deepEqual(resolved, [
    { use: 'a', with: { filled: 1 } },
    { use: 'b', with: { filled: 1 } },
  ]);
  assert.deepEqual((counts as { written: number }).written, 2);
  assert.deepEqual((manifest.spent as { m: { calls: number } }).m.calls, 2);
  assert.equal((manifest.failures as unknown[]).length, 1);
  const other = join(folder, '..', 'other');
  await running(rows(3), { ...plan, folder: other, stages: [passing('a')] });
  const plain = JSON.parse(await readFile(join(other, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  assert.deepEqual([plain.spent, plain.failures], [undefined, undefined], 'nobody was called');
});

test('a manifest counts what was read, written, dropped and invalid', async (t) => {
  const folder = await temporaryFolder(t);
  const stages = [
    passing('sorts', {
      run: (row) => {
        if (row.id === 'r0') return [drop('too long')];
        if (row.id === 'r1') throw new LateBenchError('LB_STAGE', 'no');
        return [row];
      },
    }),
  ];
  const { ended, said } = await running(rows(4), { folder, stages });
  assert.equal(ended?.exitCode, 3);
  const { counts } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { counts: unknown };
  assert.deepEqual(counts, { read: 4, written: 2, dropped: { 'too long': 1 }, bad: 1 });
  assert.match(said[0]!, /^toy: 4 read, 2 written, 1 dropped, 1 bad; /);
});

test('what has passed is told once all records have, before the manifest, and not after an interruption', async (t) => {
  const folder = await temporaryFolder(t);
  const heard: unknown[] = [];
  const plan: Partial<Plan> = {
    folder,
    stages: [passing('any')],
    checked: async (stages) => void heard.push(`${stages.length} stage`),
    finished: async ({ tally, inputs }) =>
      void heard.push(tally.written, inputs.length, existsSync(join(folder, 'manifest.json'))),
  };
  await running(rows(3), plan);
  assert.deepEqual(heard.splice(0), ['1 stage', 3, 1, false]);
  const stops = passing('stops', {
    run: () => {
      throw new LateBenchError('LB_BUDGET', 'it is spent');
    },
  });
  await running(rows(3), { ...plan, stages: [stops] });
  assert.deepEqual(heard, ['1 stage']);
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { complete: boolean };
  assert.equal(manifest.complete, false);
});
