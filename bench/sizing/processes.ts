// Processes of ours that are measured from outside, as the kernel counts them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const launcher = join(process.cwd(), 'bin', 'latebench.js');
/** Clock ticks a second, of /proc on every Linux there is. */
const ticks = 100;

export interface Measured {
  readonly child: ChildProcess;
  /** Processor seconds so far, of all threads; the last known value once it has ended. */
  cpuSeconds(): number;
  /** MB it has had at most. */
  peakMb(): number;
  /** Resolves when it has written this to stderr. */
  printed(text: string): Promise<void>;
  end(): Promise<void>;
}

export function start(args: readonly string[], cwd: string): Measured {
  const child = spawn(process.execPath, [launcher, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let cpu = 0;
  let peak = 0;
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => {
    stderr += text;
  });
  const look = (): void => {
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      cpu = Math.max(cpu, (Number(fields[11]) + Number(fields[12])) / ticks);
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 50);
  const ended = once(child, 'exit').then(() => clearInterval(timer));
  return {
    child,
    cpuSeconds() {
      look();
      return cpu;
    },
    peakMb() {
      look();
      return peak;
    },
    async printed(text) {
      while (!stderr.includes(text)) {
        if (child.exitCode !== null)
          throw new Error(`${args.join(' ')} ended with ${child.exitCode}: ${stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
