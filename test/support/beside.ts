// Commands that run beside one another, as the coordinator and the workers of a queue do: each has a process for itself
// while it runs, which takes the next command afterwards. Loading a command costs half a second of processor time.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { environment, type Outcome, patience, repository } from './cli.ts';

/** A command that was started. */
export interface Running {
  /** Sends its process a signal; one that ends the process ends the command. Nothing where the command has ended. */
  kill(signal: NodeJS.Signals): void;
}

interface BesideOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly started?: ((command: Running) => void) | undefined;
  /** Called with what the command says on stderr. */
  readonly said?: ((text: string) => void) | undefined;
}

type Message = { readonly said: string } | { readonly code: number; readonly stdout: string };

/** Processes whose command has ended. */
const idle: ChildProcess[] = [];

function begin(): ChildProcess {
  const child = fork(join(repository, 'test', 'support', 'commands-beside.js'), {
    execArgv: patience,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Also one that is killed while it waits.
  child.once('exit', () => {
    const at = idle.indexOf(child);
    if (at >= 0) idle.splice(at, 1);
  });
  return child;
}

/** A built command. What still runs when the test has ended is killed. */
export function runBeside(
  t: Pick<TestContext, 'after'>,
  args: readonly string[],
  { cwd, env, started, said }: BesideOptions,
): Promise<Outcome> {
  const child = idle.pop() ?? begin();
  child.ref();
  child.channel?.ref();
  let running = true;
  const kill = (signal: NodeJS.Signals): void => void (running && child.kill(signal));
  t.after(() => kill('SIGKILL'));
  started?.({ kill });
  let stderr = '';
  return new Promise<Outcome>((resolve) => {
    const gone = (code: number | null, signal: NodeJS.Signals | null): void => {
      running = false;
      resolve({ code, signal, stdout: '', stderr });
    };
    const told = (message: Message): void => {
      if ('said' in message) {
        stderr += message.said;
        said?.(message.said);
        return;
      }
      child.off('message', told).off('exit', gone);
      running = false;
      // While it waits, it keeps no test run from ending.
      child.unref();
      child.channel?.unref();
      idle.push(child);
      resolve({ ...message, signal: null, stderr });
    };
    child.on('message', told).once('exit', gone);
    child.send({ cwd, env: environment(cwd, env), args });
  });
}
