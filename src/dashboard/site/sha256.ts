// SHA-256 (FIPS 180-4) for exported sites: the build puts it in the place of node:crypto, which browsers do not have, and
// what browsers have instead answers later than record hashes are needed and not at all from file://.
const constants = new Uint32Array(64);
const initial = new Uint32Array(8);

function fractionOf(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let isPrime = true;
  for (let factor = 2; factor * factor <= candidate; factor += 1)
    if (candidate % factor === 0) isPrime = false;
  if (!isPrime) continue;
  if (found < 8) initial[found] = fractionOf(Math.sqrt(candidate));
  constants[found] = fractionOf(Math.cbrt(candidate));
  found += 1;
}

const rotated = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

function padded(bytes: Uint8Array): DataView<ArrayBuffer> {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const view = new DataView(new ArrayBuffer(length));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  return view;
}

function compress(state: Uint32Array, block: DataView, offset: number): void {
  const words = new Uint32Array(64);
  for (let at = 0; at < 16; at += 1) words[at] = block.getUint32(offset + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [words[at - 15]!, words[at - 2]!];
    const low = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const high = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16]! + low + words[at - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + constants[at]! + words[at]!) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = state[at]! + value;
}

/** As `hash` of node:crypto, for this one algorithm and spelling. */
export function hash(_algorithm: 'sha256', data: string | Uint8Array, _encoding: 'hex'): string {
  const message = padded(typeof data === 'string' ? new TextEncoder().encode(data) : data);
  const state = initial.slice();
  for (let offset = 0; offset < message.byteLength; offset += 64) compress(state, message, offset);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}
