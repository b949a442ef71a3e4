// Parts of a text by which texts are compared: groups of words to find candidates by, of characters to measure them.
import { hashRange, mix } from './normal-text.ts';

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

/** Two hashes of 32 bits as one number: of 53 bits, so that groups of two texts are practically never confused. */
function groupHash(text: string, from: number, to: number): number {
  let [one, other] = [0x811c9dc5 | 0, 0x5bd1e995 | 0];
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return (mix(one) >>> 11) * 2 ** 32 + mix(other);
}

/** Hashes of all groups of five characters, each once, ascending. */
export function characterShingles(text: string): Float64Array {
  const last = Math.max(0, text.length - charactersEach);
  const found = new Float64Array(last + 1);
  for (let at = 0; at <= last; at += 1) {
    found[at] = groupHash(text, at, Math.min(at + charactersEach, text.length));
  }
  found.sort();
  let kept = 0;
  for (const hash of found) if (kept === 0 || hash !== found[kept - 1]) found[kept++] = hash;
  return found.slice(0, kept);
}

export interface Resemblance {
  /** Jaccard similarity of the groups of five characters, 0 to 1. */
  readonly similarity: number;
  /** Share of the shorter text's groups that the longer one has, 0 to 1. */
  readonly containment: number;
}

export function resemblance(a: Float64Array, b: Float64Array): Resemblance {
  let shared = 0;
  for (let [atA, atB] = [0, 0]; atA < a.length && atB < b.length; ) {
    const [ofA, ofB] = [a[atA]!, b[atB]!];
    if (ofA === ofB) shared += 1;
    if (ofA <= ofB) atA += 1;
    if (ofB <= ofA) atB += 1;
  }
  return {
    similarity: shared / (a.length + b.length - shared),
    containment: shared / Math.min(a.length, b.length),
  };
}
