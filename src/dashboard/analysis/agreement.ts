// How far annotators agree on the records that several of them judged, where they do not, and what was settled.
import { type Annotation, decisions } from '../../records/annotation.ts';
import { referee } from '../../records/gold-labels.ts';
import {
  addRatingPair,
  addRatings,
  cohenKappa,
  emptyCoincidences,
  emptyRatingPairs,
  krippendorffAlpha,
} from '../../statistics/agreement.ts';
import type { AgreementPage } from '../api-analysis.ts';

/** As the page shows it, with the disputes as they were written. */
export interface PersonsAgreement extends Omit<AgreementPage, 'disputes'> {
  readonly disputes: readonly {
    readonly recordId: string;
    readonly reported: readonly Annotation[];
    readonly settled: Annotation | null;
  }[];
}

function meanSeconds(reported: readonly Annotation[]): number | null {
  const times = reported.flatMap(({ seconds }) => (seconds == null ? [] : [seconds]));
  return times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length;
}

function pairOf(first: string, second: string, byRecord: ReadonlyMap<string, readonly Annotation[]>) {
  const ratings = emptyRatingPairs();
  const confusion = decisions.map(() => decisions.map(() => 0));
  for (const reported of byRecord.values()) {
    const one = reported.find(({ annotator }) => annotator === first)?.decision;
    const other = reported.find(({ annotator }) => annotator === second)?.decision;
    if (one == null || other == null) continue;
    addRatingPair(ratings, one, other);
    const row = confusion[decisions.indexOf(one)]!;
    row[decisions.indexOf(other)]! += 1;
  }
  return { first, second, n: ratings.n, same: ratings.same, kappa: cohenKappa(ratings), confusion };
}

const differ = (values: readonly unknown[]): boolean =>
  new Set(values.filter((value) => value != null)).size > 1;

export function agreementOf(annotations: readonly Annotation[]): PersonsAgreement {
  const all = annotations.filter(({ kind }) => kind === 'decision');
  const settled = new Map(
    all.filter(({ annotator }) => annotator === referee).map((one) => [one.record_id, one]),
  );
  const byRecord = new Map<string, Annotation[]>();
  const byName = new Map<string, Annotation[]>();
  for (const one of all) {
    if (one.annotator === referee) continue;
    byRecord.set(one.record_id, [...(byRecord.get(one.record_id) ?? []), one]);
    byName.set(one.annotator, [...(byName.get(one.annotator) ?? []), one]);
  }
  const onDecision = emptyCoincidences();
  const onStep = emptyCoincidences();
  for (const reported of byRecord.values()) {
    addRatings(
      onDecision,
      reported.flatMap(({ decision }) => (decision == null ? [] : [decisions.indexOf(decision)])),
    );
    addRatings(
      onStep,
      reported.flatMap(({ first_error: step }) => (step == null ? [] : [step])),
    );
  }
  const names = [...byName.keys()].sort();
  const pairs = names.flatMap((first, at) =>
    names.slice(at + 1).map((second) => pairOf(first, second, byRecord)),
  );
  const disputes = [...byRecord].flatMap(([recordId, reported]) => {
    const isDispute =
      differ(reported.map(({ decision }) => decision)) || differ(reported.map((one) => one.first_error));
    return isDispute ? [{ recordId, reported, settled: settled.get(recordId) ?? null }] : [];
  });
  return {
    annotators: names.map((name) => {
      const reported = byName.get(name)!;
      return { name, decisions: reported.length, meanSeconds: meanSeconds(reported) };
    }),
    alphaDecision: krippendorffAlpha(onDecision, 'ordinal'),
    alphaFirstError: krippendorffAlpha(onStep, 'nominal'),
    pairs: pairs.filter(({ n }) => n > 0),
    disputes,
    settled: disputes.filter((one) => one.settled !== null).length,
  };
}
