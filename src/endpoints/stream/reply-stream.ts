// A reply while it is written: takes chunks of an event stream, keeps text and logprobs in columns, and shows its watch
// each token as it comes. It ends with the stream, or with the token that is enough.
import { isUtf8 } from 'node:buffer';
import { type Headers, headerOf } from '../../http/retry-after.ts';
import type { TextSpace } from '../json-string.ts';
import { LogprobColumns } from '../logprob-columns.ts';
import { LogprobScanner } from '../logprob-scan.ts';
import { logprobsByShape } from '../reply-logprobs.ts';
import { isObject, type JsonObject, parseJson, textOrNull } from '../wire-shape.ts';
import { ChunkScanner } from './chunk-scan.ts';
import { EventSplitter } from './event-splitter.ts';
import { type StreamEnd, storedStream } from './stored-stream.ts';
import type { StreamWatch } from './watch.ts';

const chunks = new ChunkScanner(new LogprobScanner());
/** Columns of replies that have ended, for the next: 64 streams would else leave 20 MB of garbage a thousand tokens. */
const spare: LogprobColumns[] = [];
const maxSpare = 64;
/** Tokens; columns of a longer reply are left to the garbage collector. */
const maxSpareRoom = 8192;
const doneMark = Buffer.from('[DONE]');

/** Takes the body of a response as it comes, in place of whoever gathers it. */
export interface BodySink {
  /** Whether the body is for it; the response is gathered whole otherwise. */
  accepts(status: number, headers: Headers): boolean;
  /** False: enough, the connection can be closed. */
  write(chunk: Buffer): boolean;
  /** Events of it that were read: it moves while they become more. */
  readonly events: number;
  /** What is kept of the body. `ended`: the server has ended it. */
  body(ended: boolean): Buffer;
}

export class ReplyStream implements BodySink {
  readonly #watch: StreamWatch;
  readonly #k: number;
  readonly #events = new EventSplitter((payload) => this.#event(payload));
  #columns = spare.pop() ?? new LogprobColumns();
  readonly #text: TextSpace = { bytes: Buffer.alloc(0), length: 0 };
  #reasoning: string | null = null;
  #refusal: string | null = null;
  #model: string | null = null;
  #fingerprint: string | null = null;
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

  /** `k` alternatives of each token are kept. */
  constructor(watch: StreamWatch, k: number) {
    this.#watch = watch;
    this.#k = k;
  }

  accepts(status: number, headers: Headers): boolean {
    const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
    const isStream = /event-stream/i.test(headerOf(headers, 'content-type') ?? '');
    if (status !== 200 || encoding !== 'identity' || !isStream) return false;
    this.#columns.begin(this.#k, this.#watch.keepsTexts);
    this.#watch.begin();
    return true;
  }

  /** All of the chunk is read, though a token in it was enough: it has arrived, and the end may have come with it. */
  write(chunk: Buffer): boolean {
    return this.#events.write(chunk) && !this.#enough;
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
    this.#parts.tokens = this.#columns.count;
    this.#parts.text = this.#text.length;
    return storedStream({
      ended: 'open',
      part: count,
      reason: null,
      ...this.#facts(),
      text: this.#text.bytes.toString('utf8', text, this.#text.length),
      logprobs: this.#columns.view(tokens),
    });
  }

  get events(): number {
    return this.#read;
  }

  #facts() {
    return {
      model: this.#model,
      fingerprint: this.#fingerprint,
      finishReason: this.#finishReason,
      usage: this.#usage,
      reasoning: this.#reasoning,
      refusal: this.#refusal,
    };
  }

  /** Nothing is written to it any more: its columns serve the next. */
  #kept(ended: StreamEnd, why: string): Buffer {
    const columns = this.#columns;
    const body = storedStream({
      ended,
      reason: ended === 'broken' ? why : null,
      ...this.#facts(),
      text: this.#text.bytes.toString('utf8', 0, this.#text.length),
      logprobs: columns.view(),
    });
    this.#ended = true;
    this.#columns = new LogprobColumns();
    if (columns.room <= maxSpareRoom && spare.length < maxSpare) spare.push(columns);
    return body;
  }

  #endOf(): StreamEnd {
    if (this.#finishReason !== null || (this.#done && this.#seen > 0)) return 'whole';
    return this.#enough ? 'hung_up' : 'broken';
  }

  /** False where the stream ends with this event. */
  #event(payload: Buffer): boolean {
    const before = this.#columns.count;
    this.#read += 1;
    if (!this.#usual(payload) && !this.#other(payload)) return false;
    for (let at = before; at < this.#columns.count; at += 1) {
      const { chosen, top, k } = this.#columns;
      if (!this.#enough && this.#watch.token(chosen[at]!, top, at * k, k)) this.#enough = true;
    }
    return true;
  }

  #usual(payload: Buffer): boolean {
    // The first event says what all have in common.
    if (this.#seen === 0 || !isUtf8(payload)) return false;
    this.#reserve(payload.length);
    return chunks.scan(payload, { text: this.#text, logprobs: this.#columns });
  }

  #reserve(more: number): void {
    const { bytes, length } = this.#text;
    if (bytes.length - length >= more) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(4096, 2 * bytes.length, length + more));
    bytes.copy(grown, 0, 0, length);
    this.#text.bytes = grown;
  }

  /** Any event, by JSON.parse; false where the stream ends with it. */
  #other(payload: Buffer): boolean {
    const text = payload.toString('utf8').trim();
    if (text === '') return true;
    if (doneMark.equals(Buffer.from(text))) {
      this.#done = true;
      return true;
    }
    const event = parseJson(text);
    if (!isObject(event)) return this.#fail(text);
    if (event.error != null || event.object === 'error') return this.#fail(text);
    this.#seen += 1;
    this.#model = textOrNull(event.model) ?? this.#model;
    this.#fingerprint = textOrNull(event.system_fingerprint) ?? this.#fingerprint;
    if (isObject(event.usage)) this.#usage = event.usage;
    const choice: unknown = Array.isArray(event.choices) ? event.choices[0] : undefined;
    if (!isObject(choice)) return true;
    if (choice.error != null) return this.#fail(JSON.stringify({ error: choice.error }));
    this.#delta(isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {});
    const logprobs = logprobsByShape(choice.logprobs, this.#k);
    if (logprobs !== null) this.#columns.add(logprobs);
    this.#finishReason = textOrNull(choice.finish_reason) ?? this.#finishReason;
    return true;
  }

  #delta({ content, reasoning_content, reasoning, refusal }: JsonObject): void {
    if (typeof content === 'string' && content !== '') {
      const piece = Buffer.from(content);
      this.#reserve(piece.length);
      piece.copy(this.#text.bytes, this.#text.length);
      this.#text.length += piece.length;
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
