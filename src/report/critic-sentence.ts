// A critic's result in a sentence, for the reader who reads nothing else.
import type { CriticScore, Lift } from '../records/score.ts';
import { formatCount, formatPercent, formatPoints } from './format.ts';

function sayLift(name: string, lift: Lift | null): string | null {
  if (lift === null) return null;
  const points = formatPoints(lift.value).slice(1);
  const side = lift.value < 0 ? 'below' : 'above';
  return `${name} is ${points} points ${side} the best baseline (${lift.baseline}).`;
}

/** What follows the critic's name: `names the first error exactly in 52.2% of 69 erroneous solutions and passes …`. */
export function criticSentence({ processbench, lift, n_error, n_correct }: CriticScore): string {
  const parts = [
    processbench.error_acc === null
      ? null
      : `names the first error exactly in ${formatPercent(processbench.error_acc)} of ${formatCount(n_error)} erroneous solutions`,
    processbench.correct_acc === null
      ? null
      : `passes ${formatPercent(processbench.correct_acc)} of ${formatCount(n_correct)} correct ones`,
  ].filter((part) => part !== null);
  const lifts = [sayLift('F1', lift.processbench_f1), sayLift('Step F1', lift.deltabench_f1)];
  const judged = parts.length === 0 ? 'judged nothing that can be scored.' : `${parts.join(' and ')}.`;
  return [judged, ...lifts.filter((sentence) => sentence !== null)].join(' ');
}
