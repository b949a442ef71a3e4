// The results of online DeepConf over all problems: tokens spent and saved, and every vote of the traces that are
// left, by share kept. Replayed from stored traces, or as `think` sampled them.
import { pairedDifference } from './comparison.ts';
import type { FilterRule } from './confidence-filter.ts';
import { hasScore, setVoter, type Voters } from './evaluate-problem.ts';
import { meanOfKnown } from './mean-accuracies.ts';
import { isUnweightedTwin, type Method } from './methods.ts';

/** One way of answering with the traces that were not stopped and lie above the threshold. */
export interface OnlineVote {
  readonly accuracy: number | null;
  /** Accuracy minus that of Cons@K of all traces, paired, with its 95 % interval (bootstrap over problems). */
  readonly difference: number | null;
  readonly interval: readonly [number, number] | null;
}

export interface OnlineMode {
  /** Share of warm-up traces above the threshold. */
  readonly keep: number;
  /** Weighted by the lowest group, as in the paper. */
  readonly accuracy: number | null;
  /** Tokens of all sets together, as a share of what running every trace to its end costs. */
  readonly tokens_share: number | null;
  readonly saved_share: number | null;
  /** Share of the sampled traces that were stopped early. */
  readonly stopped_share: number | null;
  /** Mean number of traces begun, of k. */
  readonly sampled: number | null;
  /** By method, as in an evaluation of whole traces. */
  readonly votes: Readonly<Record<string, OnlineVote>>;
}

/** One set of traces of one problem, sampled under one share. */
export interface OnlineSample {
  /** Places of the traces that vote, in their order. */
  readonly members: Int32Array;
  readonly tokens: number;
  /** What the same traces cost when all are run to their end. */
  readonly fullTokens: number;
  readonly stopped: number;
  readonly sampled: number;
}

interface Totals {
  tokens: number;
  fullTokens: number;
  stopped: number;
  sampled: number;
  sets: number;
}

/** Adds up the samples of one share. */
export class OnlineModeTally {
  readonly #keep: number;
  readonly #methods: readonly Method[];
  readonly #totals: Totals = { tokens: 0, fullTokens: 0, stopped: 0, sampled: 0, sets: 0 };
  /** Accuracy on each problem, and that of Cons@K there, by method. */
  readonly #accuracies = new Map<string, { readonly own: number; readonly cons: number }[]>();

  constructor(keep: number, methods: readonly Method[]) {
    this.#keep = keep;
    this.#methods = methods.filter((method) => !isUnweightedTwin(method));
  }

  /** The samples of one problem; `cons` is the accuracy of Cons@K there, null without a reference answer. */
  add(
    voters: Voters,
    samples: readonly OnlineSample[],
    { cons, rule }: { cons: number | null; rule: FilterRule },
  ): void {
    for (const { tokens, fullTokens, stopped, sampled } of samples) {
      this.#totals.tokens += tokens;
      this.#totals.fullTokens += fullTokens;
      this.#totals.stopped += stopped;
      this.#totals.sampled += sampled;
      this.#totals.sets += 1;
    }
    const { isRight } = voters;
    if (isRight === null || cons === null || samples.length === 0) return;
    const methods = this.#methods.filter(({ metric }) => hasScore(voters, metric));
    const vote = setVoter(voters, methods, { rule });
    const right = methods.map(() => 0);
    for (const { members } of samples) {
      for (const [at, { winner }] of vote(members).entries()) {
        if (winner >= 0 && isRight[winner] === 1) right[at] = right[at]! + 1;
      }
    }
    for (const [at, { name }] of methods.entries()) {
      const known = this.#accuracies.get(name) ?? [];
      this.#accuracies.set(name, known);
      known.push({ own: right[at]! / samples.length, cons });
    }
  }

  /** @param seed Of the bootstrap. */
  figures(seed: number): OnlineMode {
    const { tokens, fullTokens, stopped, sampled, sets } = this.#totals;
    const votes = Object.fromEntries(
      [...this.#accuracies].map(([name, problems]) => [name, voteOf(problems, seed)]),
    );
    const share = fullTokens === 0 ? null : tokens / fullTokens;
    return {
      keep: this.#keep,
      accuracy: votes['measure/lowest']?.accuracy ?? null,
      tokens_share: share,
      saved_share: share === null ? null : 1 - share,
      stopped_share: sampled === 0 ? null : stopped / sampled,
      sampled: sets === 0 ? null : sampled / sets,
      votes,
    };
  }
}

function voteOf(
  problems: readonly { readonly own: number; readonly cons: number }[],
  seed: number,
): OnlineVote {
  const differences = Float64Array.from(problems, ({ own, cons }) => own - cons);
  return { accuracy: meanOfKnown(problems.map(({ own }) => own)), ...pairedDifference(differences, seed) };
}
