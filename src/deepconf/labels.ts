// The names of methods and metrics as people read them.
import { formatCount, formatCounted, formatPercent, formatPoints } from '../report/format.ts';
import { consName } from './methods.ts';
import type { VoteSummary } from './vote-options.ts';

const metricNames: Readonly<Record<string, string>> = {
  avg: 'average',
  bottom10: 'bottom 10%',
  lowest: 'lowest group',
  tail: 'tail',
};

export function metricLabel(metric: string): string {
  return metricNames[metric] ?? metric;
}

/** `Measure+top-10%@64, lowest group`. */
export function methodLabel(name: string, k: number): string {
  if (name === 'pass_at_1') return 'Pass@1';
  if (name === 'mean_pass') return 'Pass@1, mean of the set';
  if (name === consName) return `Cons@${k}`;
  const [kind = '', metric = ''] = name.split('/');
  if (kind === 'best') return `Best of ${k}, ${metricLabel(metric)}`;
  if (kind === 'measure') return `Measure@${k}, ${metricLabel(metric)}`;
  return `Measure+top-${formatPercent(Number(kind.slice(3))).replace('.0%', '%')}@${k}, ${metricLabel(metric)}`;
}

/** A signed interval of differences in points: `+1.2 to +8.3`. */
export function differencesLabel(interval: readonly [number, number] | null): string | null {
  return interval === null ? null : `${formatPoints(interval[0])} to ${formatPoints(interval[1])}`;
}

/** Why no vote by confidence has an accuracy, by that of the plain majority. */
export function nothingComparedLabel(cons: number | null): string {
  return cons === null
    ? 'No problem has a reference answer that can be compared.'
    : 'No problem with a reference answer has confidences to vote by.';
}

/** How many answers are no whole numbers where those alone vote; nothing where there are none. */
export function notIntegersNotes(answers: number): string[] {
  if (answers === 0) return [];
  const did = answers === 1 ? 'answer is not a whole number' : 'answers are not whole numbers';
  return [`${formatCount(answers)} ${did} and did not vote; --answers math compares them.`];
}

/** How many problems have no reference answer; `cons` is the accuracy over the others, null where there are none. */
export function withoutTruthNotes(problems: number, cons: number | null): string[] {
  if (problems === 0) return [];
  const counted = formatCounted(problems, 'problem has', 'problems have');
  const verb = problems === 1 ? 'counts' : 'count';
  const rest = cons === null ? '' : `, and ${verb} in no accuracy`;
  return [`${counted} no reference answer that can be compared${rest}.`];
}

/** The verdict in a sentence. */
export function verdictLabel({ beats_cons, verdict, k, vs_cons, accuracy }: VoteSummary): string {
  const { method, difference, interval, level, methods } = verdict;
  if (method === null) return `beats_cons: unclear. ${nothingComparedLabel(accuracy[consName] ?? null)}`;
  const range = differencesLabel(interval);
  const best =
    `${methodLabel(method, k)} differs from Cons@${k} by ${formatPoints(difference)} points` +
    (range === null ? '' : ` (${range}, at ${formatPercent(level)} for the best of ${methods})`);
  const { problems_better: better, problems_worse: worse } = vs_cons[method]!;
  const flips = `${formatCounted(better, 'problem')} better, ${worse} worse`;
  return `beats_cons: ${beats_cons}. ${best}; ${flips}.`;
}
