// Twenty kills in the middle of `think`, at random times, against a simulated endpoint in this process: the records end
// with the same bytes. A reply whose last byte has left the server, and which the killed process had not written yet, is
// asked for again: how many there were is said, and how long before the kill the oldest of them had left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { atMost, equal, type Soak } from './soak.ts';

const kills = 20;
const concurrency = 8;

export const soakThink: Soak = {
  title: `Think, killed ${kills} times`,
  minutes: 15,
  async run(folder) {
    const file = join(folder, 'problems.jsonl');
    const rows = Array.from({ length: 16 }, (_, n) => ({
      id: `p${n}`,
      problem: `How many of kind ${n}?`,
      answer: '7',
    }));
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const faults = [{ do: 'stream', interval_ms: 2 } as const];
    const run = async (name: string, killAfter: (() => number) | null) => {
      const simulator = await startSimulator({ seed: 9, faults });
      const pool = join(folder, name);
      const args = [
        ...[
          'think',
          file,
          '--pool',
          pool,
          '--traces',
          '48',
          '--warmup',
          '8',
          '--window',
          '16',
          '--no-adaptive',
        ],
        ...[
          '--endpoint',
          simulator.url,
          '--model',
          'latebench-sim/sampler',
          '--concurrency',
          String(concurrency),
        ],
      ];
      const start = () => {
        const child = spawn(process.execPath, ['bin/latebench.js', ...args], {
          env: { ...process.env, LATEBENCH_HOME: join(folder, 'home') },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        let stderr = '';
        child.stderr.on('data', (part: Buffer) => {
          stderr += part.toString();
        });
        return { child, closed: once(child, 'close'), stderr: () => stderr };
      };
      /** When each request was answered whole for the first time. */
      const answered = new Map<string, number>();
      const killedAt: number[] = [];
      const looking = setInterval(() => {
        for (const request of Object.keys(simulator.counts.by_request))
          if (!answered.has(request)) answered.set(request, performance.now());
      }, 1);
      let done = 0;
      let last = start();
      while (killAfter !== null && done < kills) {
        await sleep(killAfter());
        if (last.child.exitCode !== null) break;
        killedAt.push(performance.now());
        last.child.kill('SIGKILL');
        await last.closed;
        done += 1;
        last = start();
      }
      const [code] = (await last.closed) as [number | null];
      clearInterval(looking);
      const again = Object.entries(simulator.counts.by_request).filter(([, times]) => times > 1);
      const repeated = again.reduce((sum, [, times]) => sum + times - 1, 0);
      // The kill that lost it is the first one after it had left.
      const ages = again.map(([request]) => {
        const left = answered.get(request)!;
        return (killedAt.find((at) => at >= left) ?? Number.POSITIVE_INFINITY) - left;
      });
      await simulator.close();
      const records = readFileSync(join(pool, 'records.jsonl'), 'utf8');
      const requests = simulator.counts.completed;
      return {
        code,
        records,
        repeated,
        requests,
        ages,
        kills: done,
        said: /were being written when/.test(last.stderr()),
      };
    };
    const undisturbed = await run('undisturbed', null);
    const rng = mulberry32(20);
    const killed = await run('killed', () => 900 + 1600 * rng());
    return [
      equal('kills', killed.kills, kills),
      equal('exit code after them', killed.code ?? -1, 0),
      equal('records of other bytes', killed.records === undisturbed.records ? 0 : 1, 0),
      equal('traces that were cut are said', killed.said, true),
      atMost(`whole replies sent again, of ${killed.requests}`, killed.repeated, kills, 'replies'),
      // On its way through the socket, in the loop of the process, or in a write.
      atMost('oldest of them when the process was killed', Math.max(0, ...killed.ages), 250, 'ms'),
    ];
  },
};
