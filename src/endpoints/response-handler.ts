// One request and its reply, as undici tells of them: the bytes are gathered, and it can be given up at any moment, also
// while it waits for a connection. Not undici's `request`: its stream for each body costs as much as half of a call.

import type { Dispatcher } from 'undici';
import type { LateBenchError } from '../errors.ts';
import { type Headers, headerOf } from '../http/retry-after.ts';
import { isReused } from '../http/reused-reads.ts';
import type { BodyRoom } from './body-room.ts';
import { tooLarge } from './content-encoding.ts';
import type { BodySink } from './stream/reply-stream.ts';
import type { Exchange } from './under-way.ts';

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Why the body could not be decompressed; a note takes its place. */
  readonly broken?: string;
  /** Of a stream that was read as it came: part of a reply came before what the body says. */
  readonly begun?: boolean;
  /** To be called when the body is not needed any more: another long one may come then, in its place. */
  readonly free?: () => void;
  /** Whoever keeps the body beyond that says so before: its memory is then left alone. */
  readonly retain?: () => void;
}

/** What exchanges of one kind make of how they end. */
export interface Endings {
  /** What it throws is the failure. */
  response(response: RawResponse): RawResponse | Promise<RawResponse>;
  failure(cause: Error): LateBenchError;
}

/** What one exchange is given. */
export interface ExchangeOptions {
  readonly endings: Endings;
  /** Called once, when it has ended, well or not. */
  readonly over: () => void;
  /** Told when the request goes on the wire. */
  readonly reached?: (() => void) | undefined;
  /** Takes the body, where it is for it, and ends it where it has had enough. */
  readonly sink?: BodySink | undefined;
  /** Room for the long bodies of all exchanges: one that does not fit waits on its connection. */
  readonly room?: BodyRoom | undefined;
}

/** From here on gathering chunks and joining them costs more than room that is made beforehand. */
const longBytes = 1 << 15;
/** Of a body whose length the server does not say: from here on it takes room, for as much as it may come to. */
const [longUnsaidBytes, assumedBytes] = [1 << 18, 8 << 20];

/** How long a stream may stay open after the reply is over: counts follow its end, and some servers never close. */
const lingerMs = 3000;

export class ResponseHandler implements Dispatcher.DispatchHandler, Exchange {
  readonly done: Promise<RawResponse>;
  place = 0;
  onWire = false;
  #resolve!: (response: RawResponse | Promise<RawResponse>) => void;
  #reject!: (cause: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #status = 0;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  /** The length of a long body, where the server says it: its chunks are copied to their place as they come. */
  #length = 0;
  #whole: Buffer | undefined;
  readonly #where: string;
  readonly #maxBytes: number;
  readonly #reached: () => void;
  readonly #sink: BodySink | undefined;
  readonly #room: BodyRoom | undefined;
  readonly #endings: Endings;
  readonly #over: () => void;
  #isOver = false;
  /** The sink takes the body. */
  #streams = false;
  #lingering: NodeJS.Timeout | undefined;
  #bytes = 0;

  /** Bytes of `room` that this body takes; those it waits for count. */
  #taken = 0;
  #entered = false;
  #ended = false;

  /** A body of more than `maxBytes` is given up while it comes. */
  constructor(where: string, maxBytes: number, { endings, over, reached, sink, room }: ExchangeOptions) {
    this.#sink = sink;
    this.#where = where;
    this.#maxBytes = maxBytes;
    this.#reached = reached ?? (() => {});
    this.#room = room;
    this.#endings = endings;
    this.#over = over;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#controller?.abort(reason);
    this.#fail(reason);
  }

  #fail(reason: Error): void {
    this.#ended = true;
    this.#leaveRoom();
    if (this.#endNow()) this.#reject(this.#endings.failure(reason));
  }

  #finish(response: RawResponse): void {
    if (!this.#endNow()) return;
    try {
      const made = this.#endings.response(response);
      this.#resolve(made);
      // Nobody will free a response that nobody gets.
      if (made instanceof Promise) made.catch(() => this.#free());
    } catch (error) {
      this.#free();
      this.#reject(error);
    }
  }

  /** False where it has ended before. */
  #endNow(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#lingering);
    this.#over();
    return true;
  }

  #leaveRoom(): void {
    if (this.#entered) this.#room!.leave(this.#taken);
    this.#entered = false;
  }

  #free(): void {
    if (this.#entered && this.#whole !== undefined) this.#room!.reuse(this.#whole);
    this.#whole = undefined;
    this.#leaveRoom();
  }

  #retain(): void {
    this.#whole = undefined;
  }

  /** Holds the body back until there is room for it. */
  #enterRoom(controller: Dispatcher.DispatchController, bytes: number): void {
    if (this.#room === undefined || this.#taken > 0) return;
    this.#taken = bytes;
    if (this.#room.tryEnter(bytes)) {
      this.#entered = true;
      return;
    }
    controller.pause();
    void this.#room.enter(bytes).then(() => {
      this.#entered = true;
      if (this.#ended) this.#leaveRoom();
      else controller.resume();
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp !== undefined) controller.abort(this.#givenUp);
    else {
      this.onWire = true;
      this.#reached();
    }
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // 100 and 103 come before the reply.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#streams = this.#sink?.accepts(status, headers) ?? false;
    const length = Number(headerOf(headers, 'content-length'));
    if (length > this.#maxBytes) this.#tooLarge();
    else if (length >= longBytes && !this.#streams) {
      this.#length = length;
      this.#enterRoom(controller, length);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (!this.#streams && this.#bytes >= longUnsaidBytes) this.#enterRoom(controller, assumedBytes);
    if (this.#bytes > this.#maxBytes) this.#tooLarge();
    else if (this.#length > 0) {
      this.#whole ??= this.#room?.buffer(this.#length) ?? Buffer.allocUnsafeSlow(this.#length);
      this.#whole.set(chunk, this.#bytes - chunk.length);
    } else if (!this.#streams) this.#chunks.push(isReused(chunk) ? Buffer.from(chunk) : chunk);
    else if (!this.#sink!.write(chunk)) this.#hangUp();
    else if (this.#sink!.over) this.#lingering ??= setTimeout(() => this.#hangUp(), lingerMs);
  }

  /** The reply is what has come; the server sees its connection closed and writes no further. */
  #hangUp(): void {
    this.#streams = false;
    this.#finishStream(false);
    this.#controller?.abort(new Error('enough of the reply has come'));
  }

  #finishStream(ended: boolean): void {
    const sink = this.#sink!;
    const body = sink.body(ended);
    this.#finish({ status: this.#status, headers: this.#headers, body, begun: sink.events > 1 });
  }

  #tooLarge(): void {
    this.#chunks.length = 0;
    this.#whole = undefined;
    this.#length = 0;
    this.giveUp(tooLarge(this.#where, this.#maxBytes));
  }

  onResponseEnd(): void {
    if (this.#streams) {
      this.#finishStream(true);
      return;
    }
    this.#ended = true;
    const status = this.#status;
    const headers = this.#headers;
    const body = this.#body();
    if (!this.#entered) this.#finish({ status, headers, body });
    else this.#finish({ status, headers, body, free: () => this.#free(), retain: () => this.#retain() });
  }

  #body(): Buffer {
    if (this.#whole !== undefined) return this.#whole.subarray(0, this.#bytes);
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }
}
