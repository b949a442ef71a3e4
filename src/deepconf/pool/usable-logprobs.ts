// Whether logprobs can carry a confidence: placeholders, empty lists and too few alternatives reverse its meaning (a
// certain token would look unsure), so a pool of them must not come about unnoticed.
import type { ReplyLogprobs } from '../../endpoints/reply-logprobs.ts';
import { sentinelFloor } from '../token-confidence.ts';

/** Why most tokens of a reply are of no use; null where they are of use. `k` alternatives were asked for. */
export function uselessLogprobs(logprobs: ReplyLogprobs | null, k: number): string | null {
  if (logprobs === null) return 'the reply has no logprobs';
  const { chosen, top } = logprobs;
  const count = chosen.length;
  let placeholders = 0;
  let zeros = 0;
  let short = 0;
  let empty = 0;
  for (let at = 0; at < count; at += 1) {
    const logprob = chosen[at]!;
    let usable = 0;
    for (let place = at * k; place < (at + 1) * k; place += 1) if (top[place]! > sentinelFloor) usable += 1;
    if (!(logprob > sentinelFloor)) placeholders += 1;
    if (logprob === 0 && usable < 2) zeros += 1;
    if (usable < k) short += 1;
    if (usable === 0) empty += 1;
  }
  const max = (of: number): boolean => of * 2 > count;
  if (max(placeholders + zeros)) {
    return `${placeholders + zeros} of ${count} tokens have 0 or a placeholder such as -9999 for a log-probability`;
  }
  if (max(empty)) return `${empty} of ${count} tokens come without alternatives`;
  return max(short) ? `${short} of ${count} tokens have fewer than the ${k} alternatives asked for` : null;
}
