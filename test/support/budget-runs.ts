// Runs on a budget, each drawn from a seed: prices, limits, concurrency, lengths, faults, retries, and sessions that are
// given up and resumed on the same journal. After each, the server's bill is held against the limit.
import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Budget, openBudget } from '../../src/endpoints/budget/budget.ts';
import { openCacheAccess } from '../../src/endpoints/cache/cache-mode.ts';
import { reserveFrom } from '../../src/endpoints/call-budget.ts';
import type { ChatRequest } from '../../src/endpoints/chat.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createReplyStore } from '../../src/endpoints/reply-store.ts';
import { addedLimitFor } from '../../src/endpoints/token-limit.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { isLateBenchError } from '../../src/errors.ts';
import { mulberry32, pick, type Rng, randomInt } from '../../src/statistics/random.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import type { Behaviour, BillingServer, Fault } from './billing-server.ts';

/** As small a journal as there is: nothing is kept free for it. */
const reservedBytes = 0;
const allFaults: readonly Fault[] = [
  ...([
    'no-usage',
    'half-usage',
    'cut-body',
    'cut-connection',
    'hang',
    'server-error',
    'empty',
    'garbage',
  ] as const),
  ...(['rate-limit', 'bad-request', 'list-error'] as const),
];
/** One that is listed with its longest reply, one that takes max_completion_tokens, and one that nobody knows. */
const models = ['gpt-4o', 'o3-mini', 'served-here'] as const;
/** More tokens than so many above its max_tokens end the run. */
const slack = 16;

export interface BudgetRun {
  readonly seed: number;
  readonly model: string;
  readonly concurrency: number;
  readonly sessions: number;
  readonly limit: { readonly usd?: number; readonly tokens?: number };
  readonly calls: number;
  readonly billed: number;
  /** In the unit of the limit: nano-USD or tokens. */
  readonly max: number;
  /** How far the bill passes the limit; 0 where it does not. */
  readonly over: number;
  /** What it may pass it by: replies that are longer than their max_tokens, of the calls in flight. */
  readonly allowed: number;
  readonly stopped: boolean;
  readonly reached: boolean;
}

function requestsOf(rng: Rng, seed: number): ChatRequest[] {
  const limited = rng();
  return Array.from({ length: randomInt(rng, 5, 60) }, (_, n) => ({
    messages: [
      { role: 'user', content: `${seed} ${n} ${pick(rng, ['x', 'é', '語'])}`.repeat(randomInt(rng, 1, 40)) },
    ],
    ...(rng() < limited ? { max_tokens: randomInt(rng, 1, 3_000) } : {}),
  }));
}

interface Session {
  readonly url: string;
  readonly folder: string;
  readonly model: string;
  readonly concurrency: number;
  readonly maxRetries: number;
  readonly requests: readonly ChatRequest[];
  readonly budget: Budget;
  readonly controller: AbortController;
}

/** Codes of the failures. */
async function ask(session: Session): Promise<string[]> {
  const { url: baseUrl, folder, model, concurrency, maxRetries, requests, budget, controller } = session;
  const { signal } = controller;
  setMaxListeners(0, signal);
  const journal = await openJournal(folder, { reservedBytes });
  const endpoint = createChatEndpoint({
    baseUrl,
    name: 'bill',
    model,
    concurrency,
    maxRetries,
    backoff: { firstMs: 1, maxMs: 3 },
    breaker: { firstPauseMs: 1, maxPauseMs: 4 },
    deadlineMs: 400,
    counters: createUsageCounters(),
    replyStore: createReplyStore(journal, await openCacheAccess('off', '')),
    reserve: reserveFrom(budget),
  });
  const codes = await Promise.all(
    requests.map((request) =>
      endpoint.chat(request, { signal }).then(
        () => '',
        (error: unknown) => {
          if (!isLateBenchError(error)) throw error;
          return error.code;
        },
      ),
    ),
  );
  await endpoint.close();
  await journal.close();
  return codes.filter((code) => code !== '');
}

function sumOfLargest(values: readonly number[], count: number): number {
  return values
    .toSorted((a, b) => b - a)
    .slice(0, count)
    .reduce((sum, value) => sum + value, 0);
}

/** `folder` is the run's own, and gone afterwards. */
export async function budgetRun(server: BillingServer, seed: number, folder: string): Promise<BudgetRun> {
  const rng = mulberry32(seed);
  const model = pick(rng, models);
  const price = {
    in: pick(rng, [0, 0.000001, 0.1234567, 1, 15]),
    out: pick(rng, [0.0000003, 0.6, 2.7, 60]),
  };
  const concurrency = pick(rng, [1, 2, 3, 8, 17, 64]);
  const breaks = rng() < 0.25;
  const behaviour: Behaviour = {
    rng,
    price,
    faultShare: pick(rng, [0, 0.1, 0.3, 0.6]),
    // A call that hangs takes as long as the whole of an ordinary run.
    faults: rng() < 0.05 ? allFaults : allFaults.filter((fault) => fault !== 'hang'),
    longest: pick(rng, [10, 300, 4_000, 30_000]),
    breakShare: breaks ? pick(rng, [0.02, 0.3, 1]) : 0,
    perByte: pick(rng, [0.2, 0.6, 1]),
    latencyMs: pick(rng, [0, 0, 2]),
  };
  const requests = requestsOf(rng, seed);
  // From less than one call takes to more than all take: what is used is mostly far below what is reserved.
  const oneCall = pick(rng, [behaviour.longest, addedLimitFor(model).tokens + 2_000]);
  const worst = Math.max(1, oneCall * (rng() < 0.5 ? 3 : requests.length * 1.2) * rng());
  const inUsd = rng() < 0.6;
  const limit = inUsd ? { usd: (worst * Math.max(price.out, 1e-6)) / 1e6 } : { tokens: Math.ceil(worst) };
  const sessions = pick(rng, [1, 1, 2, 3]);
  const shared = rng() < 0.1;
  const maxRetries = randomInt(rng, 0, 4);
  const { url, bill } = server.add(`r${seed}`, behaviour);
  const open = (): Promise<Budget> =>
    openBudget({
      ...limit,
      prices: { models: {}, override: price },
      ...(shared ? { share: { folder: join(folder, 'budget'), name: 'run' } } : {}),
    });

  let budget = await open();
  let stopped = false;
  let reached = false;
  let spent = 0;
  for (let at = 0; at < sessions; at += 1) {
    const controller = new AbortController();
    const last = at === sessions - 1;
    const until = last ? Number.POSITIVE_INFINITY : bill.calls + randomInt(rng, 1, requests.length);
    behaviour.onCall = (calls) => {
      if (calls >= until) controller.abort();
    };
    const codes = await ask({
      ...{
        url,
        folder: join(folder, 'journal'),
        model,
        concurrency,
        maxRetries,
        requests,
        budget,
        controller,
      },
    });
    stopped ||= codes.includes('LB_ENDPOINT_STOPPED');
    reached ||= codes.includes('LB_BUDGET');
    const { spentUsd, spentTokens, reservedTokens } = await budget.totals();
    spent = inUsd ? Math.round(spentUsd! * 1e9) : spentTokens;
    assert.equal(reservedTokens, 0, `seed ${seed}: something is still reserved`);
    if (shared) {
      await budget.close();
      budget = await open();
    }
  }
  await budget.close();
  await rm(folder, { recursive: true, force: true });

  const unit = inUsd ? 'nanoUsd' : 'tokens';
  const max = inUsd ? Math.floor(limit.usd! * 1e9) : limit.tokens!;
  const billed = bill[unit];
  const excesses = bill.broken.map((one) => one[unit]);
  const excessOf = (reported: boolean): number[] =>
    bill.broken.filter((one) => one.reported === reported).map((one) => one[unit]);
  const run = {
    ...{ seed, model, concurrency, sessions, limit, calls: bill.calls, billed, max, stopped, reached },
    over: Math.max(0, billed - max),
    // What a server neither keeps to nor reports, nobody can count; what it reports ends the run.
    allowed:
      sumOfLargest(excessOf(true), concurrency * sessions) +
      sumOfLargest(excessOf(false), Number.POSITIVE_INFINITY),
  };
  const what = JSON.stringify(run);
  assert.equal(bill.unlimited, 0, `a request had no token limit: ${what}`);
  assert.ok(run.over <= run.allowed, `the bill passes the limit: ${what}`);
  // The account is never below the bill, but for replies whose excess nobody reported.
  assert.ok(spent + excesses.reduce((sum, value) => sum + value, 0) >= billed, `spent ${spent}: ${what}`);
  const noticed = bill.broken.filter(({ tokens, reported }) => reported && tokens > slack).length;
  assert.ok(noticed <= concurrency * sessions, `${noticed} broken replies: ${what}`);
  return run;
}
