// A small score object with figures that are easy to recognise in tables and charts.
import type {
  CriticScore,
  DeltaBenchScore,
  ProcessBenchScore,
  ScoreCell,
  ScoreObject,
  SubjectScore,
} from '../../src/records/score.ts';

const noPrf = { precision: null, recall: null, f1: null };
const noCounts = { tp: 0, fp: 0, fn: 0, tn: 0 };

function processBench(
  errorAcc: number | null,
  correctAcc: number | null,
  f1: number | null,
): ProcessBenchScore {
  return {
    error_acc: errorAcc,
    correct_acc: correctAcc,
    f1,
    exact: 0.5,
    balanced_acc: null,
    false_positive_rate: correctAcc === null ? null : 1 - correctAcc,
    // 4 found, 5 wrong steps and 2 flagged correct solutions, 6 uncaught, 8 passed.
    detection: { tp: 4, fp: 7, fn: 6, tn: 8, precision: 4 / 11, recall: 0.4, f1: 8 / 21, accuracy: 0.6 },
    binary: { ...noCounts, n_none_correct: 0, accuracy: null, precision: null, recall: null },
    outcomes: { exact: 4, early: 3, late: 2, missed: 1, none: 0 },
    mean_abs_distance: null,
    within_1: null,
    subsets: {
      gsm8k: { error_acc: errorAcc, correct_acc: correctAcc, f1: 0.25, simple_f1_score: 0.25, n: 12 },
      math: { error_acc: errorAcc, correct_acc: correctAcc, f1: 0.75, simple_f1_score: 0.75, n: 8 },
    },
    mean_of_subsets_f1: f1,
    weighted_f1: f1,
    simple_f1_score: f1,
  };
}

function deltaBench(f1: number | null): DeltaBenchScore {
  const micro = { ...noCounts, precision: 0.2, recall: 0.6, f1, step_fpr: null, step_accuracy: null };
  return {
    cut: 'first',
    micro,
    micro_error_only: micro,
    macro: { precision: 0.25, recall: 0.65, f1: 0.35 },
    macro_with_clean: { zero: noPrf, vacuous_one: noPrf },
    clean_fpr: null,
    clean_pass_rate: null,
    exact_first: null,
    first_error_recall: null,
    error_flag_rate: null,
    mean_flags: null,
    n_invalid_flags: 0,
  };
}

const counts = { n: 20, n_error: 10, n_correct: 10, n_unparsed: 2, n_failed: 1 };

export function cell(errorAcc: number | null): ScoreCell {
  return {
    ...counts,
    processbench: processBench(errorAcc, 0.8, 0.5),
    deltabench: deltaBench(0.3),
    intervals: { error_acc: errorAcc === null ? null : [0.1, 0.7] },
  };
}

function subject(
  critic: string,
  errorAcc: number | null,
  f1: number | null,
  stepF1: number | null,
): SubjectScore {
  return {
    critic,
    ...counts,
    processbench: processBench(errorAcc, 0.8, f1),
    deltabench: deltaBench(stepF1),
    intervals: { error_acc: [0.168, 0.687], unheard_of: null },
    by: {},
  };
}

export function critic(name: string, errorAcc: number | null = 0.4, f1: number | null = 0.5333): CriticScore {
  return {
    ...subject(name, errorAcc, f1, 0.3),
    by: { task: { algebra: cell(0.5), geometry: cell(null) } },
    lift: {
      processbench_f1: f1 === null ? null : { baseline: 'random', value: 0.45 },
      deltabench_f1: { baseline: 'last_third', value: -0.02 },
    },
    calibration: { vote_share: null, stated: null },
    vote_curve: null,
    operating_point: null,
    positions: Array.from({ length: 11 }, () => new Array<number>(12).fill(0)),
    agreement: { any_error: null, first_error: null },
  };
}

export function scoreOf(critics: readonly CriticScore[]): ScoreObject {
  return {
    records: 23,
    skipped: { rejected: 2, failed: 0, unlabelled: 1 },
    parse: 'robust',
    seed: 0,
    bootstrap: 1000,
    warnings: [],
    critics: [...critics],
    baselines: [subject('last_third', 0.1, 0, 0.32), subject('random', 0.05, 0.0833, null)],
  };
}
