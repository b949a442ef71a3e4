// Standard output on a full disk, a hundred times each on /dev/full and on a small tmpfs: exit code 5, one line on stderr,
// and an end in time. The calls go to a server, so that journal, cache and their threads are open when the disk is full.
// On a busy machine a process may wait long for its turn: one counts as hung when it wants no turn and has not ended.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulator } from '../../src/simulator/server.ts';
import { atMost, equal, type Soak, type SoakResult } from './soak.ts';

const times = 100;
/** Without any work of its own. */
const longestIdleMs = 20_000;
const lookMs = 250;
/** Of the processor; a run takes about one second. */
const mostWorkMs = 5_000;
const samples = join('data', 'samples', 'problems.jsonl');

interface Tally {
  good: number;
  hung: number;
  mostWorkMs: number;
}

/** Clock ticks of `/proc`, of which there are 100 a second. */
const tickMs = 10;

/** What a process has taken of the processor so far, and whether it waits for its turn; null where it has ended. */
function workOf(pid: number): { readonly workMs: number; readonly wantsTurn: boolean } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const workMs = (Number(fields[11]) + Number(fields[12])) * tickMs;
    return { workMs, wantsTurn: fields[0] === 'R' };
  } catch {
    return null;
  }
}

/** What each of its threads waits for in the kernel. */
function threadsOf(pid: number): string {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/wchan`, 'utf8')).join(' ');
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
  let workMs = 0;
  let busyAt = started;
  const timer = setInterval(() => {
    const now = workOf(child.pid!);
    if (now === null) return;
    if (now.wantsTurn || now.workMs > workMs) busyAt = performance.now();
    workMs = now.workMs;
    tally.mostWorkMs = Math.max(tally.mostWorkMs, workMs);
    if (performance.now() - busyAt < longestIdleMs) return;
    tally.hung += 1;
    console.log(`process ${child.pid} has hung: its threads wait for ${threadsOf(child.pid!)}`);
    child.kill('SIGKILL');
    busyAt = performance.now();
  }, lookMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  if (code === 5 && said.trim().split('\n').length === 1 && said.includes('LB_DISK_FULL')) tally.good += 1;
}

function results(where: string, { good, hung, mostWorkMs: found }: Tally): SoakResult[] {
  return [
    equal(`${where}: exit code 5 and one line`, good, times),
    equal(`${where}: processes that did not end`, hung, 0),
    atMost(`${where}: processor time of the longest`, found, mostWorkMs, 'ms'),
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
      const device: Tally = { good: 0, hung: 0, mostWorkMs: 0 };
      for (let n = 0; n < times; n += 1)
        await runOnce([...critic, '--seed', `${n}`, samples], '/dev/full', folder, device);
      found.push(...results('/dev/full', device));
      const disk = join(folder, 'small');
      if (!mountSmall(disk)) return found;
      try {
        const small: Tally = { good: 0, hung: 0, mostWorkMs: 0 };
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
