// Reads a JSON number from bytes and rounds it to float32, as Math.fround(JSON.parse(text)) would, without making a
// string: fifteen digits decide, unless the value lies too near the middle between two float32 numbers. Numbers as
// servers write log-probabilities take a shorter way to the same value (usual-number.ts).
import { readUsual } from './usual-number.ts';

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;

const tens = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** Digits that decide: nine and six make whole numbers that 32-bit arithmetic can hold. */
const [highDigits, maxDigits] = [9, 15];
/** More than dropped digits and two roundings can come to, relative. */
const doubt = 2e-14;

function readSlowly(bytes: Uint8Array, from: number, to: number, out: Float32Array, place: number): number {
  out[place] = Number(Buffer.from(bytes.subarray(from, to)).toString('latin1'));
  return to;
}

/**
 * Puts the number that begins at `from` into `out`; returns where it ended. -1 where none does, or none that JSON allows.
 *
 * @param view Of the same bytes.
 */
export function readNumber(
  bytes: Uint8Array,
  view: DataView,
  from: number,
  out: Float32Array,
  place: number,
): number {
  const usual = readUsual(view, bytes.length, from, out, place);
  return usual === -1 ? readAny(bytes, from, out, place) : usual;
}

function readAny(bytes: Uint8Array, from: number, out: Float32Array, place: number): number {
  const first = bytes[from] === minus ? from + 1 : from;
  let at = first;
  let high = 0;
  let low = 0;
  let digits = 0;
  let scale = 0;
  let byte = bytes[at]! | 0;
  for (; byte >= zero && byte <= nine; at += 1, byte = bytes[at]! | 0) {
    if (digits < highDigits) high = (high * 10 + byte - zero) | 0;
    else if (digits < maxDigits) low = (low * 10 + byte - zero) | 0;
    else scale += 1;
    if (digits > 0 || byte !== zero) digits += 1;
  }
  if (at === first || (bytes[first] === zero && at > first + 1)) return -1;
  if (byte === point) {
    at += 1;
    const start = at;
    byte = bytes[at]! | 0;
    for (; byte >= zero && byte <= nine; at += 1, byte = bytes[at]! | 0) {
      if (digits < highDigits) {
        high = (high * 10 + byte - zero) | 0;
        scale -= 1;
      } else if (digits < maxDigits) {
        low = (low * 10 + byte - zero) | 0;
        scale -= 1;
      }
      if (digits > 0 || byte !== zero) digits += 1;
    }
    if (at === start) return -1;
  }
  if (byte === 0x65 || byte === 0x45) {
    at += 1;
    const down = bytes[at] === minus;
    if (down || bytes[at] === plus) at += 1;
    const start = at;
    let exponent = 0;
    for (byte = bytes[at]! | 0; byte >= zero && byte <= nine; at += 1, byte = bytes[at]! | 0) {
      exponent = Math.min(99_999, exponent * 10 + byte - zero);
    }
    if (at === start) return -1;
    scale += down ? -exponent : exponent;
  }
  if (scale > 22 || scale < -22) return readSlowly(bytes, from, at, out, place);
  const whole = digits <= highDigits ? high : high * tens[Math.min(digits, maxDigits) - highDigits]! + low;
  const size = scale < 0 ? whole / tens[-scale]! : whole * tens[scale]!;
  // Without a digit left out, `size` is the nearest double (Clinger, 1990); else the rest could decide.
  if (digits > maxDigits && Math.fround(size * (1 - doubt)) !== Math.fround(size * (1 + doubt))) {
    return readSlowly(bytes, from, at, out, place);
  }
  const value = Math.fround(size);
  out[place] = first > from ? -value : value;
  return at;
}
