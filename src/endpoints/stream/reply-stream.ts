// A reply while it is written: takes chunks of an event stream, keeps text and logprobs in columns, and shows its watch
// each token as it comes. It ends with the stream, or with the token that is enough.
import { isUtf8 } from 'node:buffer';
import { type Headers, headerOf } from '../../http/retry-after.ts';
import { FirstChoice } from '../first-choice.ts';
import { LogprobColumns } from '../logprob-columns.ts';
import { LogprobScanner } from '../logprob-scan.ts';
import { logprobsByShape } from '../reply-logprobs.ts';
import { errorIn } from '../wire-error.ts';
import { contentText, isObject, type JsonObject, textOrNull } from '../wire-shape.ts';
import { readEvent } from '../wire-sse.ts';
import { ChunkScanner, type ChunkTarget } from './chunk-scan.ts';
import { EventSplitter } from './event-splitter.ts';
import { type StreamEnd, storedStream } from './stored-stream.ts';
import type { StreamWatch } from './watch.ts';

const chunks = new ChunkScanner(new LogprobScanner());
/** Columns of replies that have ended, for the next: 64 streams would else leave 20 MB of garbage a thousand tokens. */
const spare: LogprobColumns[] = [];
const maxSpare = 64;
/** Tokens; columns of a longer reply are left to the garbage collector. */
const maxSpareRoom = 8192;
const noBytes = Buffer.alloc(0);
const doneMark = '[DONE]';

/** Takes the body of a response as it comes, in place of whoever gathers it. */
export interface BodySink {
  /** Whether the body is for it; the response is gathered whole otherwise. */
  accepts(status: number, headers: Headers): boolean;
  /** False: enough, the connection can be closed. */
  write(chunk: Buffer): boolean;
  /** Events of it that were read: it moves while they become more. */
  readonly events: number;
  /** The server has said that the reply is over: its connection need not be waited for. */
  readonly over: boolean;
  /** What is kept of the body. `ended`: the server has ended it. */
  body(ended: boolean): Buffer;
}

export class ReplyStream implements BodySink {
  readonly #watch: StreamWatch;
  readonly #k: number;
  readonly #limit: number;
  readonly #events = new EventSplitter((body, from, to, isError) => this.#event(body, from, to, isError));
  readonly #target: ChunkTarget = {
    text: { bytes: noBytes, length: 0 },
    logprobs: spare.pop() ?? new LogprobColumns(),
    opening: { bytes: noBytes, length: 0 },
    model: null,
    fingerprint: null,
  };
  /** The bytes whose encoding was looked at last, and what was found. */
  #looked: Buffer | null = null;
  #isWellFormed = false;
  readonly #choice = new FirstChoice();
  #reasoning: string | null = null;
  #refusal: string | null = null;
  #finishReason: string | null = null;
  #usage: JsonObject | null = null;
  #done = false;
  #enough = false;
  /** What parts have: how many there are, and how much of tokens and text is in them. */
  readonly #parts = { count: 0, events: 0, tokens: 0, text: 0 };
  /** An event that stands for a reply that failed, or is no JSON. */
  #failed: { readonly bytes: Buffer } | null = null;
  #seen = 0;
  #read = 0;
  #ended = false;

  /** `k` alternatives of each token are kept. After more than `limit` tokens it has had enough. */
  constructor(watch: StreamWatch, k: number, limit = Number.POSITIVE_INFINITY) {
    this.#watch = watch;
    this.#k = k;
    this.#limit = limit;
  }

  accepts(status: number, headers: Headers): boolean {
    const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
    const isStream = /event-stream/i.test(headerOf(headers, 'content-type') ?? '');
    if (status !== 200 || encoding !== 'identity' || !isStream) return false;
    this.#target.logprobs.begin(this.#k, this.#watch.keepsTexts);
    this.#watch.begin();
    return true;
  }

  /** All of the chunk is read, though a token in it was enough: it has arrived, and the end may have come with it. */
  write(chunk: Buffer): boolean {
    const more = this.#events.write(chunk);
    this.#looked = null;
    return more && !this.#enough;
  }

  body(ended: boolean): Buffer {
    if (ended) this.#events.end();
    return this.#failed?.bytes ?? this.#kept(this.#endOf(), 'the server ended it early');
  }

  /**
   * What came before the connection broke, for the given reason; null where no event did. Whole where only what follows
   * the last token is missing.
   */
  interrupted(reason: string): { readonly body: Buffer; readonly whole: boolean } | null {
    if (this.#seen === 0 || this.#failed !== null) return null;
    const end = this.#endOf();
    return { body: this.#kept(end, reason), whole: end === 'whole' };
  }

  /**
   * What has come since the last part, to be kept in case that the process ends before the stream does. Null where no
   * event has, and once it has ended.
   */
  part(): Buffer | null {
    const { count, events, tokens, text } = this.#parts;
    if (this.#ended || this.#failed !== null || this.#read === events) return null;
    this.#parts.count += 1;
    this.#parts.events = this.#read;
    const { logprobs, text: pieces } = this.#target;
    this.#parts.tokens = logprobs.count;
    this.#parts.text = pieces.length;
    return storedStream({
      ended: 'open',
      part: count,
      reason: null,
      ...this.#facts(),
      text: pieces.bytes.toString('utf8', text, pieces.length),
      logprobs: logprobs.view(tokens),
    });
  }

  get events(): number {
    return this.#read;
  }

  get over(): boolean {
    return this.#finishReason !== null || this.#done;
  }

  #facts() {
    return {
      model: this.#target.model,
      fingerprint: this.#target.fingerprint,
      finishReason: this.#finishReason,
      usage: this.#usage,
      reasoning: this.#reasoning,
      refusal: this.#refusal,
    };
  }

  /** Nothing is written to it any more: its columns serve the next. */
  #kept(ended: StreamEnd, why: string): Buffer {
    const { logprobs: columns, text } = this.#target;
    const body = storedStream({
      ended,
      reason: ended === 'broken' ? why : null,
      ...this.#facts(),
      text: text.bytes.toString('utf8', 0, text.length),
      logprobs: columns.view(),
    });
    this.#ended = true;
    this.#target.logprobs = new LogprobColumns();
    if (columns.room <= maxSpareRoom && spare.length < maxSpare) spare.push(columns);
    return body;
  }

  #endOf(): StreamEnd {
    if (this.#finishReason !== null || (this.#done && this.#seen > 0)) return 'whole';
    return this.#enough ? 'hung_up' : 'broken';
  }

  /** False where the stream ends with this event. */
  #event(body: Buffer, from: number, to: number, isError: boolean): boolean {
    const { logprobs } = this.#target;
    const before = logprobs.count;
    this.#read += 1;
    if (!isError && this.#usual(body, from, to)) this.#seen += 1;
    else if (!this.#other(body.toString('utf8', from, to).trim(), isError)) return false;
    const { count, chosen, top, k } = logprobs;
    for (let at = before; at < count; at += 1)
      if (!this.#enough && this.#watch.token(chosen[at]!, top, at * k, k)) this.#enough = true;
    if (count > this.#limit) this.#enough = true;
    return true;
  }

  #usual(body: Buffer, from: number, to: number): boolean {
    if (!this.#isUtf8(body, from, to)) return false;
    this.#reserve(to - from);
    if (!this.#choice.isUsual || !chunks.scan(body, from, to, this.#target)) return false;
    this.#choice.sawUsual();
    return true;
  }

  /** Events share their bytes with others of the chunk: all of them are well-formed where the whole is. */
  #isUtf8(body: Buffer, from: number, to: number): boolean {
    if (this.#looked !== body) {
      this.#looked = body;
      this.#isWellFormed = isUtf8(body);
    }
    return this.#isWellFormed || isUtf8(body.subarray(from, to));
  }

  #reserve(more: number): void {
    const { text } = this.#target;
    const { bytes, length } = text;
    if (bytes.length - length >= more) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(4096, 2 * bytes.length, length + more));
    bytes.copy(grown, 0, 0, length);
    text.bytes = grown;
  }

  /** Any event, by JSON.parse; false where the stream ends with it. */
  #other(text: string, isError: boolean): boolean {
    if (text === '') return true;
    if (text === doneMark) {
      this.#done = true;
      return true;
    }
    const event = readEvent(text, isError);
    if (!isObject(event)) return this.#fail(text);
    if (errorIn(event) !== null) return this.#fail(JSON.stringify(event));
    this.#seen += 1;
    this.#target.opening.length = 0;
    this.#target.model = textOrNull(event.model) ?? this.#target.model;
    this.#target.fingerprint = textOrNull(event.system_fingerprint) ?? this.#target.fingerprint;
    if (isObject(event.usage)) this.#usage = event.usage;
    const choice = this.#choice.in(event);
    if (choice === null) return true;
    if (errorIn({ error: choice.error }) !== null) return this.#fail(JSON.stringify({ error: choice.error }));
    this.#delta(isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {});
    const logprobs = logprobsByShape(choice.logprobs, this.#k);
    if (logprobs !== null) this.#target.logprobs.add(logprobs);
    this.#finishReason = textOrNull(choice.finish_reason) ?? this.#finishReason;
    return true;
  }

  #delta({ content, reasoning_content, reasoning, refusal }: JsonObject): void {
    const said = contentText(content);
    if (said !== null) {
      const piece = Buffer.from(said);
      this.#reserve(piece.length);
      const { text } = this.#target;
      piece.copy(text.bytes, text.length);
      text.length += piece.length;
    }
    const thought = textOrNull(reasoning_content) ?? textOrNull(reasoning);
    if (thought !== null) this.#reasoning = (this.#reasoning ?? '') + thought;
    const declined = textOrNull(refusal);
    if (declined !== null) this.#refusal = (this.#refusal ?? '') + declined;
  }

  /** What fails after the token that was enough takes nothing away. */
  #fail(text: string): false {
    if (!this.#enough) this.#failed = { bytes: Buffer.from(text) };
    return false;
  }
}
