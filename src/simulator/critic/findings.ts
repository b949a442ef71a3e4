// What the simulated critic can find: equations that do not hold, and a boxed answer that the solution never
// computed. Nothing else: it does not understand the problem.
import { checkEquations } from '../../mathverify/index.ts';
import { type Rng, randomInt } from '../../statistics/random.ts';
import type { NumberedStep } from './judged-solution.ts';

export interface Finding {
  readonly step: number;
  readonly reason: string;
  /** 0 to 1; higher for a false equation than for a guess. */
  readonly confidence: number;
}

/** In the order of the steps, at most one a step. */
export function findErrors(steps: readonly NumberedStep[]): Finding[] {
  const found = steps.flatMap(({ number, text }) => {
    const wrong = checkEquations(text, { roundingTolerant: true }).find(({ holds }) => !holds);
    if (wrong === undefined) return [];
    const reason = `"${quote(wrong.left)} = ${quote(wrong.right)}" does not hold`;
    return [{ step: number, reason, confidence: 0.9 }];
  });
  if (found.length > 0) return found;
  const stray = strayAnswer(steps);
  return stray === null ? [] : [stray];
}

function strayAnswer(steps: readonly NumberedStep[]): Finding | null {
  const last = steps.at(-1);
  const boxed =
    last === undefined ? null : /\\boxed\s*\{\s*\\?\$?(\d[\d,]*(?:\.\d+)?)\$?\s*\}/.exec(last.text);
  if (!last || !boxed) return null;
  const before = [...steps.slice(0, -1).map(({ text }) => text), last.text.slice(0, boxed.index)];
  const seen = new Set(before.flatMap(numbersIn));
  const [answer] = numbersIn(boxed[1]!);
  // A solution without any number before its answer computes in words: nothing to compare with.
  if (answer === undefined || seen.size === 0 || seen.has(answer)) return null;
  const reason = `the answer ${answer} does not come out of any earlier calculation`;
  return { step: last.number, reason, confidence: 0.6 };
}

function numbersIn(text: string): string[] {
  return text.replaceAll(/(\d),(?=\d{3}(?!\d))/g, '$1').match(/\d+(?:\.\d+)?/g) ?? [];
}

/** One line without a box: the reply's own box must be the only one. */
function quote(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('\\boxed', '').slice(0, 200);
}

const missProb = 0.25;
const falseAlarmProb = 0.06;

/**
 * How a finding survives sampling: each is overlooked with probability 0.25 T, and with probability 0.06 T a
 * random step is blamed for nothing. At temperature T = 0 the critic is exact in what it checks.
 */
export function inattentive(
  findings: readonly Finding[],
  steps: readonly NumberedStep[],
  temperature: number,
  rng: Rng,
): Finding[] {
  const kept = findings.filter(() => rng() >= missProb * temperature);
  if (rng() >= falseAlarmProb * temperature) return kept;
  const { number } = steps[randomInt(rng, 0, steps.length - 1)]!;
  if (kept.some(({ step }) => step === number)) return kept;
  const alarm = { step: number, reason: 'the conclusion does not seem to follow', confidence: 0.4 };
  return [...kept, alarm].sort((a, b) => a.step - b.step);
}
