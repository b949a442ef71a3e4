// The index of problems by which copies and variants are found, for --unique, --overlap, --also, families and splits.
// The smallest eight hashes of a problem's groups of words (a bottom-k MinHash sketch; Broder 1997) lead to candidates,
// whose texts are then compared exactly. Sketches are kept in memory and texts in a temporary file.
import { createCandidateCounts } from './candidate-counts.ts';
import { createFormStore } from './form-store.ts';
import { hashRange } from './normal-text.ts';
import { equalText, nearText, type ProblemForm, templateText } from './problem-form.ts';
import { createRecentForms } from './recent-forms.ts';
import { asksTheSame } from './same-problem.ts';
import { characterShingles, resemblance, wordShingles } from './shingles.ts';
import { createSketchTable, type SketchTable } from './sketch-table.ts';

/** `near`: numbers count, other words and names of variables do not. `template`: neither numbers nor names count. */
export const likenesses = ['near', 'template'] as const;
export type Likeness = (typeof likenesses)[number];

export interface ProblemIndex {
  readonly size: number;
  /** The problem's number: 0, 1, 2, …, or that of an equal one that is there. */
  add(problem: ProblemForm): number;
  /**
   * Numbers of earlier problems that this one is like, at most twelve. Of those with one template the first stands for
   * all. `threshold`: Jaccard similarity from which words may differ, 0 to 1.
   */
  find(problem: ProblemForm, likeness: Likeness, threshold: number): readonly number[];
  has(problem: ProblemForm, likeness: Likeness, threshold: number): boolean;
  close(): void;
}

const sketchSize = 8;
/** Texts compared at most: common phrases lead to many problems. */
const maxCompared = 12;
/** A problem is part of a longer one when it makes up this share of it and has at least this many characters. */
const minPart = 0.35;
const minPartLength = 40;
const partOf = 0.95;

interface Side {
  /** What similarity is measured on. */
  readonly textOf: (problem: ProblemForm) => string;
  /** What is equal where nothing differs that counts. */
  readonly sameText: (problem: ProblemForm) => string;
  readonly isLike: (earlier: ProblemForm, later: ProblemForm) => boolean;
}

const sides: Readonly<Record<Likeness, Side>> = {
  near: { textOf: nearText, sameText: equalText, isLike: asksTheSame },
  template: { textOf: templateText, sameText: templateText, isLike: () => true },
};

/** Sets the hash of a whole text apart from those of its parts. */
const wholeText = 0x5bd1e995;
const wholeHash = (text: string): number => hashRange(text, 0, text.length) ^ wholeText;

/**
 * Ten million problems and both likenesses take a process of 1.1 GB at its peak (`npm run soak -- duplicates`), half of it
 * for each likeness; on disk are the texts, some 300 bytes each.
 *
 * @param kinds What it will be asked for.
 */
export function createProblemIndex(...kinds: readonly Likeness[]): ProblemIndex {
  const forms = createFormStore();
  const recent = createRecentForms(forms);
  const candidates = createCandidateCounts(maxCompared);
  const tables = new Map(kinds.map((kind) => [kind, createSketchTable(sketchSize + 1)]));
  const tableOf = (likeness: Likeness): SketchTable => tables.get(likeness)!;

  const equalTo = (text: string, likeness: Likeness): number | null => {
    let found: number | null = null;
    tableOf(likeness).visit(wholeHash(text), (entry) => {
      if (found === null && sides[likeness].sameText(forms.get(entry)) === text) found = entry;
    });
    return found;
  };
  /** Entries that share a hash with the problem, those that share most first. */
  const candidatesOf = (text: string, likeness: Likeness): readonly number[] => {
    for (const hash of wordShingles(text)) tableOf(likeness).visit(hash, candidates.count);
    return candidates.take();
  };
  /** Equal ones first; `enough`: how many are asked for. */
  const search = (
    problem: ProblemForm,
    likeness: Likeness,
    { threshold, enough }: { readonly threshold: number; readonly enough: number },
  ): number[] => {
    const { textOf, sameText, isLike } = sides[likeness];
    const equal = equalTo(sameText(problem), likeness);
    const found = equal === null ? [] : [equal];
    if (found.length >= enough) return found;
    const text = textOf(problem);
    const parts = characterShingles(text);
    for (const entry of candidatesOf(text, likeness)) {
      if (found.length >= enough) break;
      if (entry === equal) continue;
      const earlierText = recent.text(entry, textOf);
      const { similarity, containment } = resemblance(parts, recent.parts(entry, textOf));
      const [short, long] = [text.length, earlierText.length].sort((a, b) => a - b) as [number, number];
      const isPart = containment >= partOf && short >= minPartLength && short >= minPart * long;
      if ((similarity >= threshold || isPart) && isLike(recent.form(entry), problem)) found.push(entry);
    }
    return found;
  };
  return {
    get size() {
      return forms.size;
    },
    find: (problem, likeness, threshold) => search(problem, likeness, { threshold, enough: maxCompared }),
    has: (problem, likeness, threshold) => search(problem, likeness, { threshold, enough: 1 }).length > 0,
    add(problem) {
      const known = kinds.map((kind) => [kind, equalTo(sides[kind].sameText(problem), kind)] as const);
      // Of problems that differ in what does not count one stands for all.
      const same = known.find(([kind, entry]) => entry !== null && (kind === 'near' || kinds.length === 1));
      if (same !== undefined) return same[1]!;
      const entry = forms.add(problem);
      for (const [kind, earlier] of known) {
        if (earlier !== null) continue;
        const { textOf, sameText } = sides[kind];
        const sketch = wordShingles(textOf(problem)).subarray(0, sketchSize);
        tableOf(kind).file(entry, [wholeHash(sameText(problem)), ...sketch]);
      }
      return entry;
    },
    close: () => forms.close(),
  };
}
