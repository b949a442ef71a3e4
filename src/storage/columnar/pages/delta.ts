// Parquet's delta encodings of numbers and texts, decoded as plain values.
import type { Pull } from './pull.ts';

async function varint(pull: Pull): Promise<bigint> {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    if (pull.left === 0) await pull.fill(1);
    const byte = pull.bytes[pull.at]!;
    pull.skip(1);
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return value;
  }
  throw new Error('a number of more than 64 bits');
}

async function zigzag(pull: Pull): Promise<bigint> {
  const raw = await varint(pull);
  return (raw >> 1n) ^ -(raw & 1n);
}

/** Numbers of `bits` bits, which wrap around. */
export async function deltaNumbers(pull: Pull, bits: 32 | 64): Promise<BigInt64Array> {
  const blockSize = Number(await varint(pull));
  const miniBlocks = Number(await varint(pull));
  const count = Number(await varint(pull));
  const perMini = blockSize / miniBlocks;
  if (!(Number.isInteger(perMini) && perMini > 0 && perMini % 8 === 0)) throw new Error('blocks of no size');
  const first = await zigzag(pull);
  const values = new BigInt64Array(count);
  let value = first;
  if (count > 0) values[0] = first;
  for (let index = 1; index < count; ) {
    const least = await zigzag(pull);
    const widths = await pull.take(miniBlocks);
    for (let mini = 0; mini < miniBlocks && index < count; mini += 1) {
      const width = widths[mini]!;
      const bytes = await pull.take((perMini * width) / 8);
      let bit = 0;
      for (let at = 0; at < perMini && index < count; at += 1) {
        let delta = 0n;
        for (let got = 0; got < width; ) {
          const offset = bit & 7;
          const take = Math.min(8 - offset, width - got);
          delta |= BigInt((bytes[bit >> 3]! >> offset) & ((1 << take) - 1)) << BigInt(got);
          got += take;
          bit += take;
        }
        value = BigInt.asIntN(bits, value + least + delta);
        values[index] = value;
        index += 1;
      }
    }
  }
  return values;
}
