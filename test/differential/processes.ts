// Starts shell lines in separate process groups, so that a signal reaches a whole pipeline, and ends what is left
// when the harness ends or a step takes too long.
import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  /** The exit code, or the name of the signal. */
  readonly exit: string;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface Running {
  readonly ended: Promise<Ended>;
  signal(name: NodeJS.Signals): void;
}

const maxMs = 120_000;
const groups = new Set<number>();

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // It has ended already.
  }
}

process.on('exit', () => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
});

/** Standard input is empty. */
export function startShell(line: string, cwd: string, env: Readonly<Record<string, string>>): Running {
  const child = spawn('bash', ['-o', 'pipefail', '-c', line], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) groups.add(child.pid);
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (part: Buffer) => parts.stdout.push(part));
  child.stderr.on('data', (part: Buffer) => parts.stderr.push(part));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    signalGroup(child, 'SIGKILL');
  }, maxMs);
  const ended = new Promise<Ended>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      signalGroup(child, 'SIGKILL');
      if (child.pid !== undefined) groups.delete(child.pid);
      const exit = late ? `still running after ${maxMs / 1000} s` : String(code ?? signal);
      done({ exit, stdout: Buffer.concat(parts.stdout), stderr: Buffer.concat(parts.stderr) });
    });
  });
  return { ended, signal: (name) => signalGroup(child, name) };
}
