// Parts of a text by which texts are compared: groups of words to find candidates by, of characters to measure them.
import { hashRange } from './normal-text.ts';

const wordsEach = 4;
const charactersEach = 5;

/** Hashes of all groups of four words, each once, ascending; of a shorter text one hash. */
export function wordShingles(text: string): Uint32Array {
  const starts = [0];
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) starts.push(at + 1);
  const found = new Set<number>();
  const last = Math.max(0, starts.length - wordsEach);
  for (let at = 0; at <= last; at += 1) {
    const end = at + wordsEach < starts.length ? starts[at + wordsEach]! - 1 : text.length;
    found.add(hashRange(text, starts[at]!, end));
  }
  return Uint32Array.from(found).sort();
}

/** All groups of five characters, each once. */
export function characterShingles(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const last = Math.max(0, text.length - charactersEach);
  for (let at = 0; at <= last; at += 1) found.add(text.slice(at, at + charactersEach));
  return found;
}

export interface Resemblance {
  /** Jaccard similarity of the groups of five characters, 0 to 1. */
  readonly similarity: number;
  /** Share of the shorter text's groups that the longer one has, 0 to 1. */
  readonly containment: number;
}

export function resemblance(a: ReadonlySet<string>, b: ReadonlySet<string>): Resemblance {
  let shared = 0;
  for (const shingle of a) if (b.has(shingle)) shared += 1;
  return {
    similarity: shared / (a.size + b.size - shared),
    containment: shared / Math.min(a.size, b.size),
  };
}
