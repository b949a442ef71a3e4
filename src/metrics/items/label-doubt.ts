// How far critics speak against a label: the posterior probability that another one is right, by the model of Dawid and
// Skene (Applied Statistics 28, 1979) with the given label as one more witness. Each critic has its own rates: how often it
// names the wrong step of an erroneous solution, passes it, and passes a correct one; they are estimated from the same
// answers, by EM. Critics are taken for independent given the truth, which they are not quite: the numbers rank well and
// are too sure of themselves.
import { type ItemAnswers, noError, unknown } from './answers.ts';

export interface LabelDoubt {
  /** By item, 0 to 1; NaN where there is no label, or no critic with a readable answer. */
  readonly doubt: Float64Array;
  /** By item, the most probable other label; `unknown` where there is none. */
  readonly suggested: Int32Array;
}

const maxRounds = 30;
const tolerance = 1e-4;
/** A file in which more labels than this seem wrong is one whose critics are. */
const maxWrong = 0.3;

/** Of a critic. Pseudo-counts keep every rate above 0. */
interface Rates {
  exact: number;
  missed: number;
  other: number;
  passed: number;
  flagged: number;
}
const fresh = (): Rates => ({ exact: 2, missed: 1, other: 1, passed: 2, flagged: 1 });

interface State {
  readonly logs: readonly Readonly<Record<keyof Rates, number>>[];
  /** How often two critics that name a wrong step name the same one. */
  readonly coincidence: number;
  /** Share of wrong labels. */
  readonly wrong: number;
}

function logsOf({ exact, missed, other, passed, flagged }: Rates): Rates {
  const [erroneous, clean] = [exact + missed + other, passed + flagged];
  return {
    exact: Math.log(exact / erroneous),
    missed: Math.log(missed / erroneous),
    other: Math.log(other / erroneous),
    passed: Math.log(passed / clean),
    flagged: Math.log(flagged / clean),
  };
}

/** A truth beside those that label and critics name: every other step at once. */
const unseen = -3;

function priorOf(truth: number, label: number, steps: number, wrong: number, others: number): number {
  if (truth === label) return 1 - wrong;
  const eachStep = label === noError ? wrong / steps : wrong / 2 / Math.max(1, steps - 1);
  if (truth === noError) return steps === 1 ? wrong : wrong / 2;
  return truth === unseen ? eachStep * others : eachStep;
}

/** What may be true of an item: its label, no error, each step that somebody names, all others; none without a critic. */
function truthsOf(answers: ItemAnswers, weights: Float64Array, item: number): readonly number[] {
  const { label, steps, start, voteStart, vote } = answers;
  const truths = new Set([label[item]!, noError]);
  let isHeard = false;
  for (let at = start[item]!; at < start[item + 1]!; at += 1) {
    if (weights[at] === 0) continue;
    isHeard = true;
    for (let v = voteStart[at]!; v < voteStart[at + 1]!; v += 1) truths.add(vote[v]!);
  }
  if (!isHeard) return [];
  const named = [...truths];
  return steps[item]! > named.length - 1 ? [...named, unseen] : named;
}

/** The logarithm of what each truth makes of the answers, up to a constant. */
function evidence(
  answers: ItemAnswers,
  weights: Float64Array,
  { logs, coincidence }: State,
  item: number,
  truths: readonly number[],
): number[] {
  const { steps, start, critic, voteStart, vote } = answers;
  const spread = Math.log(Math.max(1 / Math.max(1, steps[item]! - 1), coincidence));
  // Were some step wrong that nobody names; and what is gained where it is one that an answer names.
  let erroneous = 0;
  let correct = 0;
  const gains = new Map<number, number>();
  for (let at = start[item]!; at < start[item + 1]!; at += 1) {
    if (weights[at] === 0) continue;
    const own = logs[critic[at]!]!;
    const [from, to] = [voteStart[at]!, voteStart[at + 1]!];
    const each = weights[at]! / (to - from);
    for (let v = from; v < to; v += 1) {
      const given = vote[v]!;
      if (given === noError) {
        erroneous += each * own.missed;
        correct += each * own.passed;
        continue;
      }
      erroneous += each * (own.other + spread);
      correct += each * (own.flagged + spread);
      gains.set(given, (gains.get(given) ?? 0) + each * (own.exact - own.other - spread));
    }
  }
  return truths.map((truth) => (truth === noError ? correct : erroneous + (gains.get(truth) ?? 0)));
}

function normalised(logs: readonly number[]): number[] {
  const largest = logs.reduce((max, one) => Math.max(max, one), Number.NEGATIVE_INFINITY);
  const raw = logs.map((log) => Math.exp(log - largest));
  const total = raw.reduce((sum, one) => sum + one, 0);
  return raw.map((one) => one / total);
}

/** Adds what the answers about an item say of its critics, by the probability of each truth. */
function addRates(
  rates: readonly Rates[],
  answers: ItemAnswers,
  weights: Float64Array,
  item: number,
  probability: ReadonlyMap<number, number>,
): void {
  const { start, critic, voteStart, vote } = answers;
  const clean = probability.get(noError)!;
  for (let at = start[item]!; at < start[item + 1]!; at += 1) {
    if (weights[at] === 0) continue;
    const own = rates[critic[at]!]!;
    const [from, to] = [voteStart[at]!, voteStart[at + 1]!];
    const each = 1 / (to - from);
    for (let v = from; v < to; v += 1) {
      const given = vote[v]!;
      if (given === noError) {
        own.passed += each * clean;
        own.missed += each * (1 - clean);
        continue;
      }
      const exact = probability.get(given)!;
      own.flagged += each * clean;
      own.exact += each * exact;
      own.other += each * Math.max(0, 1 - clean - exact);
    }
  }
}

/** Pairs of critics that name wrong steps of an item, and how many of them the same one. */
function coincidences(
  { start, answer, label }: ItemAnswers,
  weights: Float64Array,
  item: number,
): [number, number] {
  const count = new Map<number, number>();
  let naming = 0;
  for (let at = start[item]!; at < start[item + 1]!; at += 1) {
    const given = answer[at]!;
    if (weights[at] === 0 || given === label[item] || given === noError) continue;
    naming += 1;
    count.set(given, (count.get(given) ?? 0) + 1);
  }
  let same = 0;
  for (const n of count.values()) same += (n * (n - 1)) / 2;
  return [same, (naming * (naming - 1)) / 2];
}

export function labelDoubt(answers: ItemAnswers, weights: Float64Array): LabelDoubt {
  const { items, label, steps, critics } = answers;
  const doubt = new Float64Array(items).fill(Number.NaN);
  const suggested = new Int32Array(items).fill(unknown);
  const allTruths = Array.from({ length: items }, (_, item) =>
    label[item] === unknown ? [] : truthsOf(answers, weights, item),
  );
  let state: State = { logs: critics.map(() => logsOf(fresh())), coincidence: 0.25, wrong: 0.05 };
  for (let round = 0, change = 1; round < maxRounds && change > tolerance; round += 1) {
    change = 0;
    const rates = critics.map(fresh);
    // Pseudo-counts: a share of wrong labels about 1 in 20, of coincidences 1 in 4, before anything is seen.
    let [same, pairs, wrong, labelled] = [1, 4, 1, 20];
    for (const [item, truths] of allTruths.entries()) {
      if (truths.length === 0) continue;
      const others = steps[item]! - truths.filter((one) => one >= 0).length;
      const said = evidence(answers, weights, state, item, truths);
      const posterior = normalised(
        truths.map(
          (truth, at) =>
            said[at]! + Math.log(priorOf(truth, label[item]!, steps[item]!, state.wrong, others)),
        ),
      );
      const probability = new Map(truths.map((truth, at) => [truth, posterior[at]!]));
      const now = 1 - probability.get(label[item]!)!;
      if (!(Math.abs(now - doubt[item]!) <= change))
        change = Number.isNaN(doubt[item]) ? 1 : Math.abs(now - doubt[item]!);
      doubt[item] = now;
      const rivals = truths.filter((truth) => truth !== label[item] && truth !== unseen);
      suggested[item] = rivals.reduce(
        (best, truth) =>
          best === unknown || probability.get(truth)! > probability.get(best)! ? truth : best,
        unknown,
      );
      addRates(rates, answers, weights, item, probability);
      const [together, compared] = coincidences(answers, weights, item);
      same += (1 - now) * together;
      pairs += (1 - now) * compared;
      wrong += now;
      labelled += 1;
    }
    state = {
      logs: rates.map(logsOf),
      coincidence: same / pairs,
      wrong: Math.min(maxWrong, wrong / labelled),
    };
  }
  return { doubt, suggested };
}
