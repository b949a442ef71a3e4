// What machines had reserved when they died, held against the replies that are found later: each call counts at what it
// came to, once, whoever says so first; at its worst case while nobody can; and never below what the server billed.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { openBudget } from '../../src/endpoints/budget/budget.ts';
import { openCacheAccess } from '../../src/endpoints/cache/cache-mode.ts';
import { reserveFrom } from '../../src/endpoints/call-budget.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createReplyStore } from '../../src/endpoints/reply-store.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import {
  openSharedBudget,
  type SharedBudget,
  type SharedBudgetOptions,
} from '../../src/queue/shared-budget.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import { type Fault, startBillingServer } from '../support/billing-server.ts';
import { fleetBudget } from '../support/fleet-budget.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { repetitions } from '../support/thorough.ts';

const tokens = (count: number) => ({ nanoUsd: 0, tokens: count, unpriced: 0 });
const limit = { nanoUsd: Number.POSITIVE_INFINITY, tokens: 60 };
const days = 86_400_000;
const price = { in: 1, out: 2 };
/** A count that is kept nowhere but on Redis. */
const durable: SharedBudgetOptions['durable'] = {
  totals: async () => ({ spent: tokens(0), reserved: tokens(0) }),
  add: async () => undefined,
  close: async () => undefined,
};

interface Call {
  readonly machine: number;
  readonly worst: number;
  readonly share: number;
  readonly kept: boolean;
}
interface Step {
  readonly call: number;
  readonly act: 'reserve' | 'bill' | 'end' | 'find';
  readonly finder: number;
}

const call: fc.Arbitrary<Call> = fc.record({
  machine: fc.nat(2),
  worst: fc.integer({ min: 1, max: 30 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Its reply is in a journal once the server has billed it. */
  kept: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.record({
  call: fc.nat(3),
  act: fc.constantFrom<Step['act'][]>('reserve', 'reserve', 'bill', 'bill', 'end', 'find'),
  finder: fc.nat(2),
});

interface Course {
  readonly id: string;
  billed: number | null;
  /** What its machine said, or the reply that was found: the first of them. */
  counted: number | null;
  ended: boolean;
}

async function settled(
  machines: readonly SharedBudget[],
  calls: readonly Call[],
  steps: readonly Step[],
): Promise<void> {
  const courses = new Map<number, Course>();
  const due = (): number =>
    [...courses].reduce((sum, [at, { counted }]) => sum + (counted ?? calls[at]!.worst), 0);
  for (const { call: at, act, finder } of steps) {
    const { machine, worst, share, kept } = calls[at]!;
    const course = courses.get(at);
    if (course === undefined) {
      if (act !== 'reserve') continue;
      const answer = await machines[machine]!.reserve(tokens(worst), limit);
      assert.equal('id' in answer, due() + worst <= limit.tokens);
      if ('id' in answer) courses.set(at, { id: answer.id, billed: null, counted: null, ended: false });
    } else if (act === 'bill' && !course.ended) {
      course.billed ??= Math.round(share * worst);
    } else if (act === 'end' && !course.ended) {
      course.ended = true;
      const cost = course.billed === null ? 0 : kept ? course.billed : worst;
      await machines[machine]!.end(course.id, tokens(cost));
      course.counted ??= cost;
    } else if (act === 'find' && course.billed !== null && kept) {
      await machines[finder]!.reconcile(course.id, tokens(course.billed));
      course.counted ??= course.billed;
    }
    const { spent, reserved } = await machines[finder]!.totals();
    assert.equal(spent.tokens + reserved.tokens, due());
    const billed = [...courses.values()].reduce((sum, one) => sum + (one.billed ?? 0), 0);
    assert.ok(due() >= billed && due() <= limit.tokens, `${due()} counted, ${billed} billed`);
  }
}

test('each call counts once, at what it came to where anybody knows', { skip: withoutRedis }, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 4, maxLength: 4 }),
      fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }),
      async (calls, steps) => {
        runs += 1;
        // One is thought dead as soon as it has spoken, the others never.
        const options = [{ durable, leaseMs: days }, { leaseMs: 1, beatMs: days }, { leaseMs: days }];
        const machines: SharedBudget[] = [];
        try {
          for (const one of options)
            machines.push(await openSharedBudget(redis.url, { name: `b${runs}`, ...one }));
          await settled(machines, calls, steps);
        } finally {
          for (const machine of machines) await machine.close();
        }
      },
    ),
    { numRuns: repetitions(10, 30) },
  );
});

/** What is counted after a machine has died between keeping a reply and settling it, and after others have found it. */
async function foundLate(t: TestContext, fault: Fault | null, leaseMs: number) {
  const redis = await startRedis();
  const server = await startBillingServer();
  const opened: SharedBudget[] = [];
  const open = async (options: Partial<SharedBudgetOptions>): Promise<SharedBudget> => {
    const machine = await openSharedBudget(redis.url, { name: 'b', ...options });
    opened.push(machine);
    return machine;
  };
  t.after(async () => {
    for (const machine of opened) await machine.close();
    await redis.close();
    await server.close();
  });
  const folder = await temporaryFolder(t);
  const { url, bill } = server.add('late', {
    ...{ rng: mulberry32(1), price, longest: 50, breakShare: 0, perByte: 1, latencyMs: 0 },
    ...{ faultShare: fault === null ? 0 : 1, faults: fault === null ? [] : [fault] },
  });
  const coordinator = await open({ durable });
  const ask = async (dies: boolean): Promise<void> => {
    // It does not leave when it is done, which would give back what is reserved: the dead do not.
    const shared = await open({ leaseMs, beatMs: days });
    const store = dies ? { ...shared, end: async () => undefined } : shared;
    const budget = await openBudget({ tokens: 10_000, prices: { models: {}, override: price }, store });
    const journal = await openJournal(folder, { reservedBytes: 0 });
    const endpoint = createChatEndpoint({
      ...{ baseUrl: url, name: 'late', model: 'served-here', concurrency: 1 },
      counters: createUsageCounters(),
      replyStore: createReplyStore(journal, await openCacheAccess('off', '')),
      reserve: reserveFrom(budget),
    });
    const request = { messages: [{ role: 'user' as const, content: 'How many?' }], max_tokens: 100 };
    await endpoint.chat(request, { signal: new AbortController().signal });
    await endpoint.close();
    await journal.close();
  };
  const counted = async (): Promise<number> => {
    const { spent, reserved } = await coordinator.totals();
    return spent.tokens + reserved.tokens;
  };
  await ask(true);
  const before = await counted();
  await ask(false);
  const after = await counted();
  await ask(false);
  assert.equal(await counted(), after, 'it counts once');
  assert.equal(bill.calls, 1);
  return { before, after, billed: bill.tokens };
}

for (const [when, leaseMs] of [
  ['after its lease', 1],
  ['before its lease is over', days],
] as const) {
  test(`a reply that its machine kept and did not settle counts at what it came to: found ${when}`, {
    skip: withoutRedis,
  }, async (t) => {
    const { before, after, billed } = await foundLate(t, null, leaseMs);
    assert.ok(before > billed, `${before} counted at its worst case`);
    assert.equal(after, billed);
  });
}

test('a reply that does not say what it came to stays at its worst case', {
  skip: withoutRedis,
}, async (t) => {
  const { before, after, billed } = await foundLate(t, 'half-usage', 1);
  assert.ok(after === before && after > billed, `${before} ${after} ${billed}`);
});

test('machines with separate folders that are killed stay within their budget', {
  skip: withoutRedis,
}, async (t) => {
  const server = await startBillingServer();
  t.after(() => server.close());
  const folder = await temporaryFolder(t);
  const report = await fleetBudget(server, { folder, seed: 1, calls: 100, kills: 1 });
  const { kills, atOnce, lost, max, billed, spent, reserved, inFlight } = report;
  const what = JSON.stringify(report);
  // One that starts late may find the budget spent by the others.
  assert.ok(kills > 0, what);
  assert.ok(billed <= spent && spent <= max, what);
  assert.ok(spent - billed <= inFlight && lost <= kills * atOnce, what);
  assert.equal(reserved, 0, what);
});
