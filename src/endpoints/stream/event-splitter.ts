// Splits server-sent events in chunks of bytes, wherever the chunks were cut. The payload of an event is passed on as a
// place in bytes that are valid during the call alone: an event that is whole within a chunk is neither copied nor viewed.

const newline = 0x0a;
const carriageReturn = 0x0d;
const dataField = Buffer.from('data:');

function isData(bytes: Buffer, at: number, end: number): boolean {
  if (end - at < dataField.length) return false;
  for (let index = 0; index < dataField.length; index += 1)
    if (bytes[at + index] !== dataField[index]) return false;
  return true;
}

/** One blank after the colon is no part of it. */
function payloadStart(body: Buffer, at: number, end: number): number {
  const first = at + dataField.length;
  return first < end && body[first] === 0x20 ? first + 1 : first;
}

/** Gets bytes, and where what follows `data:` begins and ends in them; false ends the splitting. */
type OnEvent = (body: Buffer, from: number, to: number) => boolean;

export class EventSplitter {
  readonly #onEvent: OnEvent;
  /** Bytes of an event that has not ended, in a buffer that grows. */
  #kept = Buffer.alloc(0);
  #length = 0;
  /** Where its last line begins, and how much was searched: an event that comes byte by byte is not searched anew. */
  #line = 0;
  #searched = 0;

  /** Comments and other fields are left out. */
  constructor(onEvent: OnEvent) {
    this.#onEvent = onEvent;
  }

  /** False once `onEvent` has said so. */
  write(chunk: Buffer): boolean {
    const body = this.#length === 0 ? chunk : this.#append(chunk);
    let start = 0;
    let line = this.#line;
    let search = this.#searched;
    /** Where the last line of this chunk began and ended: an event is most often one line. */
    let [lineStart, lineEnd] = [-1, -1];
    for (;;) {
      const end = body.indexOf(newline, search);
      if (end === -1) break;
      search = end + 1;
      const last = end > line && body[end - 1] === carriageReturn ? end - 1 : end;
      if (last === line) {
        const more =
          lineStart === start ? this.#single(body, start, lineEnd) : this.#event(body, start, line);
        if (!more) return false;
        start = search;
      } else {
        lineStart = line;
        lineEnd = last;
      }
      line = search;
    }
    this.#keep(body, start);
    this.#line = line - start;
    this.#searched = body.length - start;
    return true;
  }

  /** The stream has ended: what is left is an event too, though no empty line follows it. */
  end(): void {
    if (this.#length > 0) this.#event(this.#kept, 0, this.#length);
    this.#length = 0;
    this.#line = 0;
    this.#searched = 0;
  }

  #single(body: Buffer, from: number, to: number): boolean {
    return !isData(body, from, to) || this.#onEvent(body, payloadStart(body, from, to), to);
  }

  /** Of any number of lines. */
  #event(body: Buffer, from: number, to: number): boolean {
    let payload: Buffer | null = null;
    for (let at = from; at < to; ) {
      const found = body.indexOf(newline, at);
      const end = found === -1 || found >= to ? to : found;
      const last = end > at && body[end - 1] === carriageReturn ? end - 1 : end;
      if (isData(body, at, last)) {
        const piece = body.subarray(payloadStart(body, at, last), last);
        payload = payload === null ? piece : Buffer.concat([payload, Buffer.from('\n'), piece]);
      }
      at = end + 1;
    }
    return payload === null || this.#onEvent(payload, 0, payload.length);
  }

  #append(chunk: Buffer): Buffer {
    const length = this.#length + chunk.length;
    if (length > this.#kept.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(4096, 2 * length));
      this.#kept.copy(grown, 0, 0, this.#length);
      this.#kept = grown;
    }
    chunk.copy(this.#kept, this.#length);
    this.#length = length;
    return this.#kept.subarray(0, length);
  }

  /** Keeps what follows the last event that has ended. */
  #keep(body: Buffer, start: number): void {
    const left = body.length - start;
    if (left > this.#kept.length) this.#kept = Buffer.allocUnsafeSlow(Math.max(4096, 2 * left));
    // It may be where it is kept already.
    body.copy(this.#kept, 0, start);
    this.#length = left;
  }
}
