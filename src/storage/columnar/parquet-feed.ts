// Feeds record batches to the Parquet encoder: each exactly when the encoder asks for one, so that none waits in
// WASM memory. Only the stream's end is reported here; what the encoder makes of it, parquet-sink.ts checks.
import { type RecordBatch, Table } from 'parquet-wasm';

function toWasm(ipc: Uint8Array): RecordBatch {
  const table = Table.fromIPCStream(ipc);
  const batch = table.recordBatch(0)!;
  table.free();
  return batch;
}

export class BatchFeed {
  readonly stream: ReadableStream<RecordBatch>;
  #controller: ReadableStreamDefaultController<RecordBatch> | undefined;
  #askedBefore = false;
  #onAsked: (() => void) | undefined;
  #queue = Promise.resolve();

  constructor() {
    // With a mark above 0 batches are pulled ahead, and WASM memory then grows with the length of the file.
    this.stream = new ReadableStream<RecordBatch>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#askedBefore = true;
          this.#onAsked?.();
        },
      },
      new CountQueuingStrategy({ highWaterMark: 0 }),
    );
  }

  async #asked(): Promise<void> {
    if (!this.#askedBefore) {
      await new Promise<void>((resolve) => {
        this.#onAsked = resolve;
      });
    }
    this.#askedBefore = false;
  }

  /** Resolves when the encoder has taken the batch (one batch as an Arrow IPC stream). */
  give(ipc: Uint8Array): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      await this.#asked();
      this.#controller?.enqueue(toWasm(ipc));
    });
    return this.#queue;
  }

  end(): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      await this.#asked();
      this.#controller?.close();
    });
    return this.#queue;
  }

  fail(reason: Error): void {
    this.#controller?.error(reason);
  }
}
