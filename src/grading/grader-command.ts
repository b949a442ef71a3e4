// Another grader as a process: pairs go in as lines of JSON, verdicts come out, one line for each pair in its order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { LateBenchError } from '../errors.ts';
import { type OtherVerdict, otherVerdict } from './other-verdict.ts';
import type { Pair } from './worker-protocol.ts';

type Answered = (verdict: OtherVerdict) => void | Promise<void>;

export interface GraderCommand {
  /**
   * Sends a pair; `answered` is called with its verdict, in the order of the pairs, perhaps much later: many programs
   * hold their output back until their input ends.
   */
  send(pair: Pair, answered: Answered): Promise<void>;
  /** Ends its input and waits for it; every pair has been answered then. */
  finish(): Promise<void>;
  /** Ends the process. */
  kill(): void;
}

/** What a line says: JSON, or a word as it is. */
function verdictOf(line: string, number: number): OtherVerdict {
  let value: unknown = line;
  try {
    value = JSON.parse(line);
  } catch {
    // A bare word.
  }
  const verdict = otherVerdict(value);
  if (verdict !== undefined) return verdict;
  const shown = line.length > 80 ? `${line.slice(0, 80)}…` : line;
  throw new LateBenchError(
    'LB_CONFIG',
    `--audit-command: line ${number} of its answers is not a verdict (${shown}); give true, false, 0, 1, null or {"equal": …}`,
  );
}

/**
 * Starts a shell command.
 *
 * @throws LB_CONFIG from `send` and `finish` when it ends early, answers something else, or fails.
 */
export function startGraderCommand(command: string): GraderCommand {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  // Why writing failed is seen in how the command ended.
  child.stdin.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `it ended with ${code ?? signal}`));
  });
  /** By the number of the pair, from 1. */
  const waiting = new Map<number, Answered>();
  let sent = 0;
  let read = 0;
  let finishing = false;
  let failure: LateBenchError | undefined;
  const reading = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.trim() === '') continue;
      read += 1;
      const answered = waiting.get(read);
      if (answered === undefined) {
        throw new LateBenchError('LB_CONFIG', `--audit-command: it gave ${read} answers to ${sent} pairs`);
      }
      waiting.delete(read);
      await answered(verdictOf(line, read));
    }
    const why = await ended;
    if (why === '' && read === sent && finishing) return;
    const reason = why || 'it ended before it had answered every pair';
    throw new LateBenchError('LB_CONFIG', `--audit-command: ${reason} (${read} answers read)`);
  })().catch((error: LateBenchError) => {
    failure = error;
    child.kill();
  });
  return {
    async send(pair, answered) {
      sent += 1;
      waiting.set(sent, answered);
      if (!child.stdin.write(`${JSON.stringify(pair)}\n`)) {
        // A failed write rejects here; how the command ended says why.
        await Promise.race([once(child.stdin, 'drain').catch(() => reading), reading]);
      }
      if (failure !== undefined) throw failure;
    },
    async finish() {
      finishing = true;
      child.stdin.end();
      await reading;
      if (failure !== undefined) throw failure;
    },
    kill() {
      child.kill();
    },
  };
}
