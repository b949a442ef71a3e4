// Runs a command in this process against a hub: what a separate process would do, without its half second.
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { main } from '../../../src/cli/main.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function collected(): { readonly stream: PassThrough; readonly text: () => string } {
  const parts: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (part: Buffer) => parts.push(part));
  return { stream, text: () => Buffer.concat(parts).toString('utf8') };
}

/** One at a time: the environment is the process's. */
export async function runHere(
  args: readonly string[],
  { home, input = '', env = {} }: { home: string; input?: string; env?: Record<string, string> },
): Promise<Ended> {
  const kept = { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (/^(LATEBENCH_|HF_)/.test(name)) delete process.env[name];
  }
  Object.assign(process.env, {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    LATEBENCH_HOME: join(home, '.latebench'),
    ...env,
  });
  const [stdout, stderr] = [collected(), collected()];
  try {
    const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false });
    const code = await main('latebench', args, { stdin, stdout: stdout.stream, stderr: stderr.stream });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
    Object.assign(process.env, kept);
  }
}
