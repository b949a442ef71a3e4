// Looks for a problem in a list of others (a benchmark, a training set): the share of its word n-grams that the list
// has, and whether one of them differs in numbers and names only. N-grams are kept as digests; a list of 100,000 problems
// takes 100 to 200 MB.
import { formatCounted } from '../../report/format.ts';
import type { Check } from './check.ts';
import { createDigestSet } from './digest-set.ts';
import { defaultThreshold } from './duplicates.ts';
import { equalText, problemForm } from './problem-form.ts';
import { createProblemIndex } from './problem-index.ts';

export interface OverlapIndex {
  /** Words an n-gram. */
  readonly words: number;
  /** Problems in the list. */
  readonly problems: number;
  add(problem: string): void;
  /** Share of the problem's n-grams that the list has, 0 to 1. */
  shareOf(problem: string): number;
  /** True when the list has the problem with other numbers or names. */
  hasVariantOf(problem: string): boolean;
}

/** Offsets [from, to) of the n-grams of a text; a text of fewer words is one n-gram. */
function grams(text: string, words: number): (readonly [number, number])[] {
  const found = [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => [index, index + word.length] as const);
  if (found.length <= words) return text === '' ? [] : [[0, text.length]];
  return found.slice(words - 1).map(([, to], at) => [found[at]![0], to]);
}

export function createOverlapIndex(words: number): OverlapIndex {
  const seen = createDigestSet();
  const templates = createProblemIndex('template');
  let problems = 0;
  return {
    words,
    get problems() {
      return problems;
    },
    add(problem) {
      const form = problemForm(problem);
      const text = equalText(form);
      templates.add(form);
      for (const [from, to] of grams(text, words)) seen.add(text, from, to);
      problems += 1;
    },
    shareOf(problem) {
      const text = equalText(problemForm(problem));
      const all = grams(text, words);
      const known = all.filter(([from, to]) => seen.has(text, from, to)).length;
      return all.length === 0 ? 0 : known / all.length;
    },
    hasVariantOf: (problem) => templates.has(problemForm(problem), 'template', defaultThreshold),
  };
}

/** An index over the problems of a stream of rows: records, or rows of any layout that has been adapted. */
export async function indexProblems(
  groups: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
  index: OverlapIndex,
): Promise<void> {
  for await (const group of groups) {
    for (const { problem } of group) if (typeof problem === 'string') index.add(problem);
  }
}

/** Drops problems of which the list has at least `share` of the n-grams, or a variant in numbers and names. */
export function noOverlap(index: OverlapIndex, share: number): Check {
  return {
    name: 'overlap',
    reason: ({ problem }) =>
      index.shareOf(problem) >= share || index.hasVariantOf(problem) ? 'overlaps the list' : null,
    note: () =>
      `held against ${formatCounted(index.problems, 'problem')} by ${formatCounted(index.words, 'word')}, from a share of ${share}`,
  };
}
