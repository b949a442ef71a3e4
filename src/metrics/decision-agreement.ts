// How far people agree in their decisions about records: Krippendorff's alpha over all of them, Cohen's kappa for each
// pair. The dashboard, `annotations agreement` and the quality report of a dataset show these numbers.
import { type Annotation, type Decision, decisions } from '../records/annotation.ts';
import { referee } from '../records/gold-labels.ts';
import {
  addRatingPair,
  addRatings,
  cohenKappa,
  emptyCoincidences,
  emptyRatingPairs,
  krippendorffAlpha,
  type RatingPairs,
} from '../statistics/agreement.ts';

export interface DecisionAgreement {
  /** Records with at least one decision, and with at least two. */
  readonly decided: number;
  readonly doublyDecided: number;
  /** Ordinal (no < maybe < yes); null where nothing can be said. */
  readonly alpha: number | null;
  /** Those who decided about a record both, by name. */
  readonly pairs: readonly {
    readonly first: string;
    readonly second: string;
    readonly n: number;
    readonly same: number;
    readonly kappa: number | null;
    /** Records by the decision of the first (rows) and of the second (columns), in the order of `decisions`. */
    readonly confusion: readonly (readonly number[])[];
  }[];
}

interface PairTally {
  readonly first: string;
  readonly second: string;
  readonly ratings: RatingPairs;
  readonly confusion: number[][];
}

const scale: Readonly<Record<Decision, number>> = { no: 0, maybe: 1, yes: 2 };
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** How far annotators agree on the records of `units`: the last annotations of each person about one record. */
export function annotatorAgreement(units: Iterable<readonly Annotation[]>): Pick<
  DecisionAgreement,
  'alpha' | 'pairs'
> & {
  /** Nominal, of the steps they named; null where nothing can be said. */
  readonly alphaFirstError: number | null;
} {
  const agreement = createDecisionAgreement();
  const onStep = emptyCoincidences();
  for (const unit of units) {
    agreement.add(
      unit.flatMap(({ annotator, decision }) => (decision == null ? [] : [{ annotator, decision }])),
    );
    addRatings(
      onStep,
      unit.flatMap(({ first_error: step }) => (step == null ? [] : [step])),
    );
  }
  const { alpha, pairs } = agreement.result();
  return { alpha, pairs, alphaFirstError: krippendorffAlpha(onStep, 'nominal') };
}

/** Adds up the decisions record by record. The referee settles disputes and is no rater. */
export function createDecisionAgreement(): {
  /** The decisions about one record: each annotator's last. */
  add(about: readonly { readonly annotator: string; readonly decision: Decision }[]): void;
  result(): DecisionAgreement;
} {
  const coincidences = emptyCoincidences();
  const tallies = new Map<string, PairTally>();
  let decided = 0;
  let doublyDecided = 0;
  return {
    add(about) {
      const rated = about.filter(({ annotator }) => annotator !== referee);
      rated.sort((a, b) => byName(a.annotator, b.annotator));
      if (rated.length > 0) decided += 1;
      if (rated.length > 1) doublyDecided += 1;
      addRatings(
        coincidences,
        rated.map(({ decision }) => scale[decision]),
      );
      for (const [at, one] of rated.entries()) {
        for (const other of rated.slice(at + 1)) {
          const [first, second] = [one.annotator, other.annotator];
          const key = JSON.stringify([first, second]);
          const confusion = decisions.map(() => decisions.map(() => 0));
          const tally = tallies.get(key) ?? { first, second, ratings: emptyRatingPairs(), confusion };
          tallies.set(key, tally);
          addRatingPair(tally.ratings, one.decision, other.decision);
          tally.confusion[decisions.indexOf(one.decision)]![decisions.indexOf(other.decision)]! += 1;
        }
      }
    },
    result: () => ({
      decided,
      doublyDecided,
      alpha: krippendorffAlpha(coincidences, 'ordinal'),
      pairs: [...tallies.values()]
        .sort((a, b) => byName(a.first, b.first) || byName(a.second, b.second))
        .map(({ first, second, ratings, confusion }) => {
          const { n, same } = ratings;
          return { first, second, n, same, kappa: cohenKappa(ratings), confusion };
        }),
    }),
  };
}
