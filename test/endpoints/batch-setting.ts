// A critic by batches over a few records, and a Batch API for it that lies as it is told.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runCommand, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { startLyingBatches } from './lying-batches.ts';

export const count = 6;
const records = Array.from({ length: count }, (_, at) =>
  JSON.stringify({
    id: `a-${at}`,
    problem: `What is ${at}+1?`,
    steps: [`${at}+1=${at + 1}`],
    error_steps: [],
  }),
);
export const input = `${records.join('\n')}\n`;

const fastClock = pathToFileURL(resolve('test/support/fast-clock.mjs')).href;

type Lies = Parameters<typeof startLyingBatches> extends [unknown, ...infer L] ? L : never;

export async function setting(t: TestContext, ...lies: Lies) {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'in.jsonl'), input);
  const server = await startLyingBatches(t, ...lies);
  const words = ['critic', 'in.jsonl', '--base-url', server.url, '--model', 'm', '--cache', 'off', '--batch'];
  const env = { OPENAI_API_KEY: 'key-of-a-test-0123456789' };
  const priced = [...words, '--price', 'in=10,out=30', '--budget-usd', '50'];
  const run = (more: readonly string[] = [], folder = 'r', lane = 0) =>
    runHere([...priced, '--run', folder, ...more], { cwd, env, lane });
  const runDirectly = (more: readonly string[] = [], folder = 'r', lane = 0) =>
    runHere([...priced.filter((word) => word !== '--batch'), '--run', folder, ...more], { cwd, env, lane });
  /** In a process in which hours pass in seconds. */
  const runFast = (more: readonly string[] = []) =>
    runCommand([...priced, '--run', 'r', ...more], { cwd, env, probe: fastClock });
  const status = async () => {
    const { stdout, stderr } = await runHere(['status', 'r', '--format', 'json'], { cwd });
    if (!stdout.startsWith('{')) throw new Error(stderr);
    return JSON.parse(stdout) as { usd: number; calls: { ok: number }; batch_calls: number };
  };
  return { cwd, server, run, runDirectly, runFast, status };
}
