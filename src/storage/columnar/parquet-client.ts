// The near end of the Parquet reader's worker: one request, one reply; a worker that dies is a reply too.
import { Worker } from 'node:worker_threads';
import { toPlainError } from '../../errors.ts';
import { builtArguments, builtFile } from '../../package-root.ts';
import type { Reply, Request } from './parquet-protocol.ts';

function startWorker(): Worker {
  return new Worker(builtFile('src/storage/columnar/parquet-worker.js'), { execArgv: builtArguments });
}

export class ParquetClient {
  readonly #worker = startWorker();
  #settle: ((reply: Reply) => void) | undefined;
  #death: Reply | undefined;
  #stopping = false;

  constructor() {
    this.#worker.on('message', (reply: Reply) => this.#reply(reply));
    this.#worker.on('error', (error) =>
      this.#die(`the decoder stopped, as it does at damaged bytes (${error.message})`),
    );
    this.#worker.on('exit', () => this.#die('the reader ended early'));
    // A thread that nobody asks anything must not keep the process alive; a listener for messages would.
    this.#worker.unref();
  }

  #reply(reply: Reply): void {
    const settle = this.#settle;
    this.#settle = undefined;
    // Between requests the worker must not keep the process alive: its reader may never come back.
    if (!this.#stopping) this.#worker.unref();
    settle?.(reply);
  }

  #die(message: string): void {
    this.#death ??= { kind: 'failed', error: toPlainError(new Error(message)) };
    this.#reply(this.#death);
  }

  #wait(): Promise<Reply> {
    if (this.#death !== undefined) return Promise.resolve(this.#death);
    this.#worker.ref();
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** One request at a time. */
  ask(request: Request): Promise<Reply> {
    const reply = this.#wait();
    this.#worker.postMessage(request);
    return reply;
  }

  /** False once the worker has ended, and while a request is under way. */
  get isFree(): boolean {
    return this.#death === undefined && this.#settle === undefined;
  }

  /** Keeps the process alive until the worker has ended: whoever stops reading early may have nothing else to wait for. */
  async stop(): Promise<void> {
    // It may break down meanwhile, which is the answer to a request that nobody waits for any more.
    this.#stopping = true;
    this.#worker.removeAllListeners('message');
    this.#worker.ref();
    await this.#worker.terminate();
  }
}
