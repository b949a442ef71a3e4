// Whether logprobs can carry a confidence. A placeholder among the alternatives is normal: it is left out of the mean.
// Where most alternatives are placeholders or missing, confidence is reversed (a certain token would look uncertain),
// so a pool of them must not come about unnoticed.
import type { ReplyLogprobs } from '../../endpoints/reply-logprobs.ts';
import { areImpossible } from '../../endpoints/wire-logprobs.ts';
import { formatCount } from '../../report/format.ts';
import { sentinelFloor } from '../token-confidence.ts';
import type { Trace } from './trace.ts';

const sumTooLarge =
  'the probabilities of the alternatives of most tokens add up to more than 1, so they are not log-probabilities';

/** More than rounding makes of 0. */
const clearlyPositive = 0.01;

function areMostly(values: Float32Array, sign: 1 | -1): boolean {
  const beyond = values.reduce((count, value) => (sign * value > clearlyPositive ? count + 1 : count), 0);
  return beyond * 2 > values.length;
}

/** Why the numbers of a trace from elsewhere cannot be what they are named; null where they can. */
export function impossibleNumbers(trace: Pick<Trace, 'k' | 'chosen' | 'top' | 'conf'>): string | null {
  if (areImpossible(trace)) return sumTooLarge;
  if (areMostly(trace.chosen, 1))
    return 'token_logprobs are above 0 for most tokens, so they are not log-probabilities';
  if (trace.conf === undefined || !areMostly(trace.conf, -1)) return null;
  return (
    'token_conf is below 0 for most tokens, and a confidence is minus a mean log-probability ' +
    '(for scores of another kind: latebench pool score)'
  );
}

/** Why most tokens of a reply are of no use; null where they are of use. `k` alternatives were asked for. */
export function uselessLogprobs(logprobs: ReplyLogprobs | null, k: number): string | null {
  if (logprobs === null) return 'the reply has no logprobs';
  const { chosen, top } = logprobs;
  const count = chosen.length;
  let placeholders = 0;
  let missing = 0;
  let poor = 0;
  /** The most alternatives that a token lacks. */
  let most = 0;
  for (let at = 0; at < count; at += 1) {
    let unusable = 0;
    const before = missing;
    for (let place = at * k; place < (at + 1) * k; place += 1) {
      if (top[place]! > sentinelFloor) continue;
      unusable += 1;
      if (Number.isNaN(top[place]!)) missing += 1;
      else placeholders += 1;
    }
    most = Math.max(most, missing - before);
    if (unusable * 2 > k) poor += 1;
  }
  if (areImpossible(logprobs)) return sumTooLarge;
  if (poor * 2 <= count) return null;
  const given = k - most;
  // A server that gives fewer than it is asked for; one alternative alone says nothing of the others.
  if (placeholders === 0 && poor === count && given > 1) {
    return `the endpoint gives ${given} alternatives of a token, and ${k} were asked for (--top-logprobs ${given} asks for as many as it gives)`;
  }
  const share = (of: number): string => (of / count).toFixed(1);
  return (
    `in ${formatCount(poor)} of ${formatCount(count)} tokens more than half of the ${k} alternatives are unusable ` +
    `(a token has ${share(placeholders)} placeholders such as -9999 and lacks ${share(missing)} on average)`
  );
}
