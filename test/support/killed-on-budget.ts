// A critic with a budget in a run folder, killed as its calls are in flight and repeated: the bill of all its processes
// together is held against the one limit.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { mulberry32, randomInt } from '../../src/statistics/random.ts';
import type { BillingServer } from './billing-server.ts';
import { runCommand } from './cli.ts';

export interface Killed {
  readonly kills: number;
  readonly calls: number;
  /** Nano-USD. */
  readonly billed: number;
  readonly max: number;
  /** Exit code of the last run, which nobody killed. */
  readonly code: number | null;
}

export async function killedOnBudget(
  server: BillingServer,
  { cwd, seed, kills }: { readonly cwd: string; readonly seed: number; readonly kills: number },
): Promise<Killed> {
  const rng = mulberry32(seed);
  const made = await runCommand(['ingest', '--adapter', 'synthetic', '--n', '40', '-o', 'in.jsonl'], { cwd });
  assert.equal(made.code, 0, made.stderr);
  const usd = [0.02, 0.1, 1][randomInt(rng, 0, 2)]!;
  const behaviour = { rng, faults: ['no-usage', 'cut-connection', 'server-error'], faultShare: 0.1 } as const;
  const lengths = { longest: 2_000, breakShare: 0, perByte: 0.5, latencyMs: 15 } as const;
  const { url, bill } = server.add(`k${seed}`, { ...behaviour, ...lengths, price: { in: 0.25, out: 2 } });
  const limits = ['--price', 'in=0.25,out=2', '--budget-usd', String(usd)];
  const place = [
    '--endpoint',
    url,
    '--model',
    'served-here',
    '--run',
    'r',
    '--cache',
    'off',
    '-o',
    'out.jsonl',
  ];
  const command = ['critic', 'in.jsonl', '--votes', '4', '-c', '8', ...limits, ...place];
  let killed = 0;
  for (let n = 0; n < kills; n += 1) {
    const until = bill.calls + randomInt(rng, 1, 30);
    const { signal } = await runCommand(command, {
      cwd,
      started: (child) => {
        void (async () => {
          while (bill.calls < until && child.exitCode === null) await sleep(1);
          child.kill('SIGKILL');
        })();
      },
    });
    if (signal === 'SIGKILL') killed += 1;
  }
  const { code } = await runCommand(command, { cwd });
  return { kills: killed, calls: bill.calls, billed: bill.nanoUsd, max: usd * 1e9, code };
}
