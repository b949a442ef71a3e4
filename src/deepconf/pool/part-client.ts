// The near end of the thread that makes parts of traces: requests and their answers, and the thread that a build has
// left for the next one. A worker of a queue builds part after part, and starting a thread takes longer than a small part.
import { Worker } from 'node:worker_threads';
import { fromPlainError, LateBenchError } from '../../errors.ts';
import { builtArguments, builtFile } from '../../package-root.ts';
import type { PartAnswer, PartRequest } from './part-protocol.ts';
import type { PoolProblem } from './read.ts';

interface Waiting {
  readonly resolve: (answer: PartAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export class PartClient {
  readonly #waiting = new Map<number, Waiting>();
  readonly #thread = new Worker(builtFile('src/deepconf/pool/part-thread.js'), { execArgv: builtArguments });
  #death: LateBenchError | undefined;
  #stopping = false;
  #requests = 0;

  constructor() {
    this.#thread.on('message', (answer: PartAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0 && !this.#stopping) this.#thread.unref();
      waiting?.resolve(answer);
    });
    this.#thread.on('error', (error) => this.#die(error.message));
    this.#thread.on('exit', () => this.#die('it ended early'));
    // A thread of which nobody waits for anything must not keep the process alive.
    this.#thread.unref();
  }

  /** False once the thread has ended, and while an answer is waited for. */
  get isFree(): boolean {
    return this.#death === undefined && this.#waiting.size === 0;
  }

  async ask(request: PartRequest, passed: ArrayBuffer[] = []): Promise<PartAnswer> {
    if (this.#death !== undefined) throw this.#death;
    const id = this.#requests;
    this.#requests += 1;
    // First: where it cannot be passed on, nothing is waited for.
    this.#thread.postMessage({ id, request }, passed);
    this.#thread.ref();
    const answer = await new Promise<PartAnswer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    if ('error' in answer) throw fromPlainError(answer.error);
    return answer;
  }

  /** Keeps the process alive until the thread has ended, also where it answers meanwhile. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#thread.ref();
    await this.#thread.terminate();
  }

  #die(reason: string): void {
    this.#death ??= new LateBenchError('LB_PARQUET', `the thread that writes parts broke down (${reason})`);
    for (const { reject } of this.#waiting.values()) reject(this.#death);
    this.#waiting.clear();
  }
}

/** A thread keeps what its largest part took: it is ended when no build comes for so long. */
const restMs = 10_000;
let resting: PartClient | undefined;
let end: NodeJS.Timeout | undefined;

export function takePartThread(): PartClient {
  const known = resting;
  resting = undefined;
  clearTimeout(end);
  return known?.isFree === true ? known : new PartClient();
}

/** Keeps the thread for the next build, or ends it. */
export async function returnPartThread(client: PartClient): Promise<void> {
  if (!client.isFree || resting !== undefined) return client.stop();
  await client.ask({ kind: 'end' });
  if (!client.isFree || resting !== undefined) return client.stop();
  resting = client;
  end = setTimeout(() => {
    resting = undefined;
    void client.stop();
  }, restMs).unref();
}

/** `writeProblems` of a process that builds: the thread that will write its parts has what writes Parquet. */
export async function writeProblemsApart(folder: string, problems: readonly PoolProblem[]): Promise<void> {
  const client = takePartThread();
  try {
    await client.ask({ kind: 'problems', folder, problems });
  } finally {
    await returnPartThread(client);
  }
}
