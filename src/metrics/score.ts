// The scorer: takes records one at a time in constant memory and gives the score object. Shards are scored apart
// and merged through their states. It calls no model and draws nothing but what the seed decides.
import { LateBenchError } from '../errors.ts';
import type { Critique } from '../records/critique.ts';
import { canonicalJson } from '../records/identity.ts';
import type { CriticScore, Cut, Parse, ScoreObject } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { createBaselines } from './baselines.ts';
import { breakdownValue, subsetOf } from './breakdown.ts';
import { addToCell, type CellTally, emptyCell, type Judgement, mergeCells } from './cell.ts';
import { evaluateFlags } from './deltabench.ts';
import { firstErrorOf, type Gold, goldOf } from './gold.ts';
import { liftOf } from './lift.ts';
import { type Prediction, predictionOf } from './prediction.ts';
import { addToSubject, emptySubject, mergeSubjects, type SubjectTally, scoreSubject } from './subject.ts';

export interface ScoreSettings {
  /** Default `robust`. */
  parse?: Parse;
  /** Default `first`. */
  cut?: Cut;
  /** For the `random` baseline; default 0. */
  seed?: number;
  /** Fields to break the figures down by: dotted paths into the record. */
  by?: readonly string[];
  /** 0-based steps of the `constant_<k>` baselines; default [0]. */
  constants?: readonly number[];
}

/** A critic, and each baseline (in their order) on the records that it judged. */
interface CriticTally {
  subject: SubjectTally;
  rivals: CellTally[];
}

/** All that a shard has counted, as plain JSON. Only states with the same settings can be merged. */
export interface ScoreState {
  settings: Required<ScoreSettings>;
  records: number;
  skipped: ScoreObject['skipped'];
  critics: Record<string, CriticTally>;
  /** One for each baseline, in their order. */
  baselines: SubjectTally[];
}

export interface Score {
  add(record: Solution): void;
  merge(other: ScoreState): void;
  /** A copy: adding more records does not change it. */
  state(): ScoreState;
  result(): ScoreObject;
}

export function createScore(options: ScoreSettings = {}): Score {
  const { parse = 'robust', cut = 'first', seed = 0 } = options;
  const by = [...new Set(options.by)];
  const constants = [...new Set(options.constants ?? [0])].map(checkedStep);
  const baselines = createBaselines(seed, constants);
  const critics: Record<string, CriticTally> = Object.create(null);
  const state: ScoreState = {
    settings: { parse, cut, seed, by, constants },
    records: 0,
    skipped: { rejected: 0, failed: 0, unlabelled: 0 },
    critics,
    baselines: baselines.map(() => emptySubject(by.length)),
  };

  function criticFor(name: string): CriticTally {
    critics[name] ??= { subject: emptySubject(by.length), rivals: baselines.map(emptyCell) };
    return critics[name];
  }

  function add(record: Solution): void {
    state.records += 1;
    const gold = goldOf(record);
    if (gold === null) {
      state.skipped[skipReason(record)] += 1;
      return;
    }
    const place = {
      subset: subsetOf(record),
      values: by.map((field) => breakdownValue(record, field, gold)),
    };
    const guesses = baselines.map((baseline) => judge(record, gold, baseline.predict(record), cut));
    for (const [i, guess] of guesses.entries()) addToSubject(state.baselines[i]!, place, guess);
    for (const critique of lastOfEachCritic(record.critiques ?? [])) {
      const critic = criticFor(critique.critic);
      addToSubject(critic.subject, place, judge(record, gold, predictionOf(critique, parse), cut));
      for (const [i, guess] of guesses.entries()) addToCell(critic.rivals[i]!, guess);
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
    state.skipped.unlabelled += other.skipped.unlabelled;
    for (const [i, baseline] of state.baselines.entries()) mergeSubjects(baseline, other.baselines[i]!);
    for (const [name, from] of Object.entries(other.critics)) {
      const into = criticFor(name);
      mergeSubjects(into.subject, from.subject);
      for (const [i, rival] of into.rivals.entries()) mergeCells(rival, from.rivals[i]!);
    }
  }

  function scoreCritic(name: string): CriticScore {
    const { subject, rivals } = critics[name]!;
    const named = rivals.map((cell, i) => ({ name: baselines[i]!.name, cell }));
    return { ...scoreSubject(name, subject, by, cut), lift: liftOf(subject.whole, named, cut) };
  }

  return {
    add,
    merge,
    state: () => structuredClone(state),
    result: () => ({
      records: state.records,
      skipped: { ...state.skipped },
      parse,
      seed,
      critics: Object.keys(critics).sort().map(scoreCritic),
      baselines: baselines.map(({ name }, i) => scoreSubject(name, state.baselines[i]!, by, cut)),
    }),
  };
}

function judge(record: Solution, gold: Gold, prediction: Prediction, cut: Cut): Judgement {
  const goldSteps = gold.kind === 'error' ? gold.errorSteps : [];
  return {
    label: firstErrorOf(gold),
    prediction,
    evaluation: evaluateFlags(record.steps.length, goldSteps, prediction.error_steps, cut),
  };
}

function skipReason(record: Solution): keyof ScoreObject['skipped'] {
  const status = record.injection?.status;
  return status === 'rejected' || status === 'failed' ? status : 'unlabelled';
}

/** A critic speaks once about a record: should a file name it twice, the later entry stands. */
function lastOfEachCritic(critiques: readonly Critique[]): Iterable<Critique> {
  return new Map(critiques.map((critique) => [critique.critic, critique])).values();
}

function checkedStep(step: number): number {
  if (Number.isSafeInteger(step) && step >= 0) return step;
  throw new LateBenchError(
    'LB_USAGE',
    `${step} is no step for a constant baseline: give a whole number from 0`,
  );
}
