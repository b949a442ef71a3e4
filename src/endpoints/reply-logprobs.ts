// Logprobs of a reply as typed arrays, and reading them by shape from JSON that has been parsed: chat
// ({content: [{token, logprob, top_logprobs}]}) or legacy ({tokens, token_logprobs, top_logprobs: [{token: logprob}]}).
import { PackedTexts } from '../storage/columnar/packed-texts.ts';
import { isObject } from './wire-shape.ts';

export interface ReplyLogprobs {
  /** Alternatives kept of each token. */
  readonly k: number;
  readonly tokens: PackedTexts;
  /** Log-probability of each chosen token; NaN where none was given, -9999 where a placeholder was. */
  readonly chosen: Float32Array;
  /** Those of the alternatives, k to a token in the order given; NaN where there were fewer. */
  readonly top: Float32Array;
  /** Empty texts where there were fewer. */
  readonly topTokens: PackedTexts;
}

/** As many as any API gives. */
export const maxTopLogprobs = 20;

/** What servers write for a log-probability that they do not say: a number this low, or minus infinity as text. */
export const placeholder = -9999;

/** As float32, which is how logprobs are kept. */
function finiteOrNaN(logprob: number): number {
  const value = Math.fround(logprob);
  return Number.isFinite(value) ? value : Number.NaN;
}

function logprobOf(logprob: unknown): number {
  if (typeof logprob === 'number') return finiteOrNaN(logprob);
  return typeof logprob === 'string' && /^-inf(inity)?$/i.test(logprob) ? placeholder : Number.NaN;
}

function textOf(token: unknown): string {
  return typeof token === 'string' ? token : '';
}

type Alternative = readonly [token: unknown, logprob: unknown];
interface ShapedToken {
  readonly token: unknown;
  readonly logprob: unknown;
  readonly top: readonly Alternative[];
}

function alternativesOf(top: unknown): Alternative[] {
  if (Array.isArray(top)) return top.filter(isObject).map(({ token, logprob }) => [token, logprob]);
  return isObject(top) ? Object.entries(top) : [];
}

function shapedTokens(logprobs: unknown): ShapedToken[] {
  if (!isObject(logprobs)) return [];
  const { content, tokens, token_logprobs: chosen, top_logprobs: tops } = logprobs;
  if (Array.isArray(content)) {
    return content
      .filter(isObject)
      .map(({ token, logprob, top_logprobs: top }) => ({ token, logprob, top: alternativesOf(top) }));
  }
  if (!Array.isArray(chosen)) return [];
  return chosen.map((logprob: unknown, at) => ({
    token: Array.isArray(tokens) ? tokens[at] : undefined,
    logprob,
    top: alternativesOf(Array.isArray(tops) ? tops[at] : undefined),
  }));
}

/** Null where there is not one token. At most `k` alternatives of each are kept. */
export function logprobsByShape(logprobs: unknown, k: number): ReplyLogprobs | null {
  const tokens = shapedTokens(logprobs);
  if (tokens.length === 0) return null;
  const top = new Float32Array(tokens.length * k).fill(Number.NaN);
  const topTexts: string[] = new Array(tokens.length * k).fill('');
  for (const [index, { top: alternatives }] of tokens.entries()) {
    for (let at = 0; at < Math.min(k, alternatives.length); at += 1) {
      const [token, logprob] = alternatives[at]!;
      top[index * k + at] = logprobOf(logprob);
      topTexts[index * k + at] = textOf(token);
    }
  }
  return {
    k,
    tokens: PackedTexts.of(tokens.map(({ token }) => textOf(token))),
    chosen: Float32Array.from(tokens, ({ logprob }) => logprobOf(logprob)),
    top,
    topTokens: PackedTexts.of(topTexts),
  };
}
