// What `think` says of one problem, in the record under the key `deepconf`, and of all problems together.
import { answerClasses } from '../answer-classes.ts';
import { hasScore, setVoter, type Voters } from '../evaluate-problem.ts';
import { type Method, methodsOf } from '../methods.ts';
import { metrics } from '../trace-scores.ts';
import type { ThinkSettings } from './settings.ts';
import type { Ending, ThinkOutcome } from './think-problem.ts';

/** Shares that are kept by the filtered votes, as in the official code and the paper. */
const etas = [0.1, 0.9];
const methods: readonly Method[] = methodsOf(metrics, etas).filter(
  ({ eta, weighted }) => eta === null || weighted,
);
/** The paper's vote: weighted by the lowest group. */
const own = 'measure/lowest';

export interface DeepconfResult {
  /** By the vote weighted by the lowest group; null where no trace votes. */
  readonly answer: string | null;
  /** Whether the answer is the problem's; null where that has none. */
  readonly correct: boolean | null;
  /** Share of the weight that the answer has. */
  readonly share: number;
  /** The answers of the traces that vote, heaviest first. */
  readonly answers: readonly { readonly answer: string; readonly traces: number; readonly weight: number }[];
  /**
   * What each way of voting answers, over the traces that were neither stopped nor below the threshold; null where no
   * trace has the confidence that it weighs by.
   */
  readonly votes: Readonly<Record<string, string | null>>;
  /** The plain majority of all traces that came to their end. */
  readonly majority: string | null;
  readonly ended: Ending;
  /** Null where no warm-up trace has a confidence. */
  readonly threshold: number | null;
  readonly traces: {
    readonly sampled: number;
    readonly warmup: number;
    readonly stopped: number;
    /** Cut off by the token limit. */
    readonly truncated: number;
    readonly voted: number;
  };
  readonly tokens: {
    readonly spent: number;
    /** What as many traces as the budget has, each as long as those that came to their end, would have taken besides. */
    readonly saved_estimate: number | null;
  };
  readonly settings: {
    readonly keep: number;
    readonly warmup: number;
    readonly consensus: number | null;
    readonly traces: number;
    readonly tokens: number | null;
    readonly window: number;
    readonly answers: string;
  };
}

/** The voters of a problem, from the scores of its rows. */
function votersOf(
  outcome: ThinkOutcome,
  scores: Scores,
  truth: string | null,
  settings: ThinkSettings,
): Voters {
  const { classes, isRight } = answerClasses(
    outcome.traces.map(({ answer }) => answer),
    truth,
    settings.answers,
  );
  const sampleIds = Int32Array.from(outcome.traces, ({ sample }) => sample);
  return { position: 0, sampleIds, classes, isRight, scores };
}

/** Of each trace in order, by metric; NaN = not known. */
export type Scores = ReadonlyMap<string, Float64Array>;

export function deepconfResult(
  outcome: ThinkOutcome,
  { scores, truth, settings }: { scores: Scores; truth: string | null; settings: ThinkSettings },
): DeepconfResult {
  const voters = votersOf(outcome, scores, truth, settings);
  const { classes, isRight } = voters;
  const { traces } = outcome;
  const vote = setVoter(voters, methods, { rule: 'ceil' });
  const places = (keeps: (place: number) => boolean): Int32Array =>
    Int32Array.from(traces.keys()).filter((place) => classes.of[place]! >= 0 && keeps(place));
  const members = places((place) => traces[place]!.votes);
  const winners = vote(members);
  const labelOf = (winner: number): string | null => (winner < 0 ? null : classes.labels[winner]!);
  const at = methods.findIndex(({ name }) => name === own);
  const winnerOf = (place: number): number =>
    hasScore(voters, methods[place]!.metric) ? winners[place]!.winner : -1;
  const winner = winnerOf(at);
  const [majority] = vote(places((place) => !traces[place]!.stopped));
  const spent = traces.reduce((sum, { tokens }) => sum + tokens, 0);
  const whole = traces.filter(({ stopped }) => !stopped);
  const mean = whole.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, whole.length);
  const full = mean * settings.traces;
  const { keep, warmup, consensus, tokens, answers } = settings;
  return {
    answer: labelOf(winner),
    correct: isRight === null ? null : winner >= 0 && isRight[winner] === 1,
    share: outcome.share,
    answers: weightsOf(voters, members),
    votes: Object.fromEntries(methods.map(({ name }, place) => [name, labelOf(winnerOf(place))])),
    majority: labelOf(majority!.winner),
    ended: outcome.ended,
    threshold: Number.isFinite(outcome.threshold) ? outcome.threshold : null,
    traces: {
      sampled: traces.length,
      warmup: Math.min(warmup, traces.length),
      stopped: traces.length - whole.length,
      truncated: traces.filter(({ truncated }) => truncated).length,
      voted: members.length,
    },
    tokens: { spent, saved_estimate: whole.length === 0 ? null : Math.max(0, Math.round(full - spent)) },
    settings: {
      keep,
      warmup,
      consensus,
      traces: settings.traces,
      tokens,
      window: settings.scores.window,
      answers,
    },
  };
}

function weightsOf({ classes, scores }: Voters, members: Int32Array): DeepconfResult['answers'] {
  const lowest = scores.get('lowest')!;
  const found = new Map<number, { answer: string; traces: number; weight: number }>();
  for (const place of members) {
    const choice = classes.of[place]!;
    const known = found.get(choice) ?? { answer: classes.labels[choice]!, traces: 0, weight: 0 };
    const weight = lowest[place]!;
    found.set(choice, {
      ...known,
      traces: known.traces + 1,
      weight: known.weight + (weight > 0 ? weight : 0),
    });
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight || b.traces - a.traces);
}
