// Surface features of a solution: lengths, marks and the mix of characters. None depends on the mathematics: a classifier
// on these must not separate solutions with an injected error from correct ones.
import { lateStart } from '../records/steps.ts';

export const surfaceFeatures = [
  'steps',
  'characters (log)',
  'longest step / median',
  'place of the longest step',
  'longest late step / median early step',
  'share of characters that are late',
  'last step / median',
  'marks in the most decorated step',
  'late minus early: digits',
  'late minus early: commands',
  'late minus early: equals signs a step',
  'late minus early: sentences a step',
  'late minus early: words of transition',
  'characters beyond ASCII',
] as const;

/**
 * About a standard deviation of each among solutions of one source: the unit in which two solutions are compared. Fixed,
 * so that how alike two of them are does not depend on any third.
 */
const spreads = [2, 0.3, 0.6, 0.3, 0.5, 0.08, 0.4, 1, 0.04, 0.01, 1, 0.9, 0.5, 0.001] as const;

/** Where a difference ends to count: one feature that is far off is not to outweigh all others. */
const farthest = 3;

const marks = /\*\*|^#{1,6} |^[-*] |^```|!(?!=)/gm;
const transition =
  /\b(?:however|recall|note|clearly|obviously|thus|hence|therefore|so|now|then|simply|indeed|again|finally)\b/gi;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** 0 where there are none. */
const largest = (values: readonly number[]): number => values.reduce((most, one) => Math.max(most, one), 0);

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const per = (count: number, whole: number): number => count / Math.max(1, whole);

/** One value a feature, in the order of `surfaceFeatures`. */
export function surfaceOf(steps: readonly string[]): Float64Array {
  const lengths = steps.map((step) => step.length);
  const start = Math.max(1, lateStart(steps.length) ?? 1);
  const parts = { early: steps.slice(0, start), late: steps.slice(start) };
  const early = parts.early.join('\n');
  const late = parts.late.join('\n');
  const whole = `${early}\n${late}`;
  const longest = largest(lengths);
  const middle = Math.max(1, median(lengths));
  const contrast = (pattern: RegExp): number =>
    per(matches(late, pattern), late.length) - per(matches(early, pattern), early.length);
  const aStep = (pattern: RegExp): number =>
    per(matches(late, pattern), parts.late.length) - per(matches(early, pattern), parts.early.length);
  return Float64Array.of(
    steps.length,
    Math.log(whole.length),
    longest / middle,
    lengths.indexOf(longest) / steps.length,
    largest(lengths.slice(start)) / Math.max(1, median(lengths.slice(0, start))),
    per(late.length, whole.length),
    (lengths.at(-1) ?? 0) / middle,
    largest(steps.map((step) => matches(step, marks))),
    contrast(/\d/g),
    contrast(/\\[a-z]+/gi),
    aStep(/=/g),
    aStep(/[.;:](?:\s|$)/g),
    aStep(transition),
    per(matches(whole, /[^\p{ASCII}]/gu), whole.length),
  );
}

/** Distance of two solutions; 0 = alike. Rounded to half a spread, so that one word more changes nothing. */
export function unlikeness(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (const [at, spread] of spreads.entries()) {
    const unit = spread / 2;
    const apart = Math.abs(Math.round(a[at]! / unit) - Math.round(b[at]! / unit)) / 2;
    sum += Math.min(apart, farthest) ** 2;
  }
  return sum;
}
