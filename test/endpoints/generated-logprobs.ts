// Logprobs as servers may send them, for tests of what reads them.
import fc from 'fast-check';
import type { ReplyLogprobs } from '../../src/endpoints/reply-logprobs.ts';
import { anyText } from '../support/any-text.ts';

/** Alternatives that are kept of a token: fewer than some have. */
export const k = 3;

export function plain(logprobs: ReplyLogprobs | null): unknown {
  if (logprobs === null) return null;
  const { chosen, top, tokens, topTokens } = logprobs;
  return { chosen: [...chosen], top: [...top], tokens: tokens.toStrings(), topTokens: topTokens.toStrings() };
}

export const text = fc.oneof(
  fc.string(),
  anyText(),
  fc.constantFrom('\\boxed{', '"', '\u2028', '\ud83d', '😀', '\n\t', '', 'logprobs', '"logprobs":{'),
);
const logprob = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.double({ min: -40, max: 0, noNaN: true }),
  fc.float({ noDefaultInfinity: true, noNaN: true }),
  fc.integer(),
  fc.constantFrom(0, -0, -9999, null),
);
const bytes = fc.option(fc.uint8Array().map((list) => [...list]));
export const other = fc.record({ id: fc.nat(), extra: fc.jsonValue() }, { requiredKeys: [] });
const chance = fc
  .tuple(fc.record({ token: text, logprob, bytes }, { requiredKeys: ['token', 'logprob'] }), other)
  .map(([known, more]) => ({ ...known, ...more }));
const token = fc
  .tuple(chance, fc.option(fc.array(chance, { maxLength: 5 })), fc.boolean())
  .map(([known, top_logprobs, last]) => (last ? { ...known, top_logprobs } : { top_logprobs, ...known }));
export const content = fc.array(token, { maxLength: 6 });
