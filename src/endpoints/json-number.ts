// Reads a JSON number from bytes and rounds it to float32, as Math.fround(JSON.parse(text)) would, without making a
// string: sixteen digits decide, unless the value lies too near the middle between two float32 numbers.

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;

const tens = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** Below 2^53 / 10: one more digit keeps the sum exact. */
const room = 900_719_925_474_099;
/** More than dropped digits and two roundings can come to, relative. */
const doubt = 4e-15;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

/** Where the number ended that `float` gave the value of. */
export interface NumberReader {
  end: number;
  /** The number that begins at `at`; NaN where none does, or none that JSON allows. */
  float(bytes: Buffer, at: number): number;
}

export function createNumberReader(): NumberReader {
  const reader: NumberReader = {
    end: 0,
    float(bytes, from) {
      let at = from;
      const negative = bytes[at] === minus;
      if (negative) at += 1;
      const first = at;
      let digits = 0;
      let scale = 0;
      let cut = false;
      let byte = bytes[at]!;
      while (byte >= zero && byte <= nine) {
        if (digits < room) digits = digits * 10 + (byte - zero);
        else {
          cut = true;
          scale += 1;
        }
        at += 1;
        byte = bytes[at]!;
      }
      if (at === first || (bytes[first] === zero && at > first + 1)) return Number.NaN;
      if (byte === point) {
        at += 1;
        const start = at;
        byte = bytes[at]!;
        while (byte >= zero && byte <= nine) {
          if (digits < room) {
            digits = digits * 10 + (byte - zero);
            scale -= 1;
          } else cut = true;
          at += 1;
          byte = bytes[at]!;
        }
        if (at === start) return Number.NaN;
      }
      if (byte === 0x65 || byte === 0x45) {
        at += 1;
        const down = bytes[at] === minus;
        if (down || bytes[at] === plus) at += 1;
        const start = at;
        let exponent = 0;
        while (isDigit(bytes[at])) {
          exponent = Math.min(99_999, exponent * 10 + (bytes[at]! - zero));
          at += 1;
        }
        if (at === start) return Number.NaN;
        scale += down ? -exponent : exponent;
      }
      reader.end = at;
      if (scale > 22 || scale < -22) return Math.fround(Number(bytes.toString('latin1', from, at)));
      const size = scale < 0 ? digits / tens[-scale]! : digits * tens[scale]!;
      const value = Math.fround(size);
      // Without a digit left out, `size` is the nearest double (Clinger, 1990); else the rest could decide.
      if (cut && Math.fround(size * (1 - doubt)) !== Math.fround(size * (1 + doubt))) {
        return Math.fround(Number(bytes.toString('latin1', from, at)));
      }
      return negative ? -value : value;
    },
  };
  return reader;
}
