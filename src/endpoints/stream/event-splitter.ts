// Splits server-sent events in chunks of bytes, wherever the chunks were cut and however lines end (LF, CRLF, CR). The
// payload of an event is passed on as a place in bytes that are valid during the call alone: an event that is whole within
// a chunk is neither copied nor viewed, where its lines end with LF.

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from('\ufeff');
const dataField = Buffer.from('data:');
const nameField = Buffer.from('event:');

function begins(bytes: Buffer, at: number, end: number, field: Buffer): boolean {
  if (end - at < field.length) return false;
  for (let index = 0; index < field.length; index += 1) if (bytes[at + index] !== field[index]) return false;
  return true;
}

/** One blank after the colon is no part of it. */
function valueStart(body: Buffer, at: number, end: number, field: Buffer): number {
  const first = at + field.length;
  return first < end && body[first] === 0x20 ? first + 1 : first;
}

/**
 * Gets bytes, and where what follows `data:` begins and ends in them; false ends the splitting. `isError`: the server
 * calls the event an error, whatever its data look like.
 */
type OnEvent = (body: Buffer, from: number, to: number, isError: boolean) => boolean;

export class EventSplitter {
  readonly #onEvent: OnEvent;
  /** Bytes of an event that has not ended, in a buffer that grows. */
  #kept = Buffer.alloc(0);
  #length = 0;
  /** Where its last line begins, and how much was searched: an event that comes byte by byte is not searched anew. */
  #line = 0;
  #searched = 0;
  /** A byte of the stream has come, after the mark of its encoding. */
  #begun = false;
  /** The last line of the last chunk ended with CR: an LF that follows is part of its end. */
  #returned = false;

  /** Comments and other fields are left out. */
  constructor(onEvent: OnEvent) {
    this.#onEvent = onEvent;
  }

  /** False once `onEvent` has said so. */
  write(chunk: Buffer): boolean {
    const lines = this.#withNewlines(chunk);
    const body = this.#length === 0 ? lines : this.#append(lines);
    let start = this.#begun ? 0 : this.#begin(body);
    if (start === -1) return true;
    let line = Math.max(start, this.#line);
    let search = Math.max(start, this.#searched);
    /** Where the last line of this chunk began and ended: an event is most often one line. */
    let [lineStart, lineEnd] = [-1, -1];
    for (;;) {
      const end = body.indexOf(newline, search);
      if (end === -1) break;
      search = end + 1;
      if (end === line) {
        const more =
          lineStart === start ? this.#single(body, start, lineEnd) : this.#event(body, start, line);
        if (!more) return false;
        start = search;
      } else {
        lineStart = line;
        lineEnd = end;
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
    if (!begins(body, from, to, dataField)) return true;
    return this.#onEvent(body, valueStart(body, from, to, dataField), to, false);
  }

  /** Of any number of lines. */
  #event(body: Buffer, from: number, to: number): boolean {
    let payload: Buffer | null = null;
    let isError = false;
    for (let at = from; at < to; ) {
      const found = body.indexOf(newline, at);
      const end = found === -1 || found >= to ? to : found;
      if (begins(body, at, end, dataField)) {
        const piece = body.subarray(valueStart(body, at, end, dataField), end);
        payload = payload === null ? piece : Buffer.concat([payload, Buffer.from('\n'), piece]);
      } else if (begins(body, at, end, nameField)) {
        isError = body.toString('utf8', valueStart(body, at, end, nameField), end).trim() === 'error';
      }
      at = end + 1;
    }
    return payload === null || this.#onEvent(payload, 0, payload.length, isError);
  }

  /** Where the stream begins, behind the mark of its encoding; -1 while that may still come, and what has come is kept. */
  #begin(body: Buffer): number {
    const { length } = byteOrderMark;
    const isMark = body.length > 0 && byteOrderMark.subarray(0, body.length).equals(body.subarray(0, length));
    if (body.length === 0 || (isMark && body.length < length)) {
      this.#keep(body, 0);
      return -1;
    }
    this.#begun = true;
    return isMark ? length : 0;
  }

  /** The chunk with each end of a line as LF; the chunk itself where no other is in it. */
  #withNewlines(chunk: Buffer): Buffer {
    if (!this.#returned && chunk.indexOf(carriageReturn) === -1) return chunk;
    const made = Buffer.allocUnsafe(chunk.length);
    let length = 0;
    for (const byte of chunk) {
      const isRest = this.#returned && byte === newline;
      this.#returned = byte === carriageReturn;
      if (isRest) continue;
      made[length] = this.#returned ? newline : byte;
      length += 1;
    }
    return made.subarray(0, length);
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
