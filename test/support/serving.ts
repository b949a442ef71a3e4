// `latebench verify --serve` as a process of its own, ended with the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { repository } from './cli.ts';

export interface Serving {
  readonly url: string;
  readonly child: ChildProcess;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** Resolves when it listens. */
export async function startServing(t: TestContext, args: readonly string[] = []): Promise<Serving> {
  const command = [join(repository, 'bin', 'latebench.js'), 'verify', '--serve', '-q', ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  if (value === undefined) throw new Error(`the server ended with ${await ended}`);
  return { url: value, child, ended };
}

/** A batch, sent as a trainer sends it. */
export function postBatch(
  url: string,
  pairs: unknown,
  more: { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return fetch(`${url}/verify`, {
    method: 'POST',
    body: typeof pairs === 'string' ? pairs : JSON.stringify({ pairs }),
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
  });
}
