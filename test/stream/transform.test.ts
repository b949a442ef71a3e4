import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { type ErrorCode, LateBenchError } from '../../src/errors.ts';
import { setLocation } from '../../src/records/location.ts';
import { openQuarantine } from '../../src/storage/quarantine.ts';
import { createErrorPolicy, type MaxErrors, type OnError } from '../../src/stream/error-policy.ts';
import { drop, type Stage } from '../../src/stream/stage.ts';
import { createTally } from '../../src/stream/tally.ts';
import { stageTransform } from '../../src/stream/transform.ts';
import { collect } from '../support/bytes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const schema = z.looseObject({ id: z.string(), n: z.int() });
type Numbered = z.infer<typeof schema>;

function stageOf(run: Stage<Numbered, Numbered>['run']): Stage<Numbered, Numbered> {
  return {
    name: 'numbers',
    version: '1',
    input: schema,
    output: schema,
    config: {},
    key: ({ id }) => id,
    run,
  };
}

async function setting(t: TestContext, onError: OnError = 'quarantine', maxErrors?: MaxErrors) {
  const path = join(await temporaryFolder(t), 'q', 'quarantine.jsonl');
  const quarantine = openQuarantine(path);
  t.after(() => quarantine.close());
  const reported: string[] = [];
  const policy = createErrorPolicy({ onError, maxErrors, quarantine, say: (line) => reported.push(line) });
  const tally = createTally();
  const envelopes = async (): Promise<Record<string, unknown>[]> =>
    (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { policy, tally, reported, envelopes };
}

function records(...values: unknown[]): object[] {
  return values.map((n, index) =>
    setLocation({ id: `r${index}`, n, kept: true }, { source: 'f', line: index + 1, byte: index * 10 }),
  );
}

test('passes the record itself on, with the fields it does not know', async (t) => {
  const { policy, tally } = await setting(t);
  const input = records(1);
  const out = await collect(
    Readable.from(input).pipe(
      stageTransform(
        stageOf((r) => [r]),
        { policy, tally },
      ),
    ),
  );
  assert.equal(out[0], input[0]);
});

test('counts drops by reason and lets one record become several', async (t) => {
  const { policy, tally } = await setting(t);
  const stage = stageOf((r) => (r.n % 2 === 0 ? [drop('even')] : [r, { ...r, id: `${r.id}b` }]));
  const out = await collect(
    Readable.from(records(1, 2, 3, 4)).pipe(stageTransform(stage, { policy, tally })),
  );
  assert.equal(out.length, 4);
  assert.deepEqual([...tally.drops], [['even', 2]]);
  assert.equal(policy.rejected, 0);
});

test('keeps a record that does not fit aside, with its place and its text', async (t) => {
  const { policy, tally, reported, envelopes } = await setting(t);
  const out = await collect(
    Readable.from(records(1, 'x', 2, null)).pipe(
      stageTransform(
        stageOf((r) => [r]),
        { policy, tally },
      ),
    ),
  );
  assert.equal(out.length, 2);
  const [first, second] = await envelopes();
  assert.deepEqual(
    [first?.source, first?.line, first?.byte, first?.record_id, first?.stage, first?.code],
    ['f', 2, 10, 'r1', 'numbers', 'LB_SCHEMA'],
  );
  assert.deepEqual(JSON.parse(String(second?.raw)), { id: 'r3', n: null, kept: true });
  assert.equal(reported.length, 1, 'the first of a kind is said, the others are counted');
});

for (const [kind, run] of [
  [
    'sync',
    (error: Error) => () => {
      throw error;
    },
  ],
  [
    'async',
    (error: Error) =>
      async function* (record: Numbered) {
        if (record.n > 0) throw error;
        yield record;
      },
  ],
] as const) {
  test(`an error of ours in a ${kind} stage costs its record, another error or a fatal one the run`, async (t) => {
    const attempt = async (error: Error) => {
      const { policy, tally } = await setting(t);
      const stage = stageOf(run(error) as Stage<Numbered, Numbered>['run']);
      const out = await collect(
        Readable.from(records(1, 2)).pipe(stageTransform(stage, { policy, tally, concurrency: 2 })),
      );
      assert.equal(tally.inFlight, 0);
      return { out, rejected: policy.rejected };
    };
    const ours = (code: ErrorCode): Error => new LateBenchError(code, 'said');
    assert.deepEqual(await attempt(ours('LB_STAGE')), { out: [], rejected: 2 });
    await assert.rejects(attempt(ours('LB_ENDPOINT_AUTH')), { code: 'LB_ENDPOINT_AUTH' });
    await assert.rejects(attempt(new TypeError('a bug')), TypeError);
  });
}

test('--on-error fail stops at the first, with its place', async (t) => {
  const { policy, tally } = await setting(t, 'fail');
  const stream = Readable.from(records(1, 'x')).pipe(
    stageTransform(
      stageOf((r) => [r]),
      { policy, tally },
    ),
  );
  await assert.rejects(collect(stream), (error: LateBenchError) => error.where?.line === 2);
});

test('--max-errors as a number stops beyond it; as a share it is judged at the end', async (t) => {
  const bad = { code: 'LB_JSON', message: 'm', where: {}, raw: '' } as const;
  const counted = (await setting(t, 'skip', { count: 2 })).policy;
  counted.reject(bad);
  counted.reject(bad);
  assert.throws(() => counted.reject(bad), { code: 'LB_MAX_ERRORS' });
  const shared = (await setting(t, 'skip', { share: 0.5 })).policy;
  shared.reject(bad);
  shared.reject(bad);
  shared.accepted();
  assert.throws(() => shared.finish(), { code: 'LB_MAX_ERRORS' });
  const fine = (await setting(t, 'skip', { share: 0.5 })).policy;
  fine.reject(bad);
  fine.accepted();
  fine.finish();
});

test('a destroyed stream aborts the work in flight', async (t) => {
  const { policy, tally } = await setting(t);
  let aborted = false;
  const stage = stageOf(async function* (r, { signal }) {
    await new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => {
        aborted = true;
        resolve();
      }),
    );
    yield r;
  });
  const stream = stageTransform(stage, { policy, tally });
  stream.on('error', () => {});
  stream.write(records(1)[0]);
  stream.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(aborted, true);
});
