// Compares critics: takes records one at a time in constant memory, pairs the critics that have judged a record, and
// gives the comparison object. People's labels ride along as one more rater each.

import { LateBenchError } from '../errors.ts';
import type { ComparisonObject, Headline, PairComparison } from '../records/comparison.ts';
import type { Cut, DeltaGold, Parse } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { addRatingPair, cohenKappa, emptyRatingPairs, type RatingPairs } from '../statistics/agreement.ts';
import { createBootstrap } from '../statistics/bootstrap.ts';
import { holm } from '../statistics/holm.ts';
import { differs } from '../statistics/paired-test.ts';
import { type InParts, withoutPauses } from '../statistics/parts.ts';
import { poissonWeights } from '../statistics/poisson.ts';
import { seedFrom } from '../statistics/random.ts';
import { checkComparisonSettings } from './check-settings.ts';
import { evaluateFlags } from './deltabench.ts';
import { firstErrorOf, goldOf } from './gold.ts';
import { addPair, comparePair, emptyPair, type PairTally, type RawPair, type Side } from './pair-tally.ts';
import { predictionOf } from './prediction.ts';
import { addRaters, emptyRaters, ratersAgreement } from './raters.ts';
import {
  columnCount,
  rateMetrics,
  type Sums,
  sufficientStatistics,
  summedMetrics,
} from './sufficient-statistics.ts';

export interface ComparisonSettings {
  parse?: Parse;
  cut?: Cut;
  deltaGold?: DeltaGold;
  seed?: number;
  /** Default 1000. */
  bootstrap?: number;
  /** What critics are ranked by; default `f1`, or `deltabench_micro_f1` where a class is missing. */
  headline?: Headline | null;
  /** Only these critics; all when empty. */
  critics?: readonly string[];
  /**
   * Each critic is compared with this one alone: `b` of every pair. Holm's correction is over these; agreement is not
   * counted.
   */
  reference?: string;
}

/** Compares critics pair by pair on the records that both have judged. Made by `createComparison`. */
export interface Comparison {
  /** Adds a record. `people`: the first error by annotator, 0-based, -1 = none, for their agreement. */
  add(record: Solution, people?: ReadonlyMap<string, number>): void;
  /** `add` in parts, a thousand pairs of critics at a time, so that a server can answer other requests in between. */
  addInParts(record: Solution, people?: ReadonlyMap<string, number>): Generator<undefined, void>;
  /** The comparison of what was added so far. */
  result(): ComparisonObject;
  /** `result` in parts, several per pair of critics. */
  resultInParts(): Generator<undefined, ComparisonObject>;
}

/** Pairs of critics that are added to between two pauses: some 10 ms. */
const pairsAPart = 1000;

/** Bounds the pairs in memory; a larger table would be unreadable. */
export const maxCritics = 32;
/** As many pairs, of critics with one reference. */
export const maxCriticsAgainstOne = (maxCritics * (maxCritics - 1)) / 2 + 1;

/**
 * Compares all critics in the records pair by pair, on the records that both have judged: McNemar's exact test
 * (McNemar 1947), with Holm's correction for several pairs (Holm 1979), and bootstrap intervals of the differences,
 * clustered by problem.
 *
 * @param settings `seed` (default 0), `bootstrap` replicates (default 1000), `critics` to compare (default all, at
 * most 32), and how critiques are read, as in `ScoreSettings`.
 * @throws LB_USAGE for settings that there are not; from `add`, for more critics than a comparison takes.
 * @example
 * const comparison = createComparison({ seed: 1 });
 * for (const record of records) comparison.add(record);
 * const { tied, pairs } = comparison.result();
 */
export function createComparison(settings: ComparisonSettings = {}): Comparison {
  checkComparisonSettings(settings);
  const { parse = 'robust', cut = 'first', deltaGold = 'errors', seed = 0, bootstrap = 1000 } = settings;
  const { reference } = settings;
  const requested = new Set(settings.critics);
  const whole = new Map<string, number[]>();
  const pairs = new Map<string, Map<string, PairTally>>();
  const raters = { critics: emptyRaters(), people: emptyRaters(), all: emptyRaters() };
  const against = new Map<string, { critic: string; person: string; any: RatingPairs; first: RatingPairs }>();
  const models = new Set<string>();
  let records = 0;
  let pairsAdded = 0;

  function* addInParts(record: Solution, people: ReadonlyMap<string, number> = new Map()): InParts<void> {
    records += 1;
    const gold = goldOf(record, deltaGold);
    const sides = new Map<string, Side>();
    const goldSteps = gold?.kind === 'error' ? gold.errorSteps : [];
    for (const critique of record.critiques ?? []) {
      if (requested.size > 0 && !requested.has(critique.critic)) continue;
      if (critique.model != null) models.add(critique.model);
      const prediction = predictionOf(critique, parse);
      const evaluation = evaluateFlags(record.steps.length, goldSteps, prediction.error_steps, cut);
      const label = gold === null ? -1 : firstErrorOf(gold);
      const row = sufficientStatistics({ label, prediction, evaluation });
      sides.set(critique.critic, { row, answer: prediction.first_error });
    }
    if (reference === undefined) addAgreement(sides, people);
    if (gold === null) return;
    const problem = seedFrom(record.problem);
    const names = [...sides.keys()].sort();
    for (const [i, a] of names.entries()) {
      addWhole(a, sides.get(a)!.row);
      for (const b of othersOf(a, names.slice(i + 1), sides)) {
        const tally = pairFor(a, b);
        const { shift } = tally.clusters;
        addPair(tally, sides.get(a)!, sides.get(b)!, problem);
        pairsAdded += 1;
        // All pairs pool their problems at the same record, and pooling takes as long as adding to hundreds of pairs.
        if (tally.clusters.shift !== shift || pairsAdded % pairsAPart === 0) yield;
      }
    }
  }

  function othersOf(critic: string, later: readonly string[], judged: ReadonlyMap<string, Side>) {
    if (reference === undefined) return later;
    return critic !== reference && judged.has(reference) ? [reference] : [];
  }

  function addAgreement(sides: ReadonlyMap<string, Side>, people: ReadonlyMap<string, number>): void {
    const answers = new Map(
      [...sides].flatMap(([name, { answer }]) => (answer === null ? [] : [[name, answer]])),
    );
    addRaters(raters.critics, answers);
    addRaters(raters.people, people);
    addRaters(raters.all, new Map([...answers, ...people]));
    for (const [critic, answer] of answers) {
      for (const [person, label] of people) {
        const key = JSON.stringify([critic, person]);
        const known = against.get(key) ?? {
          critic,
          person,
          any: emptyRatingPairs(),
          first: emptyRatingPairs(),
        };
        against.set(key, known);
        addRatingPair(known.any, Number(label !== -1), Number(answer !== -1));
        addRatingPair(known.first, label, answer);
      }
    }
  }

  function addWhole(name: string, row: readonly number[]): void {
    const max = reference === undefined ? maxCritics : maxCriticsAgainstOne;
    if (!whole.has(name) && whole.size >= max) {
      throw new LateBenchError(
        'LB_USAGE',
        `more than ${max} critics in these records: choose some with --critics`,
      );
    }
    const sums = whole.get(name) ?? new Array<number>(columnCount).fill(0);
    whole.set(name, sums);
    for (const [i, value] of row.entries()) sums[i]! += value;
  }

  function pairFor(a: string, b: string): PairTally {
    const row = pairs.get(a) ?? new Map<string, PairTally>();
    pairs.set(a, row);
    const known = row.get(b) ?? emptyPair();
    row.set(b, known);
    return known;
  }

  function* resultInParts(): InParts<ComparisonObject> {
    const figures: Readonly<Record<string, (at: Sums) => number | null>> = {
      ...rateMetrics,
      ...summedMetrics,
    };
    const of = (name: string, critic: string) => figures[name]!((column) => whole.get(critic)![column]!);
    const names = [...whole.keys()].sort();
    const headline =
      settings.headline ?? (names.every((name) => of('f1', name) !== null) ? 'f1' : 'deltabench_micro_f1');
    const shared = createBootstrap(bootstrap, poissonWeights(seed, bootstrap));
    const raw: RawPair[] = [];
    for (const a of names) {
      const others = [...(pairs.get(a) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
      for (const [b, tally] of others) {
        raw.push(yield* comparePair([a, b], tally, shared));
        yield;
      }
    }
    const adjusted = holm(raw.map((pair) => pair.figures[headline]!.p));
    const adjustedExact = holm(raw.map(({ mcnemar }) => mcnemar.p));
    const compared = raw.map((pair, i): PairComparison => {
      const { interval } = pair.figures[headline]!;
      const p = adjusted[i]!;
      return {
        ...pair,
        mcnemar: { ...pair.mcnemar, p_adjusted: adjustedExact[i]! },
        p_adjusted: p,
        differs: differs(interval, p),
      };
    });
    const critics = names
      .map((critic) => {
        const sums = whole.get(critic)!;
        return { critic, n: sums[0]! + sums[3]!, headline: of(headline, critic) };
      })
      .sort((a, b) => (b.headline ?? -1) - (a.headline ?? -1));
    const ranked = critics.map(({ critic }) => critic);
    return {
      records,
      headline,
      seed,
      bootstrap,
      critics,
      tied: reference === undefined ? tiedGroups(ranked, compared) : [],
      pairs: compared,
      agreement: {
        critics: ratersAgreement(raters.critics),
        people: ratersAgreement(raters.people),
        all: ratersAgreement(raters.people) === null ? null : ratersAgreement(raters.all),
      },
      against_people: [...against.values()].map(({ critic, person, any, first }) => ({
        critic,
        person,
        n: any.n,
        any_error: cohenKappa(any),
        first_error: cohenKappa(first),
      })),
      models: [...models].sort(),
      warnings: [
        ...(reference === undefined ? apartWarning(critics, compared) : []),
        ...unevenWarning(critics, compared),
      ],
    };
  }

  return {
    add: (record, people) => withoutPauses(addInParts(record, people)),
    addInParts,
    result: () => withoutPauses(resultInParts()),
    resultInParts,
  };
}

const isPairOf = (pair: PairComparison, one: string, other: string): boolean =>
  (pair.a === one && pair.b === other) || (pair.a === other && pair.b === one);

/**
 * From the best down: a group holds all that follow and do not differ from its first. Critics without a common record
 * are not compared, so they are in no common group.
 */
function tiedGroups(ranked: readonly string[], pairs: readonly PairComparison[]): string[][] {
  const mayBeEqual = (a: string, b: string): boolean => {
    const pair = pairs.find((one) => isPairOf(one, a, b));
    return pair !== undefined && pair.differs !== true;
  };
  const groups: string[][] = [];
  for (const critic of ranked) {
    const group = groups.at(-1);
    if (group === undefined || !mayBeEqual(group[0]!, critic)) groups.push([critic]);
    else group.push(critic);
  }
  return groups;
}

/** Pairs that are named; the others are only counted. */
const maxNamed = 3;

function apartWarning(
  critics: readonly { readonly critic: string }[],
  pairs: readonly PairComparison[],
): string[] {
  const apart = critics.flatMap(({ critic: one }, at) =>
    critics
      .slice(at + 1)
      .flatMap(({ critic: other }) =>
        pairs.some((pair) => isPairOf(pair, one, other)) ? [] : [`${one} and ${other}`],
      ),
  );
  if (apart.length === 0 || pairs.length === 0) return [];
  const more = apart.length > maxNamed ? `, and ${apart.length - maxNamed} more pairs` : '';
  return [
    `not compared, because no record was judged by both: ${apart.slice(0, maxNamed).join('; ')}${more}`,
  ];
}

function unevenWarning(
  critics: readonly { readonly n: number }[],
  pairs: readonly PairComparison[],
): string[] {
  const max = Math.max(0, ...critics.map(({ n }) => n));
  const fewest = Math.min(max, ...pairs.map(({ n }) => n));
  return fewest === max
    ? []
    : [`pairs are compared on the records that both judged: ${fewest} of ${max} in the smallest pair`];
}
