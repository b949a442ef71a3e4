// What a plan is made from: a pilot, or rates that were assumed.
import { LateBenchError } from '../../errors.ts';
import type { Pilot } from '../../metrics/power/outcomes.ts';
import type { AssumedRates } from '../../metrics/power/plan.ts';
import { pilotPopulation } from '../../metrics/power/population.ts';
import type { PowerAsked } from './options.ts';

export interface Basis {
  readonly from: Pilot | AssumedRates;
  /** Of the critics' right answers, within a class, where the second critic is made up. */
  readonly correlation: number;
  /** What was assumed, for people. */
  readonly notes: readonly string[];
}

/** Disagreement of two critics that are equally good and independent within each class. */
function independentDisagreement(error: number, correct: number, errorShare: number): number {
  return 2 * (errorShare * error * (1 - error) + (1 - errorShare) * correct * (1 - correct));
}

/** The correlation that was given, or that gives the disagreement that was. */
function correlationOf(
  { correlation, disagreement }: PowerAsked,
  [error, correct, errorShare]: readonly [number, number, number],
): number {
  if (correlation !== undefined && disagreement !== undefined) {
    throw new LateBenchError(
      'LB_USAGE',
      '--correlation and --disagreement say the same: give one of the two',
    );
  }
  if (disagreement === undefined) return correlation ?? 0;
  const most = independentDisagreement(error, correct, errorShare);
  if (disagreement <= most) return most === 0 ? 0 : 1 - disagreement / most;
  throw new LateBenchError(
    'LB_USAGE',
    `--disagreement ${disagreement}: critics this good that are independent disagree on ${most.toFixed(3)} of the records; give at most that`,
  );
}

/** Rates in place of a pilot. */
export function assumedBasis(asked: PowerAsked): Basis {
  const { accuracy, f1, errorShare, recordsPerProblem, icc } = asked;
  if (accuracy !== undefined && f1 !== undefined) {
    throw new LateBenchError('LB_USAGE', '--accuracy and --f1 say the same: give one of the two');
  }
  const error = accuracy?.[0] ?? f1;
  if (error === undefined) {
    const message = 'no records came in: name a pilot, or give rates with --accuracy or --f1';
    throw new LateBenchError('LB_INPUT_MISSING', message);
  }
  if (recordsPerProblem > 1 && icc === undefined) {
    const message =
      'several records of a problem are alike: say how much with --icc (0 to 1; a pilot measures it)';
    throw new LateBenchError('LB_USAGE', message);
  }
  const correct = accuracy?.[1] ?? error;
  const rates = { error, correct, errorShare, recordsPerProblem, icc: icc ?? 0 };
  const correlation = correlationOf(asked, [error, correct, errorShare]);
  return { from: rates, correlation, notes: madeUp(asked) };
}

function madeUp({ correlation, disagreement }: PowerAsked): readonly string[] {
  return correlation === undefined && disagreement === undefined
    ? [
        'The critics are assumed to be independent, which needs most records: --disagreement or --correlation says more',
      ]
    : [];
}

/** A pilot, of which nothing may be assumed but a second critic where it has none. */
export function pilotBasis(asked: PowerAsked, pilot: Pilot): Basis {
  const { accuracy, f1, icc } = asked;
  if (accuracy !== undefined || f1 !== undefined || icc !== undefined) {
    const message = 'a pilot has its own rates: leave out --accuracy, --f1 and --icc, or the files';
    throw new LateBenchError('LB_USAGE', message);
  }
  const { outcomes } = pilot;
  if (outcomes.b !== null) return { from: pilot, correlation: 0, notes: [] };
  const { a, errorShare } = pilotPopulation(outcomes, 0);
  const correlation = correlationOf(asked, [a.error ?? 0, a.correct ?? 0, errorShare]);
  return { from: pilot, correlation, notes: madeUp(asked) };
}
