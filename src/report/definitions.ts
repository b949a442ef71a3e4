// How the figures of a report are defined, in a sentence each, with the source. The formulas live in metrics/.
import type { Cut } from '../records/score.ts';
import { element, type Markup } from './markup.ts';

const processBench = 'ProcessBench, arXiv 2412.06559';
const deltaBench = 'DeltaBench, arXiv 2502.19361';

const regionOf: Readonly<Record<Cut, string>> = {
  first: 'up to the first error',
  last: 'up to the last error',
  none: 'in the whole solution',
  first_pred_only: 'flagged up to the first error',
};

function definitions(cut: Cut): readonly (readonly [term: string, meaning: string, source: string])[] {
  return [
    ['Error accuracy', 'Share of erroneous solutions whose first error is named exactly.', processBench],
    [
      'Correct accuracy',
      'Share of correct solutions for which the critic says that there is no error.',
      processBench,
    ],
    [
      'F1',
      'Harmonic mean of error accuracy and correct accuracy; undefined when either class is missing.',
      processBench,
    ],
    [
      'Mean F1',
      'Plain mean of the F1 of the subsets, as the paper averages; undefined when one of them is.',
      processBench,
    ],
    ['FPR', 'False-positive rate: share of correct solutions in which an error was named.', processBench],
    ['Exact', 'Share of all solutions answered exactly: the first error named, or rightly none.', ''],
    [
      'Error detection',
      'A wrong step is one false error (FP) and one uncaught error (FN), “no error” in an erroneous solution one uncaught error. Precision TP/(TP + FP), recall TP/(TP + FN), accuracy (TP + TN)/n.',
      '',
    ],
    [
      'Step P, R, F1',
      `Precision, recall and F1 over steps ${regionOf[cut]} (cut “${cut}”). Micro: from sums over all solutions. Macro: the mean over erroneous solutions, a solution without flags counting as precision 0. Published DeltaBench numbers are macro, under the cut “last”.`,
      deltaBench,
    ],
    [
      'Unparsed, failed',
      'Replies that could not be read, and calls that gave none. Both count as wrong, never as “no error”.',
      '',
    ],
    [
      'Position baselines',
      'Predictors that know only the number of steps: flag all, the last third, the first, middle or last step of that third, a constant step, always “no error”, random.',
      '',
    ],
    [
      'Arithmetic',
      'The baseline that reads, but only arithmetic: the first step with a closed equality or inequality that is false. No model is asked.',
      '',
    ],
    [
      'Lift',
      'Difference to the best baseline that reads nothing, on the records that the critic judged, in percentage points; F1 is pooled over subsets there.',
      '',
    ],
    ['Late, last third', 'Steps from number ⌊2n/3⌋ + 1 on, of n steps.', ''],
    [
      'Calibration',
      'ECE: mean distance between how confident the critic is and how often it is right, over ten bins. Brier: mean squared distance. Confidence is the share of votes, or what the critic states.',
      'Guo et al. 2017; Brier 1950',
    ],
    [
      'By number of votes',
      'The results that the first votes alone would have given, from the saved votes.',
      '',
    ],
    [
      'Operating point',
      'Only steps count of which the critic is confident enough; the threshold is the best on one split and is applied to the others.',
      '',
    ],
    [
      '95% intervals',
      'Wilson’s score interval for shares of solutions; for all other numbers a percentile bootstrap in which each problem, with all its solutions, is drawn as one.',
      'Wilson 1927; Efron 1979',
    ],
  ];
}

/** A description list. Steps are numbered from 1 on the page. */
export function definitionList(cut: Cut): Markup {
  return element(
    'dl',
    { class: 'definitions' },
    definitions(cut).map(([term, meaning, source]) => [
      element('dt', {}, term),
      element('dd', {}, meaning, source === '' ? null : element('span', { class: 'source' }, ` ${source}.`)),
    ]),
  );
}
