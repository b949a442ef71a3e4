// What a run does with its records, and how it ends; with stages of a test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchClient } from '../../src/endpoints/batch/batch-client.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { LateBenchError } from '../../src/errors.ts';
import type { Plan } from '../../src/executor/plan.ts';
import { silentPolicy } from '../../src/executor/settle-batches.ts';
import type { Row } from '../../src/storage/rows.ts';
import { createErrorPolicy, strictPolicy } from '../../src/stream/error-policy.ts';
import { ids, passing, rows, running } from './running.ts';

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
  const quarantine = { path: '', count: 0, add: () => {}, close: () => {} };
  const few = createErrorPolicy({ onError: 'skip', maxErrors: { share: 0.1 }, quarantine, say: () => {} });
  few.reject({ code: 'LB_JSON', message: 'no JSON', where: {}, raw: '' });
  const partly = await running(rows(3), { stages, sink }, { policy: few });
  assert.deepEqual(
    [partly.error, partly.ended?.exitCode],
    [undefined, 0],
    'nobody can tell what share it is',
  );
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

test('what stages counted is left out where the plan says so; records are read aloud, once', async () => {
  const stages = [
    passing('any', { built: { observe: () => ({ add: () => {}, summary: () => ['of any'] }) } }),
  ];
  const quiet: boolean[] = [];
  const source: Plan['source'] = async (asked) => {
    quiet.push(asked.quiet);
    const groups = (async function* () {
      yield rows(2);
    })();
    return { groups, inputs: [], share: () => null, expected: () => null };
  };
  const told = await running(rows(2), { stages, source });
  const untold = await running(rows(2), { stages, source, summaries: false });
  assert.deepEqual([told.said.at(-1), untold.said.length], ['  of any', told.said.length - 1]);
  assert.deepEqual(quiet, [false, false]);
});

test('stages of a dry run are told that it is one', async () => {
  const told: boolean[] = [];
  const stage = passing('any', {
    built: {
      observe: ({ dry }) => {
        told.push(dry);
        return { add: () => {} };
      },
    },
  });
  await running(rows(1), { stages: [stage] }, { mode: 'dry' });
  await running(rows(1), { stages: [stage] });
  assert.deepEqual(told, [true, false]);
});

test('batches are waited for as long as the plan says, and without end where it says nothing', async () => {
  const waits: number[] = [];
  const client = {
    ...{ role: 'critic', outstanding: 0, startPass: () => {}, submit: async () => {} },
    async settle(waitMs: number) {
      waits.push(waitMs);
      return true;
    },
  } as Partial<BatchClient> as BatchClient;
  const session = { batchClients: [client] };
  await running(rows(1), { stages: [passing('any')], batchWaitMs: 5000 }, { session });
  await running(rows(1), { stages: [passing('any')] }, { session });
  assert.ok(waits[0]! > 4000 && waits[0]! <= 5000, `${waits[0]} ms`);
  assert.equal(waits[1], Number.POSITIVE_INFINITY);
});
