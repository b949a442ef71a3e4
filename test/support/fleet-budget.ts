// Three machines with separate folders on one budget, killed while their calls are in flight and started again: the bill
// of the server against what was allowed and what was counted.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openSharedBudget } from '../../src/queue/shared-budget.ts';
import { mulberry32, randomInt } from '../../src/statistics/random.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import type { Behaviour, BillingServer } from './billing-server.ts';
import { compiledScript } from './compiled-script.ts';
import { fleetCalls, fleetWorst } from './fleet-budget-calls.ts';
import { startRedis } from './redis.ts';

export interface FleetBudget {
  readonly kills: number;
  readonly calls: number;
  /** Calls whose replies are in no journal: in flight at a kill. */
  readonly lost: number;
  /** Calls at once of a machine. */
  readonly atOnce: number;
  /** Tokens, from here on. */
  readonly max: number;
  readonly billed: number;
  readonly spent: number;
  readonly reserved: number;
  /** The most that calls in flight at the kills may have taken. */
  readonly inFlight: number;
}

export interface FleetBudgetOptions {
  readonly folder: string;
  readonly seed: number;
  /** The budget is so many calls' worth. */
  readonly calls: number;
  /** Of each machine. */
  readonly kills: number;
}

const leaseMs = 1_000;

export async function fleetBudget(
  server: BillingServer,
  { folder, seed, calls, kills }: FleetBudgetOptions,
): Promise<FleetBudget> {
  const rng = mulberry32(seed);
  const script = await compiledScript(new URL('./fleet-budget-machine.ts', import.meta.url), {
    bundled: true,
  });
  const max = calls * fleetWorst;
  const redis = await startRedis();
  const nothing = { nanoUsd: 0, tokens: 0, unpriced: 0 };
  const coordinator = await openSharedBudget(redis.url, {
    name: 'b',
    durable: {
      totals: async () => ({ spent: nothing, reserved: nothing }),
      add: async () => undefined,
      close: async () => undefined,
    },
  });
  const running = new Set<ChildProcess>();
  let killed = 0;
  const machine = async (name: string) => {
    const lengths = { longest: 120, breakShare: 0, perByte: 0.5, latencyMs: 10 } as const;
    const price = { in: 1, out: 1 };
    const behaviour: Behaviour = { rng, faults: [], faultShare: 0, price, ...lengths };
    const { url, bill } = server.add(`fleet-${seed}-${name}`, behaviour);
    const place = join(folder, name);
    for (let left = kills; ; left -= 1) {
      const args = [script, redis.url, url, place, name, String(max), String(leaseMs)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      running.add(child);
      // While there is budget left for all the machines' kills.
      const until = bill.calls + randomInt(rng, 1, Math.ceil(calls / (4 * (kills + 1))));
      behaviour.onCall = (count) => {
        if (left > 0 && count >= until) child.kill('SIGKILL');
      };
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      running.delete(child);
      if (signal === 'SIGKILL') {
        killed += 1;
        continue;
      }
      assert.equal(code, 0);
      break;
    }
    const journal = await openJournal(place, { reservedBytes: 0 });
    const kept = [...journal.keys()].length;
    await journal.close();
    return { bill, kept };
  };
  try {
    const ended = await Promise.all(['a', 'b', 'c'].map(machine));
    const { spent, reserved } = await coordinator.totals();
    const total = (of: (one: (typeof ended)[number]) => number): number =>
      ended.reduce((sum, one) => sum + of(one), 0);
    const made = total(({ bill }) => bill.calls);
    return {
      ...{ kills: killed, atOnce: fleetCalls, calls: made, lost: made - total(({ kept }) => kept), max },
      ...{ billed: total(({ bill }) => bill.tokens), spent: spent.tokens, reserved: reserved.tokens },
      inFlight: killed * fleetCalls * fleetWorst,
    };
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await coordinator.close();
    await redis.close();
  }
}
