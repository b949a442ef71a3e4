// A bounded map over an object stream: up to `concurrency` calls of `work` at once, outputs in input order or in order
// of completion. Back-pressure: the write callback is held while the limit is reached, and finished outputs that have
// not been read count against `window`, so a slow consumer stops the reading of input.
import { Duplex } from 'node:stream';

export interface MapOptions {
  /** Calls of `work` in flight at once. */
  readonly concurrency: number;
  readonly order: 'input' | 'any';
  /** Maximum number of inputs accepted whose outputs have not all been read; at least `concurrency`. */
  readonly window?: number;
  /** Called when the stream is destroyed early (the consumer closed it, an error): abort calls in flight. */
  readonly onAbandon?: (reason: Error | null) => void;
}

interface Slot<Out> {
  outputs: readonly Out[] | undefined;
  next: number;
}

/** As an outcome: the run ends here. In input order nothing behind it is handed on, so that the output is a beginning. */
export const halt: readonly never[] = Object.freeze([]);

export type Work<In, Out> = (input: In) => readonly Out[] | Promise<readonly Out[]>;

/** In input order a slow record holds back the later ones; the window lets work go on behind it. */
const windowFactor = 4;

export function mapStream<In, Out>(work: Work<In, Out>, options: MapOptions): Duplex {
  const { concurrency, order } = options;
  const window = Math.max(options.window ?? concurrency * windowFactor, concurrency);
  const slots: Slot<Out>[] = [];
  let head = 0;
  let running = 0;
  let heldWrite: (() => void) | undefined;
  let inputEnded = false;
  let readerWants = false;
  let closed = false;
  let complete = false;
  let halted = false;

  const passedOn: Slot<Out> = { outputs: [], next: 0 };
  const waiting = (): number => slots.length - head;
  const takeHead = (): void => {
    // The array is shortened only now and then: until then it must not keep what has been passed on.
    slots[head] = passedOn;
    head += 1;
    if (head > 1024 && head * 2 > slots.length) {
      slots.splice(0, head);
      head = 0;
    }
  };

  const advance = (): void => {
    if (closed) return;
    while ((readerWants || halted) && head < slots.length) {
      const slot = slots[head]!;
      if (slot.outputs === undefined) break;
      if (slot.outputs === halt && order === 'input') halted = true;
      if (halted) {
        takeHead();
        continue;
      }
      while (readerWants && slot.next < slot.outputs.length) {
        const output = slot.outputs[slot.next]!;
        slot.next += 1;
        readerWants = stream.push(output);
      }
      if (slot.next < slot.outputs.length) break;
      takeHead();
    }
    if (heldWrite !== undefined && running < concurrency && waiting() < window) {
      const release = heldWrite;
      heldWrite = undefined;
      release();
    }
    if (inputEnded && waiting() === 0) {
      closed = true;
      complete = true;
      stream.push(null);
    }
  };

  const settle = (slot: Slot<Out>, outputs: readonly Out[]): void => {
    running -= 1;
    if (order === 'any' && slots[head] !== slot) {
      // What is done moves in front of what is not; the finished ones keep the order in which they came.
      slots.splice(slots.indexOf(slot, head), 1);
      let at = head;
      while (at < slots.length && slots[at]!.outputs !== undefined) at += 1;
      slots.splice(at, 0, slot);
    }
    slot.outputs = outputs;
  };

  const stream = new Duplex({
    objectMode: true,
    readableHighWaterMark: 16,
    writableHighWaterMark: 16,
    write(input: In, _encoding, callback) {
      const slot: Slot<Out> = { outputs: undefined, next: 0 };
      slots.push(slot);
      running += 1;
      heldWrite = callback;
      let outcome: readonly Out[] | Promise<readonly Out[]>;
      try {
        outcome = work(input);
      } catch (error) {
        stream.destroy(error as Error);
        return;
      }
      if (Array.isArray(outcome)) {
        settle(slot, outcome as readonly Out[]);
      } else {
        (outcome as Promise<readonly Out[]>).then(
          (outputs) => {
            settle(slot, outputs);
            advance();
          },
          (error: Error) => stream.destroy(error),
        );
      }
      advance();
    },
    read() {
      readerWants = true;
      advance();
    },
    final(callback) {
      inputEnded = true;
      callback();
      advance();
    },
    destroy(error, callback) {
      closed = true;
      if (!complete) options.onAbandon?.(error);
      callback(error);
    },
  });
  return stream;
}
