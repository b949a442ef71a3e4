// How far people agree in their decisions: Krippendorff's alpha over all of them, Cohen's kappa for each pair.
import {
  addRatingPair,
  addRatings,
  cohenKappa,
  emptyCoincidences,
  emptyRatingPairs,
  krippendorffAlpha,
  type RatingPairs,
} from '../statistics/agreement.ts';
import type { Publication } from './publication.ts';

export interface AnnotatorAgreement {
  /** Records with at least one decision, and with at least two. */
  readonly decided: number;
  readonly doubly_decided: number;
  /** Ordinal (no < maybe < yes); null where nothing can be said. */
  readonly alpha: number | null;
  readonly pairs: readonly {
    readonly annotators: readonly [string, string];
    readonly records: number;
    readonly kappa: number | null;
  }[];
}

const scale = { no: 0, maybe: 1, yes: 2 } as const;

export function createAnnotatorAgreement(): {
  add(decisions: Publication['decisions']): void;
  result(): AnnotatorAgreement;
} {
  const coincidences = emptyCoincidences();
  const byPair = new Map<string, { annotators: [string, string]; pairs: RatingPairs }>();
  let decided = 0;
  let doubly = 0;
  return {
    add(decisions) {
      if (decisions.length > 0) decided += 1;
      if (decisions.length < 2) return;
      doubly += 1;
      addRatings(
        coincidences,
        decisions.map(({ decision }) => scale[decision]),
      );
      for (const [at, first] of decisions.entries()) {
        for (const second of decisions.slice(at + 1)) {
          const annotators: [string, string] = [first.annotator, second.annotator];
          const key = JSON.stringify(annotators);
          const entry = byPair.get(key) ?? { annotators, pairs: emptyRatingPairs() };
          byPair.set(key, entry);
          addRatingPair(entry.pairs, first.decision, second.decision);
        }
      }
    },
    result: () => ({
      decided,
      doubly_decided: doubly,
      alpha: krippendorffAlpha(coincidences, 'ordinal'),
      pairs: [...byPair.values()]
        .sort((a, b) => (JSON.stringify(a.annotators) < JSON.stringify(b.annotators) ? -1 : 1))
        .map(({ annotators, pairs }) => ({ annotators, records: pairs.n, kappa: cohenKappa(pairs) })),
    }),
  };
}
