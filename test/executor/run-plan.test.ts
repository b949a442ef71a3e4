// What a run does with its records, says at its end and leaves behind; with stages of a test.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { LateBenchError } from '../../src/errors.ts';
import type { Plan } from '../../src/executor/plan.ts';
import { silentPolicy } from '../../src/executor/settle-batches.ts';
import { defineReduce, type ReduceStage } from '../../src/stages/define.ts';
import type { Row } from '../../src/storage/rows.ts';
import { createErrorPolicy, strictPolicy } from '../../src/stream/error-policy.ts';
import { drop } from '../../src/stream/stage.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { passing, running } from './running.ts';

const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ id: `r${at}` }));
const ids = (of: readonly Row[]): string => of.map(({ id }) => id).join(' ');
const calls = [{ role: 'critic' as const, callsPerRecord: 1, atOnce: 1 }];
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
          finished.push({ ...facts, price: context.price, rpm: context.rpm('critic'), seed: context.seed });
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

test('records pass all stages in order, and the summary says how many and what the stages counted', async () => {
  const doubled = passing('double', { run: (row) => [row, { ...row, id: `${String(row.id)}b` }] });
  const observed: string[] = [];
  const stage = passing('last', {
    built: {
      observe: ({ seed, folder, dry, sources, stages }) => {
        assert.deepEqual([seed, folder, dry, sources], [5, undefined, false, ['a.jsonl']]);
        assert.deepEqual(
          stages.map(({ name }) => name),
          ['double', 'last'],
        );
        return {
          add: (row) => void observed.push(row.id as string),
          summary: () => ['two of each'],
          finish: async (complete) => void observed.push(complete ? 'complete' : 'cut short'),
        };
      },
    },
  });
  const { rows: written, sink, ended, said } = await running(rows(2), { stages: [doubled, stage] });
  assert.equal(ids(written), 'r0 r0b r1 r1b');
  assert.deepEqual(sink, ['closed']);
  assert.deepEqual(observed, ['r0', 'r0b', 'r1', 'r1b', 'complete']);
  assert.ok(ended);
  const { tally, complete, ending, exitCode, reason, result, inputs } = ended;
  assert.deepEqual(
    [tally.read, tally.written, complete, ending, exitCode, reason, result],
    [2, 4, true, 'complete', 0, undefined, null],
  );
  assert.deepEqual(inputs, [{ path: 'a.jsonl', bytes: 3, sha256: 'abc' }]);
  assert.match(said[0]!, /^toy: 2 read, 4 written; /);
  assert.equal(said.at(-1), '  two of each');
  const quiet = await running(rows(2), { stages: [doubled, stage], summaries: false });
  assert.doesNotMatch(quiet.said.join('\n'), /two of each/);
  const bare = await running(rows(2), {});
  assert.deepEqual([ids(bare.rows), bare.said], ['r0 r1', []], 'without stages there is nothing to sum up');
});

test('invalid records make the exit code 3, failed calls too, and 4 where every call failed', async () => {
  const stages = [
    passing('checks', {
      run: (row) => {
        if (row.id === 'r1') throw new LateBenchError('LB_STAGE', 'it cannot be read');
        return [row];
      },
    }),
  ];
  const some = await running(rows(3), { stages });
  assert.deepEqual([ids(some.rows), some.ended?.exitCode, some.ended?.complete], ['r0 r2', 3, true]);
  const counters = createUsageCounters();
  counters.failures.add('LB_ENDPOINT_SERVER', 'answered 500');
  const all = await running(rows(1), { stages }, { counters });
  assert.equal(all.ended?.exitCode, 4);
  assert.match(all.stderr, /^toy: every call failed \(1 of 1 calls\).*answered 500/m);
  counters.of('m').calls = 1;
  const few = await running(rows(1), { stages }, { counters });
  assert.deepEqual([few.ended?.exitCode, few.stderr], [3, '']);
  const worst = createUsageCounters();
  worst.failures.add('LB_ENDPOINT_SERVER', 'answered 500');
  assert.equal((await running(rows(3), { stages }, { counters: worst })).ended?.exitCode, 4);
  const strict = await running(rows(3), { stages }, { policy: strictPolicy() });
  assert.equal((strict.error as LateBenchError).code, 'LB_STAGE');
  assert.deepEqual(strict.sink, ['aborted'], 'no output appears');
});

test('a limit ends the run after so many records; nothing is read for none', async () => {
  const seen: unknown[] = [];
  const observers = [{ add: (row: Row) => void seen.push(row.id) }];
  const two = await running(rows(5000), { stages: [passing('any')], limit: 2, observers });
  assert.deepEqual([ids(two.rows), two.ended?.complete, two.ended?.exitCode], ['r0 r1', true, 0]);
  assert.deepEqual(seen, ['r0', 'r1'], 'what is beyond the limit is not counted');
  assert.ok(two.ended!.tally.read < 5000);
  const none = await running(rows(3), { stages: [passing('any')], limit: 0 });
  assert.deepEqual(
    [none.rows, none.sink, none.ended?.complete, none.ended?.tally.read],
    [[], ['closed'], true, 0],
  );
});

test('a run that is stopped writes what is in work where it streams, and no whole file', async () => {
  const stages = [
    passing('stops', {
      run: (row) => {
        if (row.id === 'r1') throw new LateBenchError('LB_BUDGET', 'it is spent');
        return [row];
      },
    }),
  ];
  const whole = await running(rows(300), { stages });
  assert.equal(whole.ended?.reason?.code, 'LB_BUDGET');
  assert.equal(whole.ended?.complete, false);
  assert.deepEqual(whole.sink, ['aborted']);
  const streamed = await running(rows(300), { stages, wholeOrNothing: false });
  assert.deepEqual([streamed.ended?.reason?.code, streamed.sink], ['LB_BUDGET', ['closed']]);
  const signalled = await running(rows(3), { stages }, { exitCode: 130 });
  assert.deepEqual([signalled.ended?.reason, signalled.ended?.exitCode], [undefined, 130]);
});

test('a reader that closes the pipe ends the run with 0, without an error', async () => {
  const stages = [passing('any')];
  const write = (): never => {
    throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  };
  const sink: Plan['sink'] = async () => ({
    write,
    close: async () => ({ rows: 0, bytes: 0 }),
    abort: async () => {},
  });
  const policy = silentPolicy();
  policy.reject({ code: 'LB_JSON', message: 'no JSON', where: {}, raw: '' });
  const { ended } = await running(rows(3), { stages, sink }, { policy });
  assert.deepEqual([ended?.ending, ended?.exitCode, ended?.complete], ['reader-closed', 0, false]);
});

test('records of a side port go to its file, and to the main output as well where they are kept', async () => {
  const ports = {
    ...{ in: 'records' as const, main: 'records' as const },
    side: {
      name: 'rejects',
      keep: 'keep',
      about: 'odd ones',
      takes: ({ id }: Row) => /[13]$/.test(id as string),
    },
  };
  const stages = [passing('parts', { facts: { ports } })];
  const run = async (keep: boolean, hasFile: boolean, limit?: number) => {
    const aside: Row[] = [];
    let closed = 0;
    const open = async () => ({
      write: (row: Row) =>
        aside.length === 0 ? Promise.resolve().then(() => void aside.push(row)) : void aside.push(row),
      close: async () => {
        closed += 1;
        return { rows: aside.length, bytes: 0 };
      },
      abort: async () => {},
    });
    const side = { sink: hasFile ? open : undefined, keep };
    const { rows: written, ended } = await running(rows(5), { stages, side, limit });
    return [ids(written), ids(aside), closed, ended?.tally.written];
  };
  assert.deepEqual(await run(false, true), ['r0 r2 r4', 'r1 r3', 1, 3]);
  assert.deepEqual(await run(true, true), ['r0 r1 r2 r3 r4', 'r1 r3', 1, 5]);
  assert.deepEqual(await run(false, false), ['r0 r2 r4', '', 0, 3]);
  assert.deepEqual(await run(true, false), ['r0 r1 r2 r3 r4', '', 0, 5]);
  assert.deepEqual(
    (await run(false, true, 2)).slice(0, 2),
    ['r0 r2', 'r1'],
    'the limit counts the main output',
  );
  const bare = await running(rows(5), { stages });
  assert.equal(ids(bare.rows), 'r0 r1 r2 r3 r4', 'without a choice all records pass');
});

test('observers that wait see each record in order before it is written', async () => {
  const heard: string[] = [];
  const waits = (name: string) => ({
    async add({ id }: Row) {
      await new Promise(setImmediate);
      heard.push(`${name} ${String(id)}`);
    },
  });
  const at = { add: ({ id }: Row) => void heard.push(`at once ${String(id)}`) };
  await running(rows(2), { stages: [passing('any')], observers: [at, waits('a'), at, waits('b')] });
  const each = (id: string) => [`at once ${id}`, `a ${id}`, `at once ${id}`, `b ${id}`];
  assert.deepEqual(heard, [...each('r0'), ...each('r1')]);
});

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
  assert.deepEqual(facts.splice(0), [{ inputs, allRead: false, price: 'in=1,out=2', rpm: null, seed: 5 }]);
  const styled = { reduction: counting(facts), style: { colour: true, columns: 40 } };
  assert.equal((await running(given, styled)).stdout, '2 records in 40 columns\n');
  assert.equal((facts[0] as { allRead: boolean }).allRead, true);
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

test('a dry run says what it would cost, unless whoever runs it says that', async () => {
  const plan = { stages: [passing('any', { needs: calls })] };
  const { said, sink } = await running(rows(2), plan, { mode: 'dry' });
  assert.ok(said.includes('  dry run: 0 calls, nothing written'), said.join('\n'));
  assert.deepEqual(sink, []);
  const untold = await running(rows(2), { ...plan, tellsDryRun: false }, { mode: 'dry' });
  assert.equal(untold.said.length, 2, 'the summary alone');
});

test('the progress line has the details of three stages, the number of the others, and what keeps calls waiting', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const counters = createUsageCounters();
  counters.trouble.retried('answered 503');
  const line = (text: string) => ({ add: () => {}, line: () => text });
  const shown = async (names: readonly string[], needs = calls) => {
    let printed = false;
    const tick = {
      add: () => {
        if (!printed) t.mock.timers.tick(30_000);
        printed = true;
      },
    };
    const { stderr } = await running(
      rows(1),
      { stages: [passing('any', { needs })], observers: [...names.map(line), tick] },
      { counters },
    );
    return stderr;
  };
  assert.match(await shown(['a 1', 'b 2', 'c 3']), /^toy: .*; a 1; b 2; c 3; retrying: answered 503; /);
  const many = await shown(['a 1', 'b 2', 'c 3', 'd 4', 'e 5']);
  assert.match(many, /; a 1; b 2; c 3; 2 more stages; retrying: /);
  assert.match(many, /; 0 API calls/);
  assert.doesNotMatch(await shown(['a 1'], []), /API calls/, 'nobody is called');
});

test('whatever ends a run, its observers and side outputs are ended too', async () => {
  const heard: string[] = [];
  const side = {
    sink: async () => ({
      write: () => {},
      close: async () => {
        heard.push('side closed');
        return { rows: 0, bytes: 0 };
      },
      abort: async () => {},
    }),
    keep: false,
  };
  const observers = [
    { add: () => {}, finish: async (complete: boolean) => void heard.push(`finish ${complete}`) },
  ];
  const broken = passing('breaks', {
    run: () => {
      throw new Error('a bug');
    },
  });
  const { error } = await running(rows(1), { stages: [broken], side, observers });
  assert.ok(error !== undefined);
  const unopened = await running(rows(1), {
    ...{ stages: [passing('any')], side, observers },
    sink: async () => {
      throw new LateBenchError('LB_OUTPUT', 'cannot write');
    },
  });
  assert.equal((unopened.error as LateBenchError).code, 'LB_OUTPUT');
  assert.deepEqual(heard, ['side closed', 'finish false', 'side closed', 'finish false']);
});

test('a side output that fails ends the run, also where it fails after a while', async () => {
  const side = {
    sink: async () => ({
      write: () => Promise.reject(new LateBenchError('LB_DISK_FULL', 'no space left')),
      close: async () => ({ rows: 0, bytes: 0 }),
      abort: async () => {},
    }),
    keep: true,
  };
  const ports = {
    ...{ in: 'records' as const, main: 'records' as const },
    side: { name: 'rejects', keep: 'keep', about: 'all', takes: () => true },
  };
  const { error, sink } = await running(rows(1), { stages: [passing('parts', { facts: { ports } })], side });
  assert.equal((error as LateBenchError).code, 'LB_DISK_FULL');
  assert.deepEqual(sink, ['aborted']);
});

test('too large a share of invalid records ends a run at its end, since few records say nothing before', async () => {
  const quarantine = { path: '', count: 0, add: () => {}, close: () => {} };
  const policy = createErrorPolicy({ onError: 'skip', maxErrors: { share: 0.4 }, quarantine, say: () => {} });
  const odd = passing('odd', {
    run: (row) => {
      if (row.id !== 'r0') throw new LateBenchError('LB_STAGE', 'no');
      return [row];
    },
  });
  const { error } = await running(rows(3), { stages: [odd] }, { policy });
  assert.equal((error as LateBenchError).code, 'LB_MAX_ERRORS');
});

test('a share of the work that a plan knows better than its input is the one that is shown', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const asked: unknown[] = [];
  const tick = { add: () => t.mock.timers.tick(30_000) };
  await running(rows(1), {
    ...{ stages: [passing('any')], observers: [tick] },
    doneShare(source, tally) {
      asked.push([source.share(), tally.read]);
      return 0.5;
    },
  });
  assert.deepEqual(asked[0], [1, 1]);
});
