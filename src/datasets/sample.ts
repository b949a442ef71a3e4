// Seeded samples of a stream: a share, decided record by record from its id, or a fixed number by reservoir
// (Vitter's algorithm R), which holds only the sample in memory and keeps the input's order.
import { LateBenchError } from '../errors.ts';
import { mulberry32, seedFrom } from '../statistics/random.ts';

export type Sample = { readonly count: number } | { readonly share: number };

export function parseSample(text: string): Sample {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(text);
  const value = Number(match?.[1]);
  if (match !== null && match[2] === '%' && value <= 100) return { share: value / 100 };
  if (match !== null && match[2] === '' && Number.isInteger(value)) return { count: value };
  throw new LateBenchError(
    'LB_USAGE',
    `--sample ${text}: give a number of records such as 100, or a share such as 10%`,
  );
}

/** Depends only on the seed and the id, not on neighbouring records. */
export function isInShare(id: string, share: number, seed: number): boolean {
  return mulberry32(seedFrom(seed, 'sample', id))() < share;
}

export async function* reservoir<T>(
  records: AsyncIterable<T>,
  count: number,
  seed: number,
): AsyncGenerator<T> {
  const rng = mulberry32(seedFrom(seed, 'reservoir'));
  const kept: { readonly position: number; readonly record: T }[] = [];
  let position = 0;
  for await (const record of records) {
    if (kept.length < count) kept.push({ position, record });
    else {
      const slot = Math.floor(rng() * (position + 1));
      if (slot < count) kept[slot] = { position, record };
    }
    position += 1;
  }
  kept.sort((a, b) => a.position - b.position);
  for (const { record } of kept) yield record;
}
