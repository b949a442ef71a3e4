// Where a JSON value ends, by its brackets and quotation marks alone: whether it is JSON is left to JSON.parse.

const quote = 0x22;
const backslash = 0x5c;

function stringEnd(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return Math.min(at + 1, body.length);
}

function isDelimiter(byte: number): boolean {
  return byte === 0x2c || byte === 0x5d || byte === 0x7d || byte <= 0x20;
}

/** The place after the value that begins at `start`; the end of the bytes where it does not end. */
export function valueEnd(body: Buffer, start: number): number {
  if (body[start] === quote) return stringEnd(body, start);
  if (body[start] !== 0x7b && body[start] !== 0x5b) {
    let at = start;
    while (at < body.length && !isDelimiter(body[at]!)) at += 1;
    return at;
  }
  let depth = 0;
  for (let at = start; at < body.length; ) {
    const byte = body[at]!;
    if (byte === quote) {
      at = stringEnd(body, at);
      continue;
    }
    at += 1;
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return body.length;
}
