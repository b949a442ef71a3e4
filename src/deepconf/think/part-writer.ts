// Writes the traces of a problem into its parts as they are decided: one row at a time is in memory.
import { partSamples, sidesOf } from '../pool/layout.ts';
import type { PartFacts } from '../pool/part-facts.ts';
import type { TraceRows } from '../pool/trace.ts';
import { type PartPlace, writePart, writtenPart } from '../pool/write-part.ts';

/** Rows on their way from who has them to who asks for them. */
class RowChannel {
  #rows: TraceRows[] = [];
  #closed = false;
  #failed: { readonly error: unknown } | null = null;
  #wake: () => void = () => {};

  push(row: TraceRows): void {
    this.#rows.push(row);
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failed = { error };
    this.#wake();
  }

  async *rows(): AsyncGenerator<TraceRows> {
    for (;;) {
      if (this.#failed !== null) throw this.#failed.error;
      const row = this.#rows.shift();
      if (row !== undefined) yield row;
      else if (this.#closed) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}

export interface PartWriter {
  /** Rows come in the order of their samples, from 0. */
  add(row: TraceRows): Promise<void>;
  /** What was written: each part with its sides. */
  finish(): Promise<readonly PartFacts[]>;
  /** Leaves nothing of the part that is open. */
  abort(): Promise<void>;
}

export function openPartWriter(place: Omit<PartPlace, 'part'>): PartWriter {
  const { folder, settings, problemId } = place;
  const facts: PartFacts[] = [];
  let count = 0;
  let open: { readonly channel: RowChannel; readonly written: Promise<number> } | null = null;
  const close = async (): Promise<void> => {
    if (open === null) return;
    const { channel, written } = open;
    open = null;
    channel.close();
    const rows = await written;
    const part = Math.floor((count - 1) / partSamples);
    for (const side of sidesOf(settings))
      facts.push(await writtenPart({ folder, problemId, part }, side, rows));
  };
  return {
    async add(row) {
      if (open === null) {
        const channel = new RowChannel();
        const part = Math.floor(count / partSamples);
        const written = writePart({ ...place, part }, channel.rows());
        // What goes wrong is thrown where the part is closed.
        written.catch(() => {});
        open = { channel, written };
      }
      open.channel.push(row);
      count += 1;
      if (count % partSamples === 0) await close();
    },
    async finish() {
      await close();
      return facts;
    },
    async abort() {
      if (open === null) return;
      open.channel.fail(new Error('the part was cancelled'));
      await open.written.catch(() => {});
      open = null;
    },
  };
}
