// Decodes a JSON string from bytes to UTF-8 bytes, without making a string object of it.

export interface TextSpace {
  /** Large enough for what is appended: UTF-8 is never longer than its JSON. */
  bytes: Buffer;
  length: number;
}

const quote = 0x22;
const backslash = 0x5c;

/** The bytes that single letters after a backslash mean; 0 for those that JSON does not allow. */
const escapes = new Uint8Array(256);
for (const [letter, sign] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  escapes[letter!.charCodeAt(0)] = sign!.charCodeAt(0);
}

/** Four hex digits, or -1. */
function hexUnit(body: Buffer, at: number): number {
  let unit = 0;
  for (let index = at; index < at + 4; index += 1) {
    const byte = body[index] ?? 0;
    const digit =
      byte >= 0x30 && byte <= 0x39
        ? byte - 0x30
        : byte >= 0x41 && byte <= 0x46
          ? byte - 0x37
          : byte >= 0x61 && byte <= 0x66
            ? byte - 0x57
            : -1;
    if (digit === -1) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

/** Appends the string that begins at `at` (a quotation mark) and returns where it ended; -1 where there is none. */
export function appendString(body: Buffer, at: number, space: TextSpace): number {
  if (body[at] !== quote) return -1;
  const { bytes } = space;
  let to = space.length;
  for (let from = at + 1; from < body.length; ) {
    const byte = body[from]!;
    from += 1;
    if (byte === quote) {
      space.length = to;
      return from;
    }
    if (byte < 0x20) return -1;
    if (byte !== backslash) {
      bytes[to] = byte;
      to += 1;
      continue;
    }
    const letter = body[from] ?? 0;
    from += 1;
    if (letter !== 0x75) {
      const sign = escapes[letter]!;
      if (sign === 0) return -1;
      bytes[to] = sign;
      to += 1;
      continue;
    }
    let unit = hexUnit(body, from);
    if (unit === -1) return -1;
    from += 4;
    if (unit >= 0xd800 && unit <= 0xdbff && body[from] === backslash && body[from + 1] === 0x75) {
      const low = hexUnit(body, from + 2);
      if (low >= 0xdc00 && low <= 0xdfff) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        from += 6;
      }
    }
    to = appendCodePoint(bytes, to, unit);
  }
  return -1;
}

/** Half a pair has no UTF-8: it becomes U+FFFD, as wherever else a string is encoded. */
function appendCodePoint(bytes: Buffer, at: number, code: number): number {
  const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
  if (point < 0x80) {
    bytes[at] = point;
    return at + 1;
  }
  if (point < 0x800) {
    bytes[at] = 0xc0 | (point >> 6);
    bytes[at + 1] = 0x80 | (point & 0x3f);
    return at + 2;
  }
  if (point < 0x10000) {
    bytes[at] = 0xe0 | (point >> 12);
    bytes[at + 1] = 0x80 | ((point >> 6) & 0x3f);
    bytes[at + 2] = 0x80 | (point & 0x3f);
    return at + 3;
  }
  bytes[at] = 0xf0 | (point >> 18);
  bytes[at + 1] = 0x80 | ((point >> 12) & 0x3f);
  bytes[at + 2] = 0x80 | ((point >> 6) & 0x3f);
  bytes[at + 3] = 0x80 | (point & 0x3f);
  return at + 4;
}
