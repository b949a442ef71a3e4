// What a run says of its progress: the line, the summary at its end, and the events beside it.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { type EndpointEvent, endpointChannelName } from '../../src/endpoints/events.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { type ProgressSource, startProgress } from '../../src/executor/progress.ts';
import { tellBudget, tellShare } from '../../src/executor/progress-events.ts';
import { silentPolicy } from '../../src/executor/settle-batches.ts';
import { unitProgress } from '../../src/executor/unit-progress.ts';
import { createTally } from '../../src/stream/tally.ts';
import { writtenText } from '../support/written-text.ts';

/** The time goes on when the test says so. */
function stoppedClock(t: TestContext) {
  let now = 1000;
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(performance, 'now', () => now);
  return {
    pass(ms: number): void {
      now += ms;
      t.mock.timers.tick(ms);
    },
  };
}

function eventsOf(t: TestContext): EndpointEvent[] {
  const events: EndpointEvent[] = [];
  const listen = (event: unknown): void => void events.push(event as EndpointEvent);
  subscribe(endpointChannelName, listen);
  t.after(() => unsubscribe(endpointChannelName, listen));
  return events;
}

/** A run of a critic, half of whose input has been read. */
function started(source: Partial<ProgressSource> = {}) {
  const stderr = new PassThrough();
  const said: string[] = [];
  const tally = createTally();
  const policy = silentPolicy();
  const progress = startProgress(
    { label: 'critic', tally, policy, inputShare: () => 0.5, ...source },
    { stderr, say: (line) => void said.push(line), showsProgress: true },
  );
  return { progress, tally, policy, said, line: () => writtenText(stderr) };
}

const bad = { code: 'LB_ROW_JSON', message: 'no JSON', where: {}, raw: '' } as never;

test('a line of progress has counts, rate, records in flight and time left; what is zero is left out', (t) => {
  const clock = stoppedClock(t);
  const { progress, tally, policy, line } = started({ detail: () => 'exact 3' });
  Object.assign(tally, { read: 1200, written: 900, inFlight: 40 });
  clock.pass(30_000);
  // 900 of 1,200 read records are done, which are half of the input.
  assert.equal(line(), 'critic: 1,200 read, 900 written; exact 3; 30/s; 40 in flight; 50.0 s left\n');
  tally.drop('too long');
  tally.drop('too long');
  policy.reject(bad);
  tally.inFlight = 0;
  clock.pass(30_000);
  assert.equal(line(), 'critic: 1,200 read, 900 written, 2 dropped, 1 bad; exact 3; 15/s; 1 min 39 s left\n');
  progress.end(false);
  clock.pass(30_000);
  assert.equal(line(), '');
});

test('a rate below ten a second has a decimal; without records or a size no time left is claimed', (t) => {
  const clock = stoppedClock(t);
  for (const inputShare of [() => null, () => 0]) {
    const { progress, tally, line } = started({ inputShare });
    Object.assign(tally, { read: 200, written: 99 });
    clock.pass(30_000);
    assert.equal(line(), 'critic: 200 read, 99 written; 3.3/s\n');
    progress.end(false);
  }
  const { progress, line } = started();
  clock.pass(30_000);
  assert.equal(line(), 'critic: 0 read, 0 written; 0.0/s\n');
  progress.end(false);
});

test('more records written than read never claim more than the whole work, and a known share takes precedence', (t) => {
  const clock = stoppedClock(t);
  const over = started({ inputShare: () => 0.9 });
  Object.assign(over.tally, { read: 10, written: 30 });
  clock.pass(30_000);
  assert.match(over.line(), /1\.0\/s; 0\.00 s left\n$/);
  over.progress.end(false);
  const known = started({ doneShare: () => 0.25 });
  Object.assign(known.tally, { read: 10, written: 9 });
  clock.pass(30_000);
  assert.match(known.line(), /; 1 min 30 s left\n$/);
  known.progress.end(false);
});

test('calls and tokens are in the line and in the summary of a run that calls a model', (t) => {
  const clock = stoppedClock(t);
  const counters = createUsageCounters();
  Object.assign(counters.of('some'), { calls: 57, hits: 10, promptTokens: 61_871, completionTokens: 8251 });
  const { progress, tally, line, said } = started({ spent: () => counters.total() });
  Object.assign(tally, { read: 10, written: 10 });
  clock.pass(30_000);
  assert.equal(
    line(),
    'critic: 10 read, 10 written; 0.3/s; 57 API calls, 10 stored replies; 61,871 prompt + 8,251 completion tokens; 30.0 s left\n',
  );
  progress.end(true);
  assert.equal(said[0], 'critic: 10 read, 10 written; 30.0 s (0.3/s)');
  assert.match(said.slice(1).join(' '), /57 API calls.*61,871 prompt/);
  for (const one of said.slice(1)) assert.match(one, /^ {2}\S.{0,77}$/);
});

test('the summary says why records were dropped; without a summary nothing is said', (t) => {
  const clock = stoppedClock(t);
  const { progress, tally, said } = started();
  Object.assign(tally, { read: 5000, written: 4000 });
  for (let nth = 0; nth < 1000; nth += 1) tally.drop(nth < 10 ? 'no answer' : 'too long');
  clock.pass(20_000);
  progress.end(true);
  assert.deepEqual(said, [
    'critic: 5,000 read, 4,000 written, 1,000 dropped; 20.0 s (250/s)',
    '  dropped, no answer: 10',
    '  dropped, too long: 990',
  ]);
  const quiet = started();
  quiet.progress.end(false);
  assert.deepEqual(quiet.said, []);
});

test('the share of the work is an event every two seconds while it changes, and once at the end', (t) => {
  const clock = stoppedClock(t);
  const events = eventsOf(t);
  let share: number | null = null;
  const end = tellShare(() => share);
  const shares = (): number[] =>
    events.splice(0).map((event) => {
      assert.deepEqual([event.type, 'role' in event && event.role], ['progress', 'run']);
      return event.type === 'progress' ? event.share : Number.NaN;
    });
  for (const none of [null, Number.NaN, Number.POSITIVE_INFINITY]) {
    share = none;
    clock.pass(2000);
  }
  assert.deepEqual(shares(), []);
  share = 0.25;
  clock.pass(1999);
  assert.deepEqual(shares(), []);
  clock.pass(1);
  assert.deepEqual(shares(), [0.25]);
  clock.pass(4000);
  assert.deepEqual(shares(), [], 'it has not changed');
  share = -0.1;
  clock.pass(2000);
  share = 1.2;
  end();
  assert.deepEqual(shares(), [0, 1]);
  share = 0.5;
  clock.pass(4000);
  assert.deepEqual(shares(), [], 'it has ended');
});

test('where nothing says how much of the work is done, no share of it is an event', (t) => {
  const clock = stoppedClock(t);
  const events = eventsOf(t);
  for (const inputShare of [() => null, () => 0, () => 0.5]) {
    const { progress, tally } = started({ inputShare });
    if (inputShare() !== 0.5) Object.assign(tally, { read: 10, written: 5 });
    clock.pass(4000);
    progress.end(false);
  }
  assert.deepEqual(events, []);
});

test('what is spent of a limited budget is an event while it changes; a budget without a limit has none', async (t) => {
  const clock = stoppedClock(t);
  const events = eventsOf(t);
  const settled = () => new Promise(setImmediate);
  let totals = { spentUsd: 0.5, spentTokens: 100 };
  let fails = false;
  const budget = {
    totals: async () => {
      if (fails) throw new Error('it cannot be read');
      return totals as never;
    },
  };
  const none = tellBudget(budget, { usd: undefined, tokens: undefined });
  clock.pass(4000);
  await settled();
  await none.tell();
  assert.deepEqual(events, []);
  const telling = tellBudget(budget, { usd: 2, tokens: undefined });
  clock.pass(2000);
  await settled();
  clock.pass(2000);
  await settled();
  const common = { type: 'budget', role: 'run' };
  const first = { ...common, spent_usd: 0.5, spent_tokens: 100, limit_usd: 2, limit_tokens: null };
  assert.deepEqual(events.splice(0), [first]);
  fails = true;
  clock.pass(2000);
  await settled();
  fails = false;
  totals = { spentUsd: 0.5, spentTokens: 200 };
  await telling.tell();
  telling.stop();
  assert.deepEqual(events.splice(0), [{ ...first, spent_tokens: 200 }]);
  totals = { spentUsd: 1, spentTokens: 300 };
  clock.pass(4000);
  await settled();
  assert.deepEqual(events, []);
  fails = true;
  await telling.tell();
  const byTokens = tellBudget(budget, { usd: undefined, tokens: 1000 });
  fails = false;
  await byTokens.tell();
  byTokens.stop();
  assert.deepEqual(events, [
    { ...common, spent_usd: 1, spent_tokens: 300, limit_usd: null, limit_tokens: 1000 },
  ]);
});

test('work that goes unit by unit says how many are done and how long the rest takes', (t) => {
  const clock = stoppedClock(t);
  const events = eventsOf(t);
  const stderr = new PassThrough();
  const progress = unitProgress({ label: 'pool build', units: 'problems' }, { stderr, showsProgress: true });
  progress.tell(0, 2000);
  clock.pass(10_000);
  progress.tell(500, 2000);
  clock.pass(30_000);
  assert.equal(writtenText(stderr), 'pool build: 500 of 2,000 problems; 2 min 0 s left\n');
  const shares = () => events.splice(0).map((event) => event.type === 'progress' && event.share);
  assert.deepEqual(shares(), [0, 0.25]);
  progress.tell(1000, 2000);
  clock.pass(30_000);
  assert.equal(writtenText(stderr), 'pool build: 1,000 of 2,000 problems; 1 min 10 s left\n');
  progress.tell(2000, 2000);
  progress.end();
  assert.deepEqual(shares(), [0.5, 1]);
  clock.pass(60_000);
  assert.equal(stderr.read(), null);
  progress.end();
});

test('work without units says nothing of its progress', (t) => {
  const clock = stoppedClock(t);
  const events = eventsOf(t);
  const stderr = new PassThrough();
  const progress = unitProgress({ label: 'push', units: 'files' }, { stderr, showsProgress: true });
  clock.pass(60_000);
  progress.tell(0, 0);
  progress.end();
  assert.equal(stderr.read(), null);
  assert.deepEqual(events, []);
});

test('a share of the input that is not known, or zero, claims no time left although records are done', (t) => {
  const clock = stoppedClock(t);
  const { progress, tally, line } = started({ inputShare: () => -0.5 });
  Object.assign(tally, { read: 10, written: 5 });
  clock.pass(30_000);
  assert.equal(line(), 'critic: 10 read, 5 written; 0.2/s\n');
  progress.end(false);
});
