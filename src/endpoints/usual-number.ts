// A number below 90 with at least fourteen digits after its point, as servers write doubles: four digits are read and
// judged at once, where a loop would wait for each before the next.

const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/** Bytes that must follow the first one: the longest form that is taken without looking for the end. */
const leastBytes = 21;

/** Four digits, the first in the lowest byte; its digits are 0 to 9 in each byte where `areDigits` says so. */
const digitsOf = (word: number): number => word ^ 0x30303030;
/** High bits that are set where a byte is no digit. */
const others = (digits: number): number => (digits + 0x76767676) | digits;
const highBits = 0x80808080 | 0;

function numberOf(digits: number): number {
  const pairs = Math.imul(digits, 10) + (digits >>> 8);
  return (pairs & 255) * 100 + ((pairs >>> 16) & 255);
}

/** More than two roundings can come to, relative. */
const rounding = 1e-15;

/**
 * Puts the number that begins at `from` into `out`, rounded to float32; returns where it ended. -1 for any other form, and
 * where sixteen digits do not decide. (A number that was returned would become an object each time.)
 */
export function readUsual(
  view: DataView,
  limit: number,
  from: number,
  out: Float32Array,
  place: number,
): number {
  if (from + leastBytes > limit) return -1;
  const isNegative = view.getUint8(from) === minus;
  const first = isNegative ? from + 1 : from;
  let whole = view.getUint8(first) - zero;
  if (whole < 0 || whole > 9) return -1;
  let at = first + 1;
  if (view.getUint8(at) !== point) {
    const next = view.getUint8(at) - zero;
    // A zero in front of a digit is no JSON.
    if (whole === 0 || whole === 9 || next < 0 || next > 9) return -1;
    whole = whole * 10 + next;
    at += 1;
    if (view.getUint8(at) !== point) return -1;
  }
  const one = digitsOf(view.getInt32(at + 1, true));
  const two = digitsOf(view.getInt32(at + 5, true));
  const three = digitsOf(view.getInt32(at + 9, true));
  // Two digits of the third four come again.
  const last = digitsOf(view.getInt32(at + 11, true));
  if (((others(one) | others(two) | others(three) | others(last)) & highBits) !== 0) return -1;
  at += 15;
  const known = at;
  let byte = 0;
  while (at < limit) {
    byte = view.getUint8(at);
    if (byte < zero || byte > nine) break;
    at += 1;
  }
  if (byte === 0x65 || byte === 0x45) return -1;
  // Sixteen digits, below 9e15, are a double; so is the power of ten, and the division rounds once.
  const digits =
    whole * 1e14 +
    numberOf(one) * 1e10 +
    numberOf(two) * 1e6 +
    numberOf(three) * 100 +
    (numberOf(last) % 100);
  const size = digits / 1e14;
  const value = Math.fround(size);
  // Of what follows is known that it is less than one of the last digit.
  if (at > known && Math.fround((size + 1e-14) * (1 + rounding)) !== Math.fround(size * (1 - rounding)))
    return -1;
  out[place] = isNegative ? -value : value;
  return at;
}
