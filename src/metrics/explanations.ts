// How many explanations of right verdicts give the annotated reason, as the judge says (latebench judge).
import type { Critique } from '../records/critique.ts';
import type { ExplanationCounts } from '../records/score.ts';

export type ExplanationTally = Omit<ExplanationCounts, 'n'>;

export const emptyExplanations = (): ExplanationTally => ({
  ...{ yes: 0, partly: 0, no: 0 },
  ...{ n_unparsed: 0, n_failed: 0 },
});

export function addExplanation(tally: ExplanationTally, { judge }: Critique): void {
  if (judge == null) return;
  if (judge.status === 'failed') tally.n_failed += 1;
  else tally[judge.status === 'ok' ? (judge.match ?? 'n_unparsed') : 'n_unparsed'] += 1;
}

export function mergeExplanations(into: ExplanationTally, from: ExplanationTally): void {
  for (const key of Object.keys(into) as (keyof ExplanationTally)[]) into[key] += from[key];
}

/** Undefined where nothing was judged. */
export function explanationCounts(tally: ExplanationTally): ExplanationCounts | undefined {
  const n = Object.values(tally).reduce((sum, count) => sum + count, 0);
  return n === 0 ? undefined : { n, ...tally };
}
