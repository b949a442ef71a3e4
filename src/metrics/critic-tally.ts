// Everything that is counted about one critic or one baseline: the whole, the subsets, and the breakdowns.
import type { Cut, ScoreCell, SubjectScore } from '../records/score.ts';
import type { Bootstrap } from '../statistics/bootstrap.ts';
import { addToCluster } from '../statistics/cluster-sums.ts';
import { emptyGroups, type Groups, groupEntries, groupFor, mergeGroups } from './groups.ts';
import { processBench } from './processbench.ts';
import { type SubsetTally, scoreSubsets, subsetIntervals, subsetKind } from './subset-tally.ts';
import {
  addToTally,
  emptyTally,
  type Judgement,
  mergeTallies,
  type Outcome,
  scoreTally,
  type Tally,
  tallyKind,
} from './tally.ts';

/** Distinct values kept for each field, and subsets kept; the rest are pooled, so memory stays bounded. */
const maxGroups = 200;

/** Clusters (problems) kept separately in the whole, a subset and a cell of a breakdown, before they are pooled. */
const clusterCaps = { whole: 4096, subset: 1024, cell: 512 } as const;

/** Where a record is counted: its subset, and its value for each breakdown in the order of the fields. */
interface Placement {
  subset: string;
  values: readonly string[];
}

export interface CriticTally {
  whole: Tally;
  subsets: Groups<SubsetTally>;
  /** One for each field of the breakdown, in that order. */
  by: Groups<Tally>[];
}

export interface CriticTallyKind {
  readonly wholeCap: number;
  readonly subset: ReturnType<typeof subsetKind>;
  readonly cell: ReturnType<typeof tallyKind>;
}

/** With or without bootstrap intervals: baselines have Wilson intervals only. */
export function criticTallyKind(bootstrapped: boolean): CriticTallyKind {
  const { whole, subset, cell } = bootstrapped ? clusterCaps : { whole: 0, subset: 0, cell: 0 };
  return { wholeCap: whole, subset: subsetKind(subset), cell: tallyKind(cell) };
}

export function emptyCriticTally(fields: number, kind: CriticTallyKind): CriticTally {
  return {
    whole: emptyTally(kind.wholeCap),
    subsets: emptyGroups(),
    by: Array.from({ length: fields }, () => emptyGroups<Tally>()),
  };
}

export function addToCriticTally(
  subject: CriticTally,
  kind: CriticTallyKind,
  place: Placement,
  judgement: Judgement,
  outcome: Outcome | null,
): void {
  addToTally(subject.whole, judgement, outcome?.wide, outcome?.problem);
  const subset = groupFor(subject.subsets, place.subset, kind.subset, maxGroups);
  processBench.add(subset.processbench, judgement.label, judgement.prediction.first_error);
  if (subset.clusters !== null && outcome !== null) {
    addToCluster(subset.clusters, outcome.problem, outcome.row);
  }
  for (const [i, groups] of subject.by.entries()) {
    const cell = groupFor(groups, place.values[i] as string, kind.cell, maxGroups);
    addToTally(cell, judgement, outcome?.row, outcome?.problem);
  }
}

export function mergeCriticTallies(into: CriticTally, kind: CriticTallyKind, from: CriticTally): void {
  mergeTallies(into.whole, from.whole);
  mergeGroups(into.subsets, from.subsets, kind.subset, maxGroups);
  for (const [i, groups] of into.by.entries()) {
    mergeGroups(groups, from.by[i] as Groups<Tally>, kind.cell, maxGroups);
  }
}

export function scoreCriticTally(
  name: string,
  subject: CriticTally,
  { fields, cut, bootstrap }: { fields: readonly string[]; cut: Cut; bootstrap: Bootstrap },
): SubjectScore {
  const whole = scoreTally(subject.whole, cut, bootstrap);
  const byField = fields.map((field, i): [string, Record<string, ScoreCell>] => {
    const cells = groupEntries(subject.by[i] as Groups<Tally>);
    return [
      field,
      Object.fromEntries(cells.map(([value, cell]) => [value, scoreTally(cell, cut, bootstrap)])),
    ];
  });
  return {
    critic: name,
    ...whole,
    processbench: { ...whole.processbench, ...scoreSubsets(subject.subsets) },
    intervals: { ...whole.intervals, ...subsetIntervals(subject.subsets, bootstrap) },
    by: Object.fromEntries(byField),
  };
}
