// The outputs of a run: the main one, side outputs, and what observes the records before them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LateBenchError } from '../../src/errors.ts';
import type { Row } from '../../src/storage/rows.ts';
import { ids, passing, rows, running } from './running.ts';

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
