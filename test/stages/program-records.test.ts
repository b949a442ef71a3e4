// Records that a program iterates: what ends them, what they are, and who waits for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  critic,
  filter,
  ingest,
  run,
  type Solution,
  score,
  syntheticRecords,
  write,
} from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary.ts';

const [example] = syntheticRecords({ count: 1, seed: 1 }) as Iterable<Solution>;

function* endless(): Generator<Solution> {
  for (let at = 0; ; at += 1) yield { ...example!, id: `endless/${at}` };
}

async function* endlessAsync(): AsyncGenerator<Solution> {
  yield* endless();
}

test('a signal ends a run over records that never end and never wait', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  const outcome = await run({ signal: stop.signal }, ingest(endless()), filter({ minSteps: 1 }));
  assert.equal(outcome.complete, false);
  assert.ok(outcome.read > 0);
});

test('a signal that ends a stage over records is an error for who iterates, not an end that looks whole', async () => {
  for (const records of [endless(), endlessAsync()]) {
    const stop = new AbortController();
    let seen = 0;
    const iterate = async (): Promise<void> => {
      for await (const _ of filter({ minSteps: 1 }).over(records, { signal: stop.signal })) {
        seen += 1;
        if (seen === 3) stop.abort(new Error('enough'));
      }
    };
    await assert.rejects(iterate(), (error: Error & { code: string }) => {
      assert.deepEqual([error.code, (error.cause as Error).message], ['LB_ABORTED', 'enough']);
      return true;
    });
    assert.ok(seen >= 3);
  }
});

test('a budget that ends a stage over records is an error for who iterates', async (t) => {
  const folder = await temporaryFolder(t);
  const seen: string[] = [];
  const iterate = async (): Promise<void> => {
    const settings = { endpoint: 'sim', folder, concurrency: 1, budget: { tokens: 9000 } };
    for await (const { id } of critic().over(syntheticRecords({ count: 20, seed: 2 }), settings))
      seen.push(id);
  };
  await assert.rejects(iterate(), { code: 'LB_BUDGET' });
  assert.ok(seen.length > 0 && seen.length < 20, `${seen.length} records`);
});

test('a run that is stopped before its first record says that it is not complete, not that there is no record', async () => {
  const never = (async function* (): AsyncGenerator<Solution> {
    await new Promise(() => {});
  })();
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  const stopped = await run({ signal: stop.signal }, ingest(never), score());
  assert.deepEqual([stopped.complete, stopped.read, stopped.result], [false, 0, null]);
  const before = await run({ signal: AbortSignal.abort() }, ingest([example!]), score());
  assert.deepEqual([before.complete, before.result], [false, null]);
  const spent = { endpoint: 'sim', budget: { tokens: 1 } };
  await assert.rejects(run(spent, ingest([example!]), critic(), score()), { code: 'LB_BUDGET' });
});

test('timers run while records come that nobody waits for', async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 5);
  const until = performance.now() + 400;
  const some = (function* (): Generator<Solution> {
    for (const record of endless()) {
      if (performance.now() > until) return;
      yield record;
    }
  })();
  for await (const _ of filter({ minSteps: 1 }).over(some));
  clearInterval(timer);
  assert.ok(ticks >= 3, `${ticks} ticks`);
  await wait(0);
});

test('what is no record is invalid like any other, with its place', async () => {
  for (const wrong of [null, undefined, 5, 'text', 10n, Symbol('s')]) {
    const records = [example, wrong] as unknown as Solution[];
    const message = /record 2: expected an object, received (null|undefined|a (number|string|bigint|symbol))/;
    await assert.rejects(run(ingest(records), filter()), { code: 'LB_SCHEMA', message });
    const skipped = await run({ onError: 'skip' }, ingest(records), filter());
    assert.deepEqual([skipped.read, skipped.written, skipped.bad], [1, 1, 1]);
  }
  for (const wrong of [null, undefined, 5]) {
    const iterator = filter().over(wrong as unknown as Solution[]);
    const message = /^filter: give records that can be iterated, not (null|undefined|5)$/;
    await assert.rejects(iterator.next(), { code: 'LB_USAGE', message });
  }
});

test('records that reject without a reason end a run with a message about them', async () => {
  const records = (async function* (): AsyncGenerator<Solution> {
    yield example!;
    await Promise.reject();
  })();
  await assert.rejects(run(ingest(records), filter()), { code: 'LB_STAGE', message: /without a reason/ });
});

test('a value that JSON has no form for is named with its record', async (t) => {
  const output = write(`${await temporaryFolder(t)}/records.jsonl`);
  const circle: Record<string, unknown> = { ...example };
  circle.self = circle;
  for (const wrong of [{ ...example, more: 10n }, circle]) {
    const error = {
      code: 'LB_OUTPUT',
      message: new RegExp(`record ${example!.id} cannot be written as JSON`),
    };
    await assert.rejects(run(ingest([wrong as unknown as Solution]), output), error);
  }
});

test('options that are no object, and a stage without records to pass on, are named', async () => {
  for (const wrong of [null, 5, [], 'text']) {
    const error = { code: 'LB_CONFIG', message: /^filter: expected an object of options, received/ };
    await assert.rejects(run(ingest([example!]), filter(wrong as unknown as object)), error);
  }
  const error = { code: 'LB_USAGE', message: /^score comes to one result/ };
  await assert.rejects(score().over([example!]).next(), error);
});

test('settings: a seed is a whole number, and a folder has a name', async () => {
  await assert.rejects(run({ seed: 1.5 }, ingest([example!])), { code: 'LB_USAGE', message: /seed/ });
  await assert.rejects(run({ folder: '' }, ingest([example!])), { code: 'LB_USAGE', message: /folder/ });
});
