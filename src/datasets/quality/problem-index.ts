// The index of problems by which copies are found, for --unique, --overlap, --also and splits. The smallest eight hashes
// of a problem's groups of words (a bottom-k MinHash sketch; Broder 1997) lead to candidates, whose texts are then
// compared exactly. Sketches are kept in memory and texts in a temporary file.
import { openSpillFile, type Place } from '../../storage/spill-file.ts';
import { createDigestSet } from './digest-set.ts';
import { equalText, nearText, type ProblemForm, templateText } from './problem-form.ts';
import { asksTheSame } from './same-problem.ts';
import { characterShingles, resemblance, wordShingles } from './shingles.ts';

/** `near`: numbers count, other words and names of variables do not. `template`: neither numbers nor names count. */
export type Likeness = 'near' | 'template';

export interface ProblemIndex {
  readonly size: number;
  /** True when an earlier problem is this one. `threshold`: Jaccard similarity from which words may differ, 0 to 1. */
  has(problem: ProblemForm, threshold: number): boolean;
  add(problem: ProblemForm): void;
  close(): void;
}

const sketchSize = 8;
const entriesEach = 1 << 12;
/** Steps along one chain, and texts compared, at most: common phrases lead to many problems. */
const maxChain = 512;
const maxCompared = 12;
/** A problem is part of a longer one when it makes up this share of it and has at least this many characters. */
const minPart = 0.35;
const minPartLength = 40;
const partOf = 0.95;

interface Chunk {
  readonly hashes: Uint32Array;
  /** The posting before this one in its chain, plus 1; 0 = none. */
  readonly next: Uint32Array;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
}

const newChunk = (): Chunk => ({
  hashes: new Uint32Array(entriesEach * sketchSize),
  next: new Uint32Array(entriesEach * sketchSize),
  offsets: new Float64Array(entriesEach),
  lengths: new Uint32Array(entriesEach),
});

/**
 * Measured in memory: 175 bytes a problem with 100,000 of them, 128 with a million (the process grows by 214 bytes each); on
 * disk its text and what kind each token is.
 */
export function createProblemIndex(likeness: Likeness): ProblemIndex {
  const textOf = likeness === 'near' ? nearText : templateText;
  const sameText = likeness === 'near' ? equalText : templateText;
  const known = createDigestSet();
  const texts = openSpillFile();
  const chunks: Chunk[] = [];
  let heads = new Uint32Array(1 << 12);
  let size = 0;

  const chunkOf = (entry: number): Chunk => chunks[Math.floor(entry / entriesEach)]!;
  const link = (posting: number): void => {
    const { hashes, next } = chunkOf(Math.floor(posting / sketchSize));
    const at = posting % (entriesEach * sketchSize);
    const hash = hashes[at]!;
    if (hash === 0) return;
    const bucket = hash & (heads.length - 1);
    next[at] = heads[bucket]!;
    heads[bucket] = posting + 1;
  };
  const widen = (): void => {
    heads = new Uint32Array(heads.length * 2);
    for (let posting = 0; posting < size * sketchSize; posting += 1) link(posting);
  };
  /** Entries that share a hash with the problem, those that share most first. */
  const candidatesOf = (shingles: Uint32Array): number[] => {
    const hits = new Map<number, number>();
    for (const hash of shingles) {
      let posting = heads[hash & (heads.length - 1)]!;
      for (let steps = 0; posting !== 0 && steps < maxChain; steps += 1) {
        const entry = Math.floor((posting - 1) / sketchSize);
        const { hashes, next } = chunkOf(entry);
        const at = (posting - 1) % (entriesEach * sketchSize);
        if (hashes[at] === hash) hits.set(entry, (hits.get(entry) ?? 0) + 1);
        posting = next[at]!;
      }
    }
    return [...hits]
      .sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b)
      .slice(0, maxCompared)
      .map(([entry]) => entry);
  };
  const formAt = (entry: number): ProblemForm => {
    const { offsets, lengths } = chunkOf(entry);
    const at = entry % entriesEach;
    const place: Place = { offset: offsets[at]!, bytes: lengths[at]! };
    return texts.get(place) as ProblemForm;
  };
  return {
    get size() {
      return size;
    },
    has(problem, threshold) {
      const text = textOf(problem);
      if (known.has(sameText(problem))) return true;
      const parts = characterShingles(text);
      return candidatesOf(wordShingles(text)).some((entry) => {
        const earlier = formAt(entry);
        const earlierText = textOf(earlier);
        const { similarity, containment } = resemblance(parts, characterShingles(earlierText));
        const [short, long] = [text.length, earlierText.length].sort((a, b) => a - b) as [number, number];
        const isPart = containment >= partOf && short >= minPartLength && short >= minPart * long;
        return (
          (similarity >= threshold || isPart) && (likeness === 'template' || asksTheSame(earlier, problem))
        );
      });
    },
    add(problem) {
      const text = textOf(problem);
      // Of problems that differ in what does not count one stands for all.
      if (!known.add(sameText(problem))) return;
      if (size % entriesEach === 0) chunks.push(newChunk());
      const { hashes, offsets, lengths } = chunkOf(size);
      const at = size % entriesEach;
      hashes.set(wordShingles(text).subarray(0, sketchSize), at * sketchSize);
      const place = texts.put(problem);
      offsets[at] = place.offset;
      lengths[at] = place.bytes;
      for (let row = 0; row < sketchSize; row += 1) link(size * sketchSize + row);
      size += 1;
      if (size * sketchSize > heads.length * 3) widen();
    },
    close: () => texts.close(),
  };
}
