// How far people agree who judged without seeing the label: only such judgements measure agreement, since a label in sight
// pulls all of them to one side. With 95 % intervals from a bootstrap over records.
import type { Annotation } from '../records/annotation.ts';
import { referee } from '../records/gold-labels.ts';
import { type Measured, resampled } from '../statistics/resampled.ts';
import { annotatorAgreement } from './decision-agreement.ts';

export interface BlindAgreement {
  /** Decisions made blind, and those that do not count because they were not. */
  readonly decisions: number;
  readonly notBlind: number;
  /** Records that at least two judged blind: what everything here is about. */
  readonly records: number;
  readonly alphaDecision: Measured;
  readonly alphaFirstError: Measured;
  readonly pairs: readonly {
    readonly first: string;
    readonly second: string;
    readonly n: number;
    readonly kappa: Measured;
  }[];
}

type Unit = readonly Annotation[];

interface Values {
  readonly alphaDecision: number | null;
  readonly alphaFirstError: number | null;
  readonly kappas: ReadonlyMap<string, { readonly n: number; readonly kappa: number | null }>;
}

const pairKey = (first: string, second: string): string => JSON.stringify([first, second]);

function valuesOf(units: readonly Unit[]): Values {
  const { alpha, pairs, alphaFirstError } = annotatorAgreement(units);
  return {
    alphaDecision: alpha,
    alphaFirstError,
    kappas: new Map(pairs.map(({ first, second, n, kappa }) => [pairKey(first, second), { n, kappa }])),
  };
}

/** The last annotations of everybody about everything. The same annotations give the same intervals. */
export function blindAgreement(annotations: readonly Annotation[], seed = 0): BlindAgreement {
  const all = annotations.filter(({ kind, annotator }) => kind === 'decision' && annotator !== referee);
  const blind = all.filter((one) => one.blind === true);
  const byRecord = new Map<string, Annotation[]>();
  for (const one of blind) byRecord.set(one.record_id, [...(byRecord.get(one.record_id) ?? []), one]);
  // In the order of their ids: intervals must not hang on the names of files.
  const units = [...byRecord]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, unit]) => (unit.length > 1 ? [unit] : []));
  const { whole, measured } = resampled(units, valuesOf, seed);
  return {
    decisions: blind.length,
    notBlind: all.length - blind.length,
    records: units.length,
    alphaDecision: measured(({ alphaDecision }) => alphaDecision),
    alphaFirstError: measured(({ alphaFirstError }) => alphaFirstError),
    pairs: [...whole.kappas].map(([key, { n }]) => {
      const [first, second] = JSON.parse(key) as [string, string];
      return { first, second, n, kappa: measured(({ kappas }) => kappas.get(key)?.kappa) };
    }),
  };
}
