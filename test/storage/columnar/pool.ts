// Starts the process that writes or reads rows as a pool of sampled solutions has them, and tells what it found.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compiledScript } from '../../support/compiled-script.ts';
import type { PoolFacts } from './pool-rows.ts';

const script = await compiledScript(new URL('./pool-rows.ts', import.meta.url));

/** `rowGroupBytes`: the default of the sink, unless a test has no time for several groups of that size. */
export async function poolProcess(
  mode: 'write' | 'read',
  path: string,
  count: number,
  rowGroupBytes = 8 * 1024 * 1024,
): Promise<PoolFacts> {
  // A small nursery: what is resident is to be what is held, not what nobody has collected yet.
  const args = ['--max-semi-space-size=1', script, mode, path, String(count), String(rowGroupBytes)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as PoolFacts;
}
