// Runs the built commands as a user would: real processes, real pipes, a home of their own.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { outcomesOf } from './turn-outcomes.js';

export const repository = resolve('.');

/**
 * Tests run most code a few times: V8 optimises it later in their commands too, or never, as `npm test` asks of it, what a
 * command makes while it loads needs no collection, and what does is collected by the command alone.
 */
export const patience = process.execArgv.filter((flag) =>
  /^--(?:interrupt-budget=|liftoff-only$|min-semi-space-size=|single-threaded-gc$)/.test(flag),
);

/** Node as shell words. */
export const node = [process.execPath, ...patience].map((word) => `"${word}"`).join(' ');

/** `latebench` as shell words: the launcher without npx, which costs half a second. */
export const latebench = `${node} "${join(repository, 'bin', 'latebench.js')}"`;

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** `null`: standard input is written and ended by whoever `started` calls. */
  readonly input?: string | Uint8Array | null;
  readonly env?: Readonly<Record<string, string>>;
  /** A script that is loaded before the command and can be sent messages: `probe` of held-by.ts. */
  readonly probe?: string;
  /** Called with the process when it has started. */
  readonly started?: (child: ChildProcess) => void;
}

/** Nothing of the developer's own settings reaches a test. */
export function environment(cwd: string, extra: RunOptions['env']): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(
    ([name]) =>
      !/^(LATEBENCH_|OPENAI_|DEEPSEEK_|HF_|NODE_OPTIONS|NODE_TEST|HTTPS?_PROXY|https?_proxy)/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    HOME: cwd,
    XDG_CONFIG_HOME: join(cwd, '.config'),
    XDG_CACHE_HOME: join(cwd, '.cache'),
    LATEBENCH_HOME: join(cwd, '.latebench'),
    ...extra,
  };
}

function finish(child: ChildProcess, input: RunOptions['input']): Promise<Outcome> {
  const chunks: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  child.stdout?.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  child.stdin?.on('error', () => {});
  if (input !== undefined && input !== null) child.stdin?.end(input);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => {
      const text = (parts: Buffer[]): string => Buffer.concat(parts).toString('utf8');
      done({ code, signal, stdout: text(chunks.stdout), stderr: text(chunks.stderr) });
    });
  });
}

/** Changes of the sources are tried (test/mutation): commands run as the sources say, in this process. */
const runsSources = process.env.LATEBENCH_TEST_SOURCES !== undefined;
let lastHere: Promise<unknown> = Promise.resolve();

/** One after the other, since a process has one folder and one environment. */
function turnsOfSources(
  turns: readonly Turn[],
  cwd: string,
  extra: RunOptions['env'],
): Promise<TurnOutcome[]> {
  const outcomes = lastHere.then(async () => {
    const { main } = await import('../../src/cli/main.ts');
    const own = { folder: process.cwd(), env: { ...process.env } };
    try {
      return await outcomesOf(main, { cwd, env: environment(cwd, extra), turns });
    } finally {
      process.chdir(own.folder);
      for (const name of Object.keys(process.env)) delete process.env[name];
      Object.assign(process.env, own.env);
    }
  });
  lastHere = outcomes.catch(() => {});
  return outcomes;
}

/** One command. Without `input`, standard input is empty. */
export async function runCommand(
  args: readonly string[],
  { cwd, input = '', env, probe, started }: RunOptions,
): Promise<Outcome> {
  if (runsSources && input !== null && probe === undefined && started === undefined) {
    return (await turnsOfSources([{ args, input }], cwd, env))[0]!;
  }
  const flags = probe === undefined ? [] : ['--import', probe];
  const child = spawn(
    process.execPath,
    [...patience, ...flags, join(repository, 'bin', 'latebench.js'), ...args],
    {
      cwd,
      env: environment(cwd, env),
      stdio: ['pipe', 'pipe', 'pipe', ...(probe === undefined ? [] : ['ipc' as const])],
    },
  );
  started?.(child);
  return finish(child, input);
}

/** One of several commands of `runInTurn`. */
export interface Turn {
  readonly args: readonly string[];
  readonly input?: string | Uint8Array;
  /** Reads what the turn before it wrote. */
  readonly piped?: boolean;
}

export interface TurnOutcome extends Outcome {
  /** How long the command waited and computed; on a loaded machine it took longer. */
  readonly ms: number;
}

/** A process of `runInTurn`, and what waits for its answers; there is one for all tests of a process, and for each lane. */
interface Turning {
  readonly child: ChildProcess;
  readonly waiting: ((answer: TurnOutcome[] | Error) => void)[];
}

/** By lane. */
const turnings = new Map<number, Turning>();

function turningProcess(lane: number): Turning {
  const turning = turnings.get(lane);
  if (turning !== undefined) return turning;
  const child = fork(join(repository, 'test', 'support', 'commands-in-turn.js'), {
    execArgv: patience,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started: Turning = { child, waiting: [] };
  turnings.set(lane, started);
  child.on('message', (outcomes: TurnOutcome[]) => started.waiting.shift()?.(outcomes));
  child.once('exit', (code, signal) => {
    turnings.delete(lane);
    for (const answer of started.waiting) answer(new Error(`the commands ended with ${code ?? signal}`));
  });
  return started;
}

/**
 * Several built commands, one after the other, in a process that has the loading behind it after the first. For commands
 * that end by themselves and are looked at for what they say, not for how their process ends. Commands of different lanes
 * run at the same time.
 */
export async function runInTurn(
  turns: readonly Turn[],
  { cwd, env, lane = 0 }: Pick<RunOptions, 'cwd' | 'env'> & { readonly lane?: number },
): Promise<TurnOutcome[]> {
  if (runsSources) return turnsOfSources(turns, cwd, env);
  const { child, waiting } = turningProcess(lane);
  const asked = { cwd, env: environment(cwd, env), turns };
  // While nobody waits, the process keeps no test run from ending.
  child.ref();
  child.channel?.ref();
  const answer = await new Promise<TurnOutcome[] | Error>((resolve) => {
    waiting.push(resolve);
    child.send(asked);
  });
  if (waiting.length === 0) {
    child.unref();
    child.channel?.unref();
  }
  if (answer instanceof Error) throw answer;
  return answer;
}

/** One command of `runInTurn`: for what a command says, where nothing hangs on its process. */
export async function runHere(
  args: readonly string[],
  {
    input = '',
    ...rest
  }: Pick<RunOptions, 'cwd' | 'env'> & { readonly input?: string; readonly lane?: number },
): Promise<TurnOutcome> {
  const [outcome] = await runInTurn([{ args, input }], rest);
  return outcome!;
}

/**
 * Commands of which each reads what the one before it wrote, without `latebench`: for what they make, where nothing hangs
 * on their pipe. Words are parted by single spaces. The code is that of the last command that failed, as with pipefail.
 */
export async function runPiped(
  commands: readonly string[],
  options: Pick<RunOptions, 'cwd' | 'env'>,
): Promise<Outcome> {
  const turns = commands.map((command, at) => ({ args: command.split(' '), piped: at > 0 }));
  const outcomes = await runInTurn(turns, options);
  return {
    code: outcomes.findLast(({ code }) => code !== 0)?.code ?? 0,
    signal: null,
    stdout: outcomes.at(-1)!.stdout,
    stderr: outcomes.map(({ stderr }) => stderr).join(''),
  };
}

/** Resolves when the process says this on stderr, from now on. */
export function hearing(child: ChildProcess, words: RegExp): Promise<void> {
  let printed = '';
  return new Promise((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (words.test(printed)) resolve();
    });
  });
}

/** A shell line; pipefail is on, so a failure anywhere in a pipe shows. */
export function runShell(line: string, { cwd, input = '', env, started }: RunOptions): Promise<Outcome> {
  const child = spawn('bash', ['-o', 'pipefail', '-c', line], { cwd, env: environment(cwd, env) });
  started?.(child);
  return finish(child, input);
}

export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
