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
} from '../../storage/json-scan.ts';
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
  role: Buffer.from('"role"'),
} as const;

function holds(body: Buffer, at: number, name: Buffer): boolean {
  if (body[at + 1] !== name[1] || body[at + name.length - 1] !== quote) return false;
  for (let index = 2; index < name.length; index += 1) if (body[at + index] !== name[index]) return false;
  return true;
}

export interface ChunkTarget {
  readonly text: TextSpace;
  readonly logprobs: LogprobColumns;
}

/** Serves all streams of a thread: it keeps nothing from one event to the next. */
export class ChunkScanner {
  readonly #scanner: LogprobScanner;
  #body: Buffer = Buffer.alloc(0);
  #at = 0;
  #target!: ChunkTarget;
  /** A key of the choice or of its delta that may come once has come. */
  #seen = 0;

  constructor(scanner: LogprobScanner) {
    this.#scanner = scanner;
  }

  /** `event` must be well-formed UTF-8. False, with nothing added, where it is not of the usual shape. */
  scan(event: Buffer, target: ChunkTarget): boolean {
    this.#body = event;
    this.#at = 0;
    this.#target = target;
    this.#seen = 0;
    const { text, logprobs } = target;
    const [length, count] = [text.length, logprobs.count];
    const isUsual = this.#object(this.#topMember) && this.#end() && this.#seen !== 0;
    if (isUsual) return true;
    text.length = length;
    logprobs.keep(count);
    return false;
  }

  readonly #topMember = (key: number): boolean => {
    const body = this.#body;
    if (holds(body, key, names.choices)) return this.#choices();
    if (holds(body, key, names.error)) return false;
    // Some servers count as they go: the counts are wanted.
    if (holds(body, key, names.usage)) return this.#null();
    return this.#skip();
  };

  #choices(): boolean {
    if (this.#body[this.#at] !== openBracket) return false;
    this.#at += 1;
    this.#blanks();
    if (!this.#object(this.#choiceMember)) return false;
    this.#blanks();
    if (this.#body[this.#at] !== closeBracket) return false;
    this.#at += 1;
    return true;
  }

  readonly #choiceMember = (key: number): boolean => {
    const body = this.#body;
    if (holds(body, key, names.delta)) return this.#once(1) && this.#object(this.#deltaMember);
    if (holds(body, key, names.logprobs)) return this.#once(2) && (this.#null() || this.#logprobs());
    if (holds(body, key, names.finishReason)) return this.#null();
    if (holds(body, key, names.error) || holds(body, key, names.message)) return false;
    return this.#skip();
  };

  readonly #deltaMember = (key: number): boolean => {
    const body = this.#body;
    if (holds(body, key, names.content)) return this.#once(4) && (this.#null() || this.#text());
    if (holds(body, key, names.role)) return this.#skip();
    // Reasoning, a refusal, a tool call: where there is one, it is not the usual event.
    return this.#null();
  };

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
    const end = this.#scanner.append(this.#body, this.#at, this.#target.logprobs);
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
    for (;;) {
      this.#blanks();
      const key = this.#at;
      if (body[key] !== quote) return false;
      this.#at = valueEnd(body, key);
      this.#blanks();
      if (body[this.#at] !== colon) return false;
      this.#at += 1;
      this.#blanks();
      if (!member(key)) return false;
      this.#blanks();
      const byte = body[this.#at];
      this.#at += 1;
      if (byte === closeBrace) return true;
      if (byte !== comma) return false;
    }
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

  #end(): boolean {
    this.#blanks();
    return this.#at === this.#body.length;
  }

  #blanks(): void {
    for (;;) {
      const byte = this.#body[this.#at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.#at += 1;
    }
  }
}
