// Standard output on a full disk, a hundred times each on /dev/full and on a small tmpfs: exit code 5, one line on stderr,
// and an end in time. The calls go to a server, so that journal, cache and their threads are open when the disk is full.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulator } from '../../src/simulator/server.ts';
import { atMost, equal, type Soak, type SoakResult } from './soak.ts';

const times = 100;
const longestMs = 20_000;
const samples = join('data', 'samples', 'problems.jsonl');

interface Tally {
  good: number;
  hung: number;
  slowestMs: number;
}

async function runOnce(args: readonly string[], output: string, folder: string, tally: Tally): Promise<void> {
  const file = openSync(output, 'w');
  const started = performance.now();
  const child = spawn(process.execPath, [join('bin', 'latebench.js'), ...args], {
    stdio: ['ignore', file, 'pipe'],
    env: { ...process.env, LATEBENCH_HOME: join(folder, 'home') },
  });
  closeSync(file);
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const timer = setTimeout(() => {
    tally.hung += 1;
    child.kill('SIGKILL');
  }, longestMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - started);
  if (code === 5 && said.trim().split('\n').length === 1 && said.includes('LB_DISK_FULL')) tally.good += 1;
}

function results(where: string, { good, hung, slowestMs }: Tally): SoakResult[] {
  return [
    equal(`${where}: exit code 5 and one line`, good, times),
    equal(`${where}: processes that did not end`, hung, 0),
    atMost(`${where}: the slowest`, slowestMs, longestMs, 'ms'),
  ];
}

function mountSmall(disk: string): boolean {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('no tmpfs: mounting one is not permitted here');
    return false;
  }
}

export const soakOutput: Soak = {
  title: 'standard output on a full disk',
  minutes: 20,
  async run(folder) {
    const server = await startSimulator();
    const critic = ['critic', '-q', '--votes', '4', '--endpoint', server.url, '-m', 'latebench-sim/critic'];
    const found: SoakResult[] = [];
    try {
      const device: Tally = { good: 0, hung: 0, slowestMs: 0 };
      for (let n = 0; n < times; n += 1)
        await runOnce([...critic, '--seed', `${n}`, samples], '/dev/full', folder, device);
      found.push(...results('/dev/full', device));
      const disk = join(folder, 'small');
      if (!mountSmall(disk)) return found;
      try {
        const small: Tally = { good: 0, hung: 0, slowestMs: 0 };
        for (let n = 0; n < times; n += 1)
          await runOnce([...critic, '--seed', `${n}`, samples], join(disk, 'out.jsonl'), folder, small);
        found.push(...results('tmpfs', small));
      } finally {
        execFileSync('umount', [disk]);
      }
      return found;
    } finally {
      await server.close();
    }
  },
};
