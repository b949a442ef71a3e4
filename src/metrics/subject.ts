// All that is counted about one critic or one baseline: the whole, the subsets, and the breakdowns.
import type { Cut, ProcessBenchScore, ScoreCell, SubjectScore } from '../records/score.ts';
import {
  addToCell,
  type CellTally,
  cellKind,
  emptyCell,
  type Judgement,
  mergeCells,
  scoreCell,
} from './cell.ts';
import { emptyGroups, type Groups, groupEntries, groupFor, type Mergeable, mergeGroups } from './groups.ts';
import {
  addProcessBench,
  emptyProcessBench,
  mergeProcessBench,
  type ProcessBenchTally,
  processBenchFigures,
  sizesOf,
} from './processbench.ts';
import { meanOfSubsets, weightedMeanOfSubsets } from './subset-means.ts';

/** Distinct values kept for each field, and subsets kept; the rest are pooled, so memory stays bounded. */
const maxGroups = 200;

/** Where a record is counted: its subset, and its value for each breakdown in the order of the fields. */
interface Placement {
  subset: string;
  values: readonly string[];
}

export interface SubjectTally {
  whole: CellTally;
  subsets: Groups<ProcessBenchTally>;
  /** One for each field of the breakdown, in that order. */
  by: Groups<CellTally>[];
}

const processBenchKind: Mergeable<ProcessBenchTally> = { empty: emptyProcessBench, merge: mergeProcessBench };

export function emptySubject(fields: number): SubjectTally {
  return {
    whole: emptyCell(),
    subsets: emptyGroups(),
    by: Array.from({ length: fields }, () => emptyGroups<CellTally>()),
  };
}

export function addToSubject(subject: SubjectTally, place: Placement, judgement: Judgement): void {
  addToCell(subject.whole, judgement);
  const subset = groupFor(subject.subsets, place.subset, processBenchKind, maxGroups);
  addProcessBench(subset, judgement.label, judgement.prediction.first_error);
  for (const [i, groups] of subject.by.entries()) {
    addToCell(groupFor(groups, place.values[i] as string, cellKind, maxGroups), judgement);
  }
}

export function mergeSubjects(into: SubjectTally, from: SubjectTally): void {
  mergeCells(into.whole, from.whole);
  mergeGroups(into.subsets, from.subsets, processBenchKind, maxGroups);
  for (const [i, groups] of into.by.entries()) {
    mergeGroups(groups, from.by[i] as Groups<CellTally>, cellKind, maxGroups);
  }
}

export function scoreSubject(
  name: string,
  subject: SubjectTally,
  fields: readonly string[],
  cut: Cut,
): SubjectScore {
  const whole = scoreCell(subject.whole, cut);
  const byField = fields.map((field, i): [string, Record<string, ScoreCell>] => {
    const cells = groupEntries(subject.by[i] as Groups<CellTally>);
    return [field, Object.fromEntries(cells.map(([value, cell]) => [value, scoreCell(cell, cut)]))];
  });
  return {
    critic: name,
    ...whole,
    processbench: { ...whole.processbench, ...scoreSubsets(subject.subsets) },
    by: Object.fromEntries(byField),
  };
}

function scoreSubsets(
  groups: Groups<ProcessBenchTally>,
): Pick<ProcessBenchScore, 'subsets' | 'mean_of_subsets_f1' | 'weighted_f1'> {
  const subsets = groupEntries(groups).map(([name, tally]) => {
    const { error_acc, correct_acc, f1 } = processBenchFigures(tally);
    const { nError, nClean } = sizesOf(tally);
    return [name, { error_acc, correct_acc, f1, n: nError + nClean }] as const;
  });
  const scores = subsets.map(([, score]) => score);
  return {
    subsets: Object.fromEntries(subsets),
    mean_of_subsets_f1: meanOfSubsets(scores.map((score) => score.f1)),
    weighted_f1: weightedMeanOfSubsets(scores),
  };
}
