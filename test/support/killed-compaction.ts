// `latebench pool compact` as a process that is killed at changes of the pool's folder drawn from a seed; what the pool
// says after each kill, and the files that there are in the end, against an undisturbed one.
import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mulberry32, randomInt } from '../../src/statistics/random.ts';
import { findings, said } from '../deepconf/pool/seeded-pool.ts';
import { type Outcome, runCommand } from './cli.ts';

/** Of the range files: as small as the command makes them. */
const megabytes = '1';

/** Killed at the change of this number that is seen; Infinity lets it end. */
export async function compactUntil(
  cwd: string,
  pool: string,
  change: number,
): Promise<Outcome & { readonly changes: number }> {
  let changes = 0;
  let kill = (): void => {};
  const watchers = ['', 'core', 'top'].map((name) =>
    watch(join(pool, name), () => {
      changes += 1;
      if (changes >= change) kill();
    }),
  );
  try {
    const started = (child: { kill(signal: 'SIGKILL'): unknown }): void => {
      kill = () => void child.kill('SIGKILL');
    };
    const outcome = await runCommand(['pool', 'compact', pool, '--range-mb', megabytes, '-q'], {
      cwd,
      started,
    });
    return { ...outcome, changes };
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

export interface KilledCompactions {
  /** Of the processes that were to be killed, those that had not ended before. */
  readonly killed: number;
  /** What `pool verify` finds, and files of parts or hidden files that are left in the end. */
  readonly findings: readonly unknown[];
  /** Range files that differ from those of an undisturbed one, by path. */
  readonly different: readonly string[];
}

export interface KilledCompactionsOptions {
  readonly folder: string;
  readonly seed: number;
  readonly kills: number;
  /** Makes the pool that is compacted. */
  make(pool: string): Promise<void>;
}

async function filesOf(pool: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const side of ['core', 'top']) {
    for (const entry of await readdir(join(pool, side), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(path.slice(pool.length), (await readFile(path)).toString('latin1'));
    }
  }
  return files;
}

export async function killedCompactions({
  folder,
  seed,
  kills,
  make,
}: KilledCompactionsOptions): Promise<KilledCompactions> {
  const rng = mulberry32(seed);
  const [parts, pool] = [join(folder, 'parts'), join(folder, 'killed')];
  await make(parts);
  const before = await said(parts);
  const whole = join(folder, 'whole');
  await cp(parts, whole, { recursive: true });
  const undisturbed = await compactUntil(folder, whole, Number.POSITIVE_INFINITY);
  assert.equal(undisturbed.code, 0, undisturbed.stderr);
  const expected = await filesOf(whole);
  const found: unknown[] = [];
  const different = new Set<string>();
  let killed = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // Every other one is killed twice before it may end.
    if (kill % 2 === 0) {
      await rm(pool, { recursive: true, force: true });
      await cp(parts, pool, { recursive: true });
    }
    const { signal } = await compactUntil(folder, pool, randomInt(rng, 1, undisturbed.changes));
    if (signal === 'SIGKILL') killed += 1;
    assert.deepEqual(await said(pool), before, `kill ${kill}: what the pool says`);
    if (kill % 2 === 0 && kill < kills - 1) continue;
    const last = await compactUntil(folder, pool, Number.POSITIVE_INFINITY);
    assert.equal(last.code, 0, last.stderr);
    found.push(...((await findings(pool)) as unknown[]));
    const files = await filesOf(pool);
    for (const path of new Set([...expected.keys(), ...files.keys()]))
      if (files.get(path) !== expected.get(path)) different.add(path);
  }
  return { killed, findings: found, different: [...different].sort() };
}
