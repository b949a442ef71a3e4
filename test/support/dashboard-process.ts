// `latebench view` as a process that can be killed at any moment and started again on the same port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { repository } from './cli.ts';
import { freePort } from './free-port.ts';

export interface DashboardProcess {
  /** Without a token or a slash at the end. */
  readonly url: string;
  /** What it printed: the address to open first. */
  entry(): string;
  pid(): number;
  isRunning(): boolean;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** All starts have the same port. `words`: what `view` is given; `more`: its environment. */
export async function startDashboardProcess(
  t: TestContext,
  cwd: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<DashboardProcess> {
  let child: ChildProcess | null = null;
  let entry = '';
  const port = String(await freePort());
  async function start(): Promise<void> {
    if (child !== null) return;
    const args = [join(repository, 'bin', 'latebench.js'), 'view', ...words, '--port', port];
    const env = { ...process.env, LATEBENCH_HOME: join(cwd, '.latebench'), NODE_OPTIONS: '', ...more };
    const started = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let told = '';
    started.stderr.on('data', (chunk) => {
      told += String(chunk);
    });
    child = started;
    const line = once(createInterface(started.stdout), 'line').then(([text]) => String(text));
    const ended = once(started, 'exit').then(([code]) => {
      throw new Error(`view ended with ${code}: ${told}`);
    });
    ended.catch(() => {});
    entry = await Promise.race([line, ended]);
  }
  async function kill(): Promise<void> {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGKILL');
    await gone;
  }
  t.after(kill);
  await start();
  return {
    url: new URL(entry).origin,
    entry: () => entry,
    pid: () => child?.pid ?? 0,
    isRunning: () => child !== null,
    kill,
    start,
  };
}
