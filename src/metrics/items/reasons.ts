// Why a person should look at an item: each reason in words, with how much it weighs. Steps count from 1 in words.
import type { ReviewKind } from '../../records/review.ts';
import { toStepNumber } from '../../records/steps.ts';
import { type ItemAnswers, noError, unknown } from './answers.ts';
import type { ItemParameters } from './parameters.ts';

export interface WeighedReason {
  readonly kind: ReviewKind;
  readonly text: string;
  /** 0 to 1: what it adds to the score, as 1 - Π(1 - weight) over the reasons. */
  readonly weight: number;
}

export interface Panel {
  readonly answers: ItemAnswers;
  /** By answer, as `voiceWeights`. */
  readonly weights: Float64Array;
  /** The more accurate half of the critics, by their numbers. */
  readonly strong: ReadonlySet<number>;
}

/**
 * What a reason adds to the doubt about the label, which counts in full. Reasons that speak against the label weigh more
 * than those that only say that the item is odd: these order what is otherwise equal.
 */
const labelWeight = 0.2;
const missWeight = 0.1;
const reversedWeight = 0.1;
const blindWeight = 0.05;
const splitWeight = 0.03;

/** Votes of which fewer are no split. */
const minVotes = 4;
/** The second answer has at least this share of the votes of the first. */
const evenEnough = 0.75;

const stepWords = (answer: number): string =>
  answer === noError ? 'no error' : `step ${toStepNumber(answer)}`;
const labelWords = (label: number): string => (label === noError ? 'correct' : stepWords(label));

/** The answer with the largest sum, the smaller step first; null without any. */
function largestOf(sums: ReadonlyMap<number, number>): readonly [number, number] | null {
  const [first] = [...sums].sort(([a, x], [b, y]) => y - x || a - b);
  return first ?? null;
}

type About = readonly [panel: Panel, item: number];

function* answersAbout([{ answers }, item]: About): Generator<number> {
  for (let at = answers.start[item]!; at < answers.start[item + 1]!; at += 1) yield at;
}

/** More than half of the voices name one other answer. */
function contradicted(about: About): WeighedReason | null {
  const [{ answers, weights }, item] = about;
  const sums = new Map<number, number>();
  let total = 0;
  for (const at of answersAbout(about)) {
    if (weights[at] === 0) continue;
    total += weights[at]!;
    const given = answers.answer[at]!;
    sums.set(given, (sums.get(given) ?? 0) + weights[at]!);
  }
  const [given, sum] = largestOf(sums) ?? [unknown, 0];
  // Sums of thirds and sevenths are not exact.
  if (total < 1.999 || given === answers.label[item] || sum <= total / 2 + 1e-9) return null;
  const voices = (value: number): string => String(Math.round(value * 10) / 10);
  const text = `${voices(sum)} of ${voices(total)} independent critics say ${stepWords(given)}; the label says ${labelWords(answers.label[item]!)}`;
  return { kind: 'label', text, weight: labelWeight * (sum / total) };
}

function sharedMiss(about: About): WeighedReason | null {
  const [{ answers, weights, strong }, item] = about;
  const given: number[] = [];
  for (const at of answersAbout(about)) {
    if (weights[at]! > 0 && strong.has(answers.critic[at]!)) given.push(answers.answer[at]!);
  }
  const [first] = given;
  if (given.length < 2 || first === noError || first === answers.label[item]) return null;
  if (given.some((one) => one !== first)) return null;
  const text = `all ${given.length} strong critics name ${stepWords(first!)}; the label says ${labelWords(answers.label[item]!)}`;
  return { kind: 'shared_miss', text, weight: missWeight };
}

function splitVotes(about: About): WeighedReason | null {
  const [{ answers }] = about;
  const counts = new Map<number, number>();
  let total = 0;
  for (const at of answersAbout(about)) {
    if (answers.critics[answers.critic[at]!]!.blind) continue;
    for (let v = answers.voteStart[at]!; v < answers.voteStart[at + 1]!; v += 1) {
      counts.set(answers.vote[v]!, (counts.get(answers.vote[v]!) ?? 0) + 1);
      total += 1;
    }
  }
  if (total < minVotes || counts.size < 2) return null;
  const [first, second] = [...counts].sort(([a, x], [b, y]) => y - x || a - b) as [
    [number, number],
    [number, number],
  ];
  const evenness = second[1] / first[1];
  if (evenness < evenEnough || second[1] < 2) return null;
  const others = total - first[1] - second[1];
  const rest = others === 0 ? '' : `, ${others} for others`;
  const text = `votes split: ${first[1]} for ${stepWords(first[0])}, ${second[1]} for ${stepWords(second[0])}${rest}`;
  return { kind: 'split_votes', text, weight: splitWeight * evenness };
}

/** Only errors: to call a solution correct without having seen it takes no skill. */
function solvedBlind(about: About): WeighedReason | null {
  const [{ answers }, item] = about;
  if (answers.label[item]! < 0) return null;
  let [asked, right] = [0, 0];
  for (const at of answersAbout(about)) {
    if (!answers.critics[answers.critic[at]!]!.blind || answers.answer[at] === unknown) continue;
    asked += 1;
    if (answers.answer[at] === answers.label[item]) right += 1;
  }
  if (right * 2 <= asked) return null;
  const who =
    asked === 1
      ? 'the critic that never saw the steps names'
      : `${right} of ${asked} critics that never saw the steps name`;
  const text = `solved blind: ${who} ${stepWords(answers.label[item]!)}, as the label does`;
  return { kind: 'solved_blind', text, weight: blindWeight };
}

function reversed({ discrimination }: ItemParameters): WeighedReason | null {
  if (discrimination === null || discrimination.high >= 0) return null;
  const [value, low, high] = [discrimination.value, discrimination.low, discrimination.high].map((one) =>
    one.toFixed(1).replace('-', '−'),
  );
  const text = `weaker critics are right here more often than stronger ones (discrimination ${value}, 95 % interval ${low} to ${high})`;
  return { kind: 'reversed', text, weight: reversedWeight };
}

export function reasonsFor(panel: Panel, item: number, parameters: ItemParameters | null): WeighedReason[] {
  const about = [panel, item] as const;
  const labelled = panel.answers.label[item] !== unknown;
  const found = [
    labelled ? contradicted(about) : null,
    labelled ? sharedMiss(about) : null,
    splitVotes(about),
    solvedBlind(about),
    parameters === null ? null : reversed(parameters),
  ];
  return found.filter((reason) => reason !== null);
}
