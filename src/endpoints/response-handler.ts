// One request and its reply, as undici tells of them: the bytes are gathered, and it can be given up at any moment, also
// while it waits for a connection. Not undici's `request`: its stream for each body costs as much as half of a call.
import type { Dispatcher } from 'undici';
import { type Headers, headerOf } from '../http/retry-after.ts';
import { tooLarge } from './content-encoding.ts';
import { aborted } from './semaphore.ts';
import type { BodySink } from './stream/reply-stream.ts';

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Why the body could not be decompressed; a note takes its place. */
  readonly broken?: string;
}

/**
 * The exchanges under way that a signal would end, by the signal that ends their waits. One listener a signal: adding and removing one a call is dear. An
 * array, in which the last takes the place of one that leaves: a Set written and deleted from all the time leaves
 * tables behind that keep ended exchanges in memory until the next full collection.
 */
const underWay = new WeakMap<AbortSignal, ResponseHandler[]>();

export function underWayOf(signal: AbortSignal, waiting: AbortSignal): ResponseHandler[] {
  const known = underWay.get(waiting);
  if (known !== undefined) return known;
  const handlers: ResponseHandler[] = [];
  underWay.set(waiting, handlers);
  const giveUp = (): void => {
    for (const handler of [...handlers]) {
      if (signal.aborted || !handler.onWire) handler.giveUp(aborted(waiting));
    }
  };
  waiting.addEventListener('abort', giveUp);
  if (waiting !== signal) signal.addEventListener('abort', giveUp);
  return handlers;
}

export function leave(handlers: ResponseHandler[], handler: ResponseHandler): void {
  const last = handlers.pop();
  if (last === undefined || last === handler) return;
  handlers[handler.place] = last;
  last.place = handler.place;
}

export class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly done: Promise<RawResponse>;
  /** Its index among those of its signal. */
  place = 0;
  /** There is a connection, and the request is written to it. */
  onWire = false;
  #resolve!: (response: RawResponse) => void;
  #reject!: (cause: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #status = 0;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  readonly #where: string;
  readonly #maxBytes: number;
  readonly #reached: () => void;
  readonly #sink: BodySink | undefined;
  /** The sink takes the body. */
  #streams = false;
  #bytes = 0;

  /**
   * A body of more than `maxBytes` is given up while it comes. `reached`: told when the request goes on the wire.
   * `sink`: takes the body, where it is for it, and ends it where it has had enough.
   */
  constructor(where: string, maxBytes: number, reached: () => void = () => {}, sink?: BodySink) {
    this.#sink = sink;
    this.#where = where;
    this.#maxBytes = maxBytes;
    this.#reached = reached;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#controller?.abort(reason);
    this.#reject(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp !== undefined) controller.abort(this.#givenUp);
    else {
      this.onWire = true;
      this.#reached();
    }
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // 100 and 103 come before the reply.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#streams = this.#sink?.accepts(status, headers) ?? false;
    if (Number(headerOf(headers, 'content-length')) > this.#maxBytes) this.#tooLarge();
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.#tooLarge();
    else if (!this.#streams) this.#chunks.push(chunk);
    else if (!this.#sink!.write(chunk)) this.#hangUp();
  }

  /** The reply is what has come; the server sees its connection closed and writes no further. */
  #hangUp(): void {
    this.#streams = false;
    this.#resolve({ status: this.#status, headers: this.#headers, body: this.#sink!.body(false) });
    this.#controller?.abort(new Error('enough of the reply has come'));
  }

  #tooLarge(): void {
    this.#chunks.length = 0;
    this.giveUp(tooLarge(this.#where, this.#maxBytes));
  }

  onResponseEnd(): void {
    if (this.#streams) {
      this.#resolve({ status: this.#status, headers: this.#headers, body: this.#sink!.body(true) });
      return;
    }
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
