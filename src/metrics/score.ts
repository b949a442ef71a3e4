// The scorer: takes records one at a time in constant memory and gives the score object. Shards are scored apart
// and merged through their states. It calls no model and draws nothing but what the seed decides.

import { LateBenchError } from '../errors.ts';
import type { Critique } from '../records/critique.ts';
import { canonicalJson } from '../records/identity.ts';
import type { CriticScore, Cut, DeltaGold, Parse, ScoreObject } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { createBootstrap } from '../statistics/bootstrap.ts';
import { poissonWeights } from '../statistics/poisson.ts';
import { seedFrom } from '../statistics/random.ts';
import { balanceWarning } from './balance-warning.ts';
import { createBaselines } from './baselines.ts';
import { breakdownValue, subsetOf } from './breakdown.ts';
import { checkScoreSettings } from './check-settings.ts';
import {
  addToCriticTally,
  type CriticTally,
  criticTallyKind,
  emptyCriticTally,
  mergeCriticTallies,
  scoreCriticTally,
} from './critic-tally.ts';
import { evaluateFlags } from './deltabench.ts';
import {
  addDiagnostics,
  type DiagnosticsTally,
  diagnosticsScore,
  emptyDiagnostics,
  mergeDiagnostics,
} from './diagnostics.ts';
import {
  addFailureNotes,
  emptyFailureNotes,
  type FailureNotes,
  failureWarning,
  mergeFailureNotes,
} from './failure-notes.ts';
import { firstErrorOf, goldOf } from './gold.ts';
import { liftOf } from './lift.ts';
import type { ThresholdSettings } from './operating-point.ts';
import { type Prediction, predictionOf } from './prediction.ts';
import { baselineRow, sufficientStatistics } from './sufficient-statistics.ts';
import { addToTally, emptyTally, type Judgement, mergeTallies, type Outcome, type Tally } from './tally.ts';

/** How critiques are read and counted; each setting has a default. */
export interface ScoreSettings {
  /** Which parse of a reply is scored: `robust`, or `strict` (last box, integer literal). Default `robust`. */
  parse?: Parse;
  /**
   * Where the DeltaBench evaluation of a solution ends: `first`, `last`, `none` or `first_pred_only`. Default `first`.
   */
  cut?: Cut;
  /** DeltaBench's gold steps: `errors`, or `errors+unuseful` as in its own evaluation. Default `errors`. */
  deltaGold?: DeltaGold;
  /** For the `random` baseline and the bootstrap; default 0. */
  seed?: number;
  /** Bootstrap replicates for intervals of metrics that are not shares of records; 0 for none; default 1000. */
  bootstrap?: number;
  /** Choose a threshold on the critics' confidence; default null. */
  threshold?: ThresholdSettings | null;
  /**
   * Fields to break the metrics down by: dotted paths into the record, or `error_source`, `error_type`,
   * `injection_mode`, `position_decile` (tenth of the solution that has the first error) or `length` (group by number
   * of steps). Default: none.
   */
  by?: readonly string[];
  /** 0-based steps of the `constant_<k>` baselines; default [0]. */
  constants?: readonly number[];
  /** Also the baseline that reads, but only arithmetic: about a millisecond a record; default false. */
  arithmetic?: boolean;
}

/** A critic, and each baseline (in their order) on the records that it judged. */
interface NamedCriticTally {
  subject: CriticTally;
  compared: Tally[];
  diagnostics: DiagnosticsTally;
}

/** All that a shard has counted, as plain JSON. Only states with the same settings can be merged. */
export interface ScoreState {
  settings: Required<ScoreSettings>;
  records: number;
  skipped: ScoreObject['skipped'];
  /** Absent in states of earlier versions. */
  failures?: FailureNotes;
  critics: Record<string, NamedCriticTally>;
  /** One for each baseline, in their order. */
  baselines: CriticTally[];
}

/** Accumulates the score of any number of records. States of shards can be merged exactly, in any order. */
export interface Score {
  /** Adds a record, judged or not: one without critiques counts for the baselines alone. */
  add(record: Solution): void;
  /** Adds the state of another score with the same settings, as if its records had been added here. */
  merge(other: ScoreState): void;
  /** A copy: adding more records does not change it. */
  state(): ScoreState;
  /** The score of the records so far; it is available at any time. */
  result(): ScoreObject;
}

/**
 * Scores critics and baselines, one record at a time, in constant memory. ProcessBench F1 is the harmonic mean of two
 * accuracies: on solutions with an error, of naming the first wrong step exactly; on correct solutions, of finding
 * none (Zheng et al. 2024, arXiv:2412.06559). DeltaBench precision, recall and F1 count wrong steps (He et al. 2025,
 * arXiv:2502.19361).
 *
 * @param options Each has a default.
 * @throws LB_USAGE for settings that there are not, and for a constant baseline that is not a step; from `merge`, for a
 * score with other settings.
 * @example
 * const score = createScore({ by: ['subject'], seed: 1 });
 * for (const record of records) score.add(record);
 * const result = score.result();
 */
export function createScore(options: ScoreSettings = {}): Score {
  checkScoreSettings(options);
  const { parse = 'robust', cut = 'first', deltaGold = 'errors', seed = 0 } = options;
  const { bootstrap = 1000, threshold = null } = options;
  const by = [...new Set(options.by)];
  const constants = [...new Set(options.constants ?? [0])].map(checkedStep);
  const arithmetic = options.arithmetic ?? false;
  const baselines = createBaselines(seed, constants, arithmetic);
  const kinds = { critic: criticTallyKind(bootstrap > 0), baseline: criticTallyKind(false) };
  const critics: Record<string, NamedCriticTally> = Object.create(null);
  const failures = emptyFailureNotes();
  const state: ScoreState = {
    settings: { parse, cut, deltaGold, seed, bootstrap, threshold, by, constants, arithmetic },
    records: 0,
    skipped: { rejected: 0, failed: 0, unlabelled: 0 },
    failures,
    critics,
    baselines: baselines.map(() => emptyCriticTally(by.length, kinds.baseline)),
  };

  function criticFor(name: string): NamedCriticTally {
    critics[name] ??= {
      subject: emptyCriticTally(by.length, kinds.critic),
      compared: baselines.map(() => emptyTally(0)),
      diagnostics: emptyDiagnostics(threshold),
    };
    return critics[name];
  }

  function add(record: Solution): void {
    state.records += 1;
    addFailureNotes(failures, record);
    const gold = goldOf(record, deltaGold);
    if (gold === null) {
      state.skipped[skipReason(record)] += 1;
      return;
    }
    const steps = record.steps.length;
    const goldSteps = gold.kind === 'error' ? gold.errorSteps : [];
    const judge = (prediction: Prediction): Judgement => ({
      label: firstErrorOf(gold),
      prediction,
      evaluation: evaluateFlags(steps, goldSteps, prediction.error_steps, cut),
    });
    const place = {
      subset: subsetOf(record),
      values: by.map((field) => breakdownValue(record, field, gold)),
    };
    const guesses = baselines.map((baseline) => judge(baseline.predict(record)));
    for (const [i, guess] of guesses.entries()) {
      addToCriticTally(state.baselines[i]!, kinds.baseline, place, guess, null);
    }
    const problem = bootstrap > 0 ? seedFrom(record.problem) : 0;
    const beside = bootstrap > 0 ? baselineRow(guesses) : [];
    const outcomeOf = (judgement: Judgement): Outcome | null => {
      if (bootstrap === 0) return null;
      const row = sufficientStatistics(judgement);
      return { row, wide: row.concat(beside), problem };
    };
    const isDev = threshold !== null && breakdownValue(record, threshold.field, gold) === threshold.dev;
    for (const critique of lastOfEachCritic(record.critiques ?? [])) {
      const critic = criticFor(critique.critic);
      const judgement = judge(predictionOf(critique, parse));
      addToCriticTally(critic.subject, kinds.critic, place, judgement, outcomeOf(judgement));
      for (const [i, guess] of guesses.entries()) addToTally(critic.compared[i]!, guess);
      addDiagnostics(critic.diagnostics, {
        critique,
        judgement,
        gold: goldSteps,
        steps,
        parse,
        cut,
        isDev,
        judge,
      });
    }
  }

  function merge(other: ScoreState): void {
    if (canonicalJson(other.settings) !== canonicalJson(state.settings)) {
      throw new LateBenchError(
        'LB_USAGE',
        `cannot merge scores made with other settings (${canonicalJson(other.settings)} into ${canonicalJson(state.settings)}): score the shards again with the same options`,
      );
    }
    state.records += other.records;
    state.skipped.rejected += other.skipped.rejected;
    state.skipped.failed += other.skipped.failed;
    if (other.failures !== undefined) mergeFailureNotes(failures, other.failures);
    state.skipped.unlabelled += other.skipped.unlabelled;
    for (const [i, baseline] of state.baselines.entries()) {
      mergeCriticTallies(baseline, kinds.baseline, other.baselines[i]!);
    }
    for (const [name, from] of Object.entries(other.critics)) {
      const into = criticFor(name);
      mergeCriticTallies(into.subject, kinds.critic, from.subject);
      for (const [i, other] of into.compared.entries()) mergeTallies(other, from.compared[i]!);
      mergeDiagnostics(into.diagnostics, from.diagnostics);
    }
  }

  function result(): ScoreObject {
    const shape = {
      fields: by,
      cut,
      bootstrap: createBootstrap(bootstrap, poissonWeights(seed, bootstrap)),
    };
    const scored = baselines.map(({ name }, i) => scoreCriticTally(name, state.baselines[i]!, shape));
    const scoreCritic = (name: string): CriticScore => {
      const { subject, compared, diagnostics } = critics[name]!;
      // Lift is over position alone, whatever else is shown beside it.
      const named = compared.flatMap((cell, i) => {
        const { name: baseline, reads } = baselines[i]!;
        return reads ? [] : [{ name: baseline, cell }];
      });
      const { lift, intervals } = liftOf(subject.whole, named, shape.bootstrap);
      const score = scoreCriticTally(name, subject, shape);
      return {
        ...score,
        intervals: { ...score.intervals, ...intervals },
        lift,
        ...diagnosticsScore(name, diagnostics, threshold),
      };
    };
    const warning = balanceWarning(scored[0]!);
    return {
      records: state.records,
      skipped: { ...state.skipped },
      parse,
      seed,
      bootstrap,
      warnings: [...(warning === null ? [] : [warning]), ...failureWarning(failures)],
      critics: Object.keys(critics).sort().map(scoreCritic),
      baselines: scored,
    };
  }

  return { add, merge, state: () => structuredClone(state), result };
}

function skipReason(record: Solution): keyof ScoreObject['skipped'] {
  const status = record.injection?.status;
  return status === 'rejected' || status === 'failed' ? status : 'unlabelled';
}

/** A critic has one critique per record: of two with the same name, the later one counts. */
function lastOfEachCritic(critiques: readonly Critique[]): Iterable<Critique> {
  return new Map(critiques.map((critique) => [critique.critic, critique])).values();
}

function checkedStep(step: number): number {
  if (Number.isSafeInteger(step) && step >= 0) return step;
  throw new LateBenchError(
    'LB_USAGE',
    `${step} is not a step for a constant baseline: give a whole number from 0`,
  );
}
