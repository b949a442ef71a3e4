// The ways of taking a working set's answer, and their names in results.

export interface Method {
  /** `cons`, `measure/<metric>`, `top<eta>/<metric>` or `best/<metric>`. */
  readonly name: string;
  /** The confidence that weighs or filters; null for the plain majority. */
  readonly metric: string | null;
  /** Share of the traces that is kept; null keeps all, 0 the best one. */
  readonly eta: number | null;
  /** False: each kept trace counts 1. */
  readonly weighted: boolean;
}

/** Cons@K: the majority of all traces. */
export const consName = 'cons';

/**
 * Majority, then for each metric the weighted vote of all, of the top eta by that metric, and the plain majority of
 * the top eta (which has the name of its weighted twin). With `best` also best-of-N: the answer of the trace with the
 * highest score.
 */
export function methodsOf(
  metrics: readonly string[],
  etas: readonly number[],
  { best = false }: { readonly best?: boolean | undefined } = {},
): readonly Method[] {
  return [
    { name: consName, metric: null, eta: null, weighted: false },
    ...metrics.flatMap((metric) => [
      { name: `measure/${metric}`, metric, eta: null, weighted: true },
      ...etas.flatMap((eta) =>
        [true, false].map((weighted) => ({ name: `top${eta}/${metric}`, metric, eta, weighted })),
      ),
      ...(best ? [{ name: `best/${metric}`, metric, eta: 0, weighted: true }] : []),
    ]),
  ];
}

/** The majority of the filtered traces: compared with the weighted vote, it separates filtering from weighting. */
export function isUnweightedTwin({ eta, weighted }: Method): boolean {
  return eta !== null && !weighted;
}

/** The confidence of a method, by its name in results; null where it has none. */
export function metricOfName(name: string): string | null {
  return name.split('/')[1] ?? null;
}
