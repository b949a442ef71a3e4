// Near duplicates by MinHash over character 5-grams, found through 32 bands of 4 rows (Broder 1997; Leskovec et al.,
// Mining of Massive Datasets, chapter 3). Two problems that differ in a number are different problems however alike
// their words: the numbers in them have to be the same too.
import { hashRange, mix } from './normal-text.ts';

const shingle = 5;
const bands = 32;
const rows = 4;
const length = bands * rows;

/** The lower 16 bits of each minimum: enough to compare by, at half the memory. */
export interface Signature {
  readonly minima: Uint16Array;
  /** Hash over the numbers in the text, in any order. */
  readonly numbers: number;
}

const seeds = Uint32Array.from({ length }, (_, index) => mix(index + 1));

/** The signature of a text that normal-text.ts has put in order. */
export function signatureOf(text: string): Signature {
  const minima = new Uint32Array(length).fill(0xffffffff);
  const last = Math.max(0, text.length - shingle);
  for (let at = 0; at <= last; at += 1) {
    const hash = hashRange(text, at, Math.min(at + shingle, text.length));
    for (let index = 0; index < length; index += 1) {
      const value = mix(hash ^ seeds[index]!);
      if (value < minima[index]!) minima[index] = value;
    }
  }
  const numbers = (text.match(/\d+(?:\.\d+)?/g) ?? []).sort().join(' ');
  return { minima: Uint16Array.from(minima), numbers: hashRange(numbers, 0, numbers.length) };
}

export interface NearIndex {
  readonly size: number;
  /** True when an entry has the same numbers and an estimated Jaccard similarity of at least `threshold`. */
  has(signature: Signature, threshold: number): boolean;
  add(signature: Signature): void;
}

/** 516 bytes an entry, in arrays that double as entries come. */
export function createNearIndex(): NearIndex {
  let room = 256;
  let size = 0;
  let minima = new Uint16Array(room * length);
  let numbers = new Uint32Array(room);
  /** Chains of entries that share a band: a head for each bucket, and for each entry and band the next link, plus 1. */
  let heads = new Int32Array(room * bands);
  let next = new Int32Array(room * bands);

  const bucketOf = (from: Uint16Array, offset: number, band: number): number => {
    let hash = mix(band + 1);
    for (let row = 0; row < rows; row += 1) hash = mix(hash ^ from[offset + band * rows + row]!);
    return hash % heads.length;
  };
  const link = (entry: number): void => {
    for (let band = 0; band < bands; band += 1) {
      const bucket = bucketOf(minima, entry * length, band);
      next[entry * bands + band] = heads[bucket]!;
      heads[bucket] = entry * bands + band + 1;
    }
  };
  const grow = (): void => {
    room *= 2;
    const [oldMinima, oldNumbers] = [minima, numbers];
    minima = new Uint16Array(room * length);
    minima.set(oldMinima);
    numbers = new Uint32Array(room);
    numbers.set(oldNumbers);
    heads = new Int32Array(room * bands);
    next = new Int32Array(room * bands);
    for (let entry = 0; entry < size; entry += 1) link(entry);
  };
  const similarity = (entry: number, signature: Signature): number => {
    let equal = 0;
    for (let index = 0; index < length; index += 1) {
      if (minima[entry * length + index] === signature.minima[index]) equal += 1;
    }
    return equal / length;
  };

  return {
    get size() {
      return size;
    },
    has(signature, threshold) {
      for (let band = 0; band < bands; band += 1) {
        let at = heads[bucketOf(signature.minima, 0, band)]!;
        while (at !== 0) {
          const entry = Math.floor((at - 1) / bands);
          if (numbers[entry] === signature.numbers && similarity(entry, signature) >= threshold) return true;
          at = next[at - 1]!;
        }
      }
      return false;
    },
    add(signature) {
      if (size === room) grow();
      minima.set(signature.minima, size * length);
      numbers[size] = signature.numbers;
      link(size);
      size += 1;
    },
  };
}
