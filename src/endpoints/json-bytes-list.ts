// Passes by a list of small whole numbers, such as the UTF-8 that servers give beside each token: one table look-up a
// byte, because such lists are half of a body.

const [start, leadingZero, digits, done, wrong] = [0, 1, 2, 3, 4];

/** The state after a byte, at `state * 256 + byte`. */
const next = new Uint8Array(3 * 256).fill(wrong);
for (let digit = 0x30; digit <= 0x39; digit += 1) {
  next[start * 256 + digit] = digit === 0x30 ? leadingZero : digits;
  next[digits * 256 + digit] = digits;
}
for (const state of [leadingZero, digits]) {
  next[state * 256 + 0x2c] = start;
  next[state * 256 + 0x5d] = done;
}

/** The place after the list that begins at `at`; -1 for any other value, and for a list with blanks. */
export function bytesListEnd(body: Uint8Array, at: number): number {
  if (body[at] !== 0x5b) return -1;
  let state = start;
  let place = at + 1;
  while (state < done) {
    state = next[(state << 8) | (body[place] ?? 0)]!;
    place += 1;
  }
  return state === done ? place : -1;
}
