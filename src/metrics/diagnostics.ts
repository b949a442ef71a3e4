// What is reported of a critic besides its score: calibration, vote curve, positions, agreement with the labels, and
// the operating point. Tallies add up like all others.
import type { Critique } from '../records/critique.ts';
import type { CriticScore, Cut, Parse } from '../records/score.ts';
import {
  addRatingPair,
  cohenKappa,
  emptyRatingPairs,
  mergeRatingPairs,
  type RatingPairs,
} from '../statistics/agreement.ts';
import {
  addCalibration,
  type CalibrationTally,
  calibrationScore,
  emptyCalibration,
  mergeCalibration,
} from './calibration.ts';
import { regionLength } from './deltabench.ts';
import {
  addExplanation,
  type ExplanationTally,
  emptyExplanations,
  explanationCounts,
  mergeExplanations,
} from './explanations.ts';
import {
  addOperating,
  emptyOperatingTally,
  mergeOperating,
  type OperatingTally,
  operatingPoint,
  type ThresholdSettings,
} from './operating-point.ts';
import { addPosition, emptyPositions, mergePositions, type PositionConfusion } from './position-confusion.ts';
import type { Prediction } from './prediction.ts';
import { answerShare, type StepConfidence, statedConfidence, voteShares } from './step-confidence.ts';
import type { Judgement } from './tally.ts';
import { addVotes, emptyVoteCurve, mergeVoteCurves, type VoteCurveTally, voteCurve } from './vote-curve.ts';

export interface DiagnosticsTally {
  voteShare: CalibrationTally;
  stated: CalibrationTally;
  voteCurve: VoteCurveTally;
  positions: PositionConfusion;
  anyError: RatingPairs;
  firstError: RatingPairs;
  /** Null unless a split is named. */
  operating: OperatingTally | null;
  /** Absent in states of earlier versions. */
  explanations?: ExplanationTally;
}

export function emptyDiagnostics(threshold: ThresholdSettings | null): DiagnosticsTally {
  return {
    voteShare: emptyCalibration(),
    stated: emptyCalibration(),
    voteCurve: emptyVoteCurve(),
    positions: emptyPositions(),
    anyError: emptyRatingPairs(),
    firstError: emptyRatingPairs(),
    operating: threshold === null ? null : emptyOperatingTally(),
    explanations: emptyExplanations(),
  };
}

export interface Diagnosed {
  critique: Critique;
  judgement: Judgement;
  /** Ascending, [] = correct. */
  gold: readonly number[];
  steps: number;
  parse: Parse;
  cut: Cut;
  /** The record is in the split that the threshold is chosen on. */
  isDev: boolean;
  judge: (prediction: Prediction) => Judgement;
}

export function addDiagnostics(tally: DiagnosticsTally, diagnosed: Diagnosed): void {
  const { critique, judgement, steps, parse, isDev, judge } = diagnosed;
  const { label, prediction } = judgement;
  const answer = prediction.first_error;
  addPosition(tally.positions, { label, answer, steps });
  if (answer !== null) {
    addRatingPair(tally.anyError, Number(label !== -1), Number(answer !== -1));
    addRatingPair(tally.firstError, label, answer);
  }
  addVotes(tally.voteCurve, { critique, label, steps, parse });
  if (critique.protocol === 'all_errors') addSteps(tally.voteShare, voteShares(critique, parse), diagnosed);
  else if (answer !== null) {
    // Counted, not the rest of the others' shares: 1 - 3/5 is less than 2/5, and would be in the bin below.
    const confidence = answerShare(critique, parse, answer);
    if (confidence !== null) addCalibration(tally.voteShare, confidence, answer === label);
  }
  addSteps(tally.stated, statedConfidence(critique), diagnosed);
  tally.explanations ??= emptyExplanations();
  addExplanation(tally.explanations, critique);
  if (tally.operating !== null) {
    addOperating(tally.operating, critique, isDev ? 'dev' : 'test', { parse, prediction, judge });
  }
}

/** Each step that is called wrong is one case, in the region that is judged. */
function addSteps(
  tally: CalibrationTally,
  sure: StepConfidence | null,
  { gold, steps, cut }: Pick<Diagnosed, 'gold' | 'steps' | 'cut'>,
): void {
  if (sure === null) return;
  const region = regionLength(steps, gold, cut === 'first_pred_only' ? 'first' : cut);
  for (const [step, confidence] of sure) {
    if (step < region) addCalibration(tally, confidence, gold.includes(step));
  }
}

export function mergeDiagnostics(into: DiagnosticsTally, from: DiagnosticsTally): void {
  mergeCalibration(into.voteShare, from.voteShare);
  mergeCalibration(into.stated, from.stated);
  mergeVoteCurves(into.voteCurve, from.voteCurve);
  mergePositions(into.positions, from.positions);
  mergeRatingPairs(into.anyError, from.anyError);
  mergeRatingPairs(into.firstError, from.firstError);
  if (into.operating !== null && from.operating !== null) mergeOperating(into.operating, from.operating);
  into.explanations ??= emptyExplanations();
  if (from.explanations !== undefined) mergeExplanations(into.explanations, from.explanations);
}

export function diagnosticsScore(
  critic: string,
  tally: DiagnosticsTally,
  threshold: ThresholdSettings | null,
): Pick<
  CriticScore,
  'calibration' | 'vote_curve' | 'operating_point' | 'positions' | 'agreement' | 'explanations'
> {
  const explanations = explanationCounts(tally.explanations ?? emptyExplanations());
  return {
    calibration: { vote_share: calibrationScore(tally.voteShare), stated: calibrationScore(tally.stated) },
    vote_curve: voteCurve(tally.voteCurve),
    operating_point:
      tally.operating === null || threshold === null
        ? null
        : operatingPoint(critic, tally.operating, threshold),
    positions: tally.positions.map((row) => [...row]),
    agreement: { any_error: cohenKappa(tally.anyError), first_error: cohenKappa(tally.firstError) },
    ...(explanations === undefined ? {} : { explanations }),
  };
}
