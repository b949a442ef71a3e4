// Reads the usual event of a streamed chat completion from its bytes: a piece of text, and the logprobs of its tokens.
// Nothing is made an object of. What is of another shape (the first event, the last ones, errors, reasoning) is left to
// JSON.parse.
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../../storage/json-marks.ts';
import { appendString, type TextSpace } from '../json-string.ts';
import { valueEnd } from '../json-value-end.ts';
import type { LogprobColumns } from '../logprob-columns.ts';
import type { LogprobScanner } from '../logprob-scan.ts';

const names = {
  choices: Buffer.from('"choices"'),
  delta: Buffer.from('"delta"'),
  content: Buffer.from('"content"'),
  logprobs: Buffer.from('"logprobs"'),
  error: Buffer.from('"error"'),
  usage: Buffer.from('"usage"'),
  message: Buffer.from('"message"'),
  finishReason: Buffer.from('"finish_reason"'),
  index: Buffer.from('"index"'),
  role: Buffer.from('"role"'),
  model: Buffer.from('"model"'),
  fingerprint: Buffer.from('"system_fingerprint"'),
} as const;

function holds(body: Buffer, at: number, name: Buffer): boolean {
  for (let index = 1; index < name.length; index += 1) if (body[at + index] !== name[index]) return false;
  return true;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** What a reply has so far. */
export interface ChunkTarget {
  readonly text: TextSpace;
  logprobs: LogprobColumns;
  /**
   * What stood before the text of its last usual event: it is the same from one event to the next, and what is the same
   * need not be read again. None where another event has had facts since: those in it count again then.
   */
  readonly opening: TextSpace;
  model: string | null;
  fingerprint: string | null;
}

/** Members of the choice and of its delta that may come once. */
const [delta, logprobs, content] = [1, 2, 4];

function opens(body: Buffer, from: number, { bytes, length }: TextSpace): boolean {
  if (length === 0) return false;
  for (let at = 0; at < length; at += 1) if (body[from + at] !== bytes[at]) return false;
  return true;
}

/** Serves all streams of a thread: it keeps nothing from one event to the next. */
export class ChunkScanner {
  readonly #scanner: LogprobScanner;
  #body: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  #at = 0;
  #target!: ChunkTarget;
  #seen = 0;

  constructor(scanner: LogprobScanner) {
    this.#scanner = scanner;
  }

  /** The event at `from` must be well-formed UTF-8. False, with nothing added, where it is not of the usual shape. */
  scan(body: Buffer, from: number, to: number, target: ChunkTarget): boolean {
    this.#body = body;
    this.#from = from;
    this.#to = to;
    this.#at = from;
    this.#target = target;
    this.#seen = 0;
    const { text, logprobs } = target;
    const [length, count] = [text.length, logprobs.count];
    const isRead = opens(body, from, target.opening) ? this.#rest() : this.#object(this.#topMember);
    if (isRead && this.#end() && this.#seen !== 0) return true;
    text.length = length;
    logprobs.keep(count);
    return false;
  }

  /** From the text of the event on. */
  #rest(): boolean {
    this.#at += this.#target.opening.length;
    this.#seen = delta | content;
    return (
      (this.#null() || this.#text()) &&
      this.#members(this.#deltaMember) &&
      this.#members(this.#choiceMember) &&
      this.#lastChoice() &&
      this.#members(this.#topMember)
    );
  }

  readonly #topMember = (key: number): boolean => {
    const body = this.#body;
    if (holds(body, key, names.choices)) return this.#choices();
    if (holds(body, key, names.error)) return false;
    // Some servers count as they go: the counts are wanted.
    if (holds(body, key, names.usage)) return this.#null();
    if (holds(body, key, names.model)) return this.#fact('model');
    if (holds(body, key, names.fingerprint)) return this.#fact('fingerprint');
    return this.#skip();
  };

  #fact(name: 'model' | 'fingerprint'): boolean {
    const from = this.#at;
    if (!this.#skip()) return false;
    if (this.#body[from] !== quote) return true;
    try {
      this.#target[name] = JSON.parse(this.#body.toString('utf8', from, this.#at)) as string;
    } catch {
      return false;
    }
    return true;
  }

  #choices(): boolean {
    if (this.#body[this.#at] !== openBracket) return false;
    this.#at += 1;
    this.#blanks();
    return this.#object(this.#choiceMember) && this.#lastChoice();
  }

  #lastChoice(): boolean {
    this.#blanks();
    if (this.#body[this.#at] !== closeBracket) return false;
    this.#at += 1;
    return true;
  }

  readonly #choiceMember = (key: number): boolean => {
    const body = this.#body;
    if (holds(body, key, names.delta)) return this.#once(delta) && this.#object(this.#deltaMember);
    if (holds(body, key, names.logprobs)) return this.#once(logprobs) && (this.#null() || this.#logprobs());
    if (holds(body, key, names.finishReason)) return this.#null();
    if (holds(body, key, names.index)) return this.#zero();
    if (holds(body, key, names.error) || holds(body, key, names.message)) return false;
    return this.#skip();
  };

  readonly #deltaMember = (key: number): boolean => {
    const body = this.#body;
    if (holds(body, key, names.content)) {
      if (!this.#once(content)) return false;
      if (this.#seen === (delta | content)) this.#remember();
      return this.#null() || this.#text();
    }
    if (holds(body, key, names.role)) return this.#skip();
    // Reasoning, a refusal, a tool call: where there is one, it is not the usual event.
    return this.#null();
  };

  /** What stands before the text, where the text comes before the logprobs. */
  #remember(): void {
    const { opening } = this.#target;
    const length = this.#at - this.#from;
    if (opening.bytes.length < length) opening.bytes = Buffer.allocUnsafeSlow(2 * length);
    this.#body.copy(opening.bytes, 0, this.#from, this.#at);
    opening.length = length;
  }

  #once(bit: number): boolean {
    const isFirst = (this.#seen & bit) === 0;
    this.#seen |= bit;
    return isFirst;
  }

  #text(): boolean {
    const { text } = this.#target;
    const end = appendString(this.#body, this.#at, text);
    if (end === -1) return false;
    this.#at = end;
    return true;
  }

  #logprobs(): boolean {
    const end = this.#scanner.append(this.#body, this.#at, this.#target.logprobs, this.#to);
    if (end === -1) return false;
    this.#at = end;
    return true;
  }

  /** The members of an object; `member` reads the value of the key at a place. */
  #object(member: (key: number) => boolean): boolean {
    const body = this.#body;
    this.#blanks();
    if (body[this.#at] !== openBrace) return false;
    this.#at += 1;
    this.#blanks();
    if (body[this.#at] === closeBrace) {
      this.#at += 1;
      return true;
    }
    return this.#member(member) && this.#members(member);
  }

  /** The members that follow one. */
  #members(member: (key: number) => boolean): boolean {
    for (;;) {
      this.#blanks();
      const byte = this.#body[this.#at];
      this.#at += 1;
      if (byte === closeBrace) return true;
      if (byte !== comma || !this.#member(member)) return false;
    }
  }

  #member(member: (key: number) => boolean): boolean {
    const body = this.#body;
    this.#blanks();
    const key = this.#at;
    if (body[key] !== quote) return false;
    this.#at = valueEnd(body, key);
    this.#blanks();
    if (body[this.#at] !== colon) return false;
    this.#at += 1;
    this.#blanks();
    return member(key);
  }

  /** A value that is not ours, found by its brackets alone. */
  #skip(): boolean {
    const end = valueEnd(this.#body, this.#at);
    if (end === this.#at) return false;
    this.#at = end;
    return true;
  }

  #null(): boolean {
    const [body, at] = [this.#body, this.#at];
    if (body[at] !== 0x6e || body[at + 1] !== 0x75 || body[at + 2] !== 0x6c || body[at + 3] !== 0x6c)
      return false;
    this.#at += 4;
    return true;
  }

  /** Another number is that of a further choice. */
  #zero(): boolean {
    const from = this.#at;
    return this.#skip() && this.#at === from + 1 && this.#body[from] === 0x30;
  }

  #end(): boolean {
    while (this.#at < this.#to && isBlank(this.#body[this.#at]!)) this.#at += 1;
    return this.#at === this.#to;
  }

  #blanks(): void {
    while (isBlank(this.#body[this.#at]!)) this.#at += 1;
  }
}
