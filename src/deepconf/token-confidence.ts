// Token confidence (DeepConf, arXiv 2508.15260): minus the mean log-probability of the k most likely candidates.
// Larger is more confident: the mass on the top candidate lowers the log-probabilities of the others.

/**
 * What to do with the placeholders of servers for an unknown log-probability (-9999, -Infinity).
 * skip: leave them out of the mean. floor: replace them by the smallest usable value of the trace. fallback: for a token
 * with any placeholder, use only the log-probability of the chosen token.
 */
export const sentinelRules = ['skip', 'floor', 'fallback'] as const;
export type SentinelRule = (typeof sentinelRules)[number];

/** A log-probability is usable when it is finite and above this; what is not, and is not NaN, is a sentinel. */
export const sentinelFloor = -1000;

export interface TokenLogprobs {
  /** Log-probability of each chosen token; NaN where there is none. */
  readonly chosen: Float32Array | Float64Array;
  /** Those of the k likeliest candidates, token after token; NaN where there are fewer than k. */
  readonly top: Float32Array | Float64Array;
  readonly k: number;
  /** Confidences known from elsewhere; they hold where no sentinel is among the candidates, so that no rule decides. */
  readonly known?: Float32Array | undefined;
}

export interface TokenConfidence<Values extends Float32Array | Float64Array = Float32Array> {
  /** One value a token; NaN where nothing usable is known of it. */
  readonly conf: Values;
  /** Usable candidates of each token, 0 to k (at most 255). */
  readonly n_valid: Uint8Array;
  /** Tokens without a confidence. */
  readonly n_missing: number;
  /** Sentinels among the candidates, over all tokens. */
  readonly n_sentinel: number;
}

/**
 * C_i = -(1/n) sum of the n usable candidates, in their order (DeepConf, arXiv 2508.15260, eq. 2); without any, minus
 * the chosen log-probability. Rounded to float32, which is how pools keep it: scores computed from a stored pool and
 * while it is built agree to the last bit.
 */
export function tokenConfidence(tokens: TokenLogprobs, rule: SentinelRule = 'skip'): TokenConfidence {
  return fill(new Float32Array(tokens.chosen.length), tokens, rule);
}

/** The same without rounding. */
export function exactTokenConfidence(
  tokens: TokenLogprobs,
  rule: SentinelRule = 'skip',
): TokenConfidence<Float64Array> {
  return fill(new Float64Array(tokens.chosen.length), tokens, rule);
}

/** Looks at one token after the other, without an object each: what it found of the last one is in its fields. */
export class TokenReader {
  readonly #rule: SentinelRule;
  readonly #standIn: number;
  /** Usable candidates, and sentinels among them. */
  usable = 0;
  sentinels = 0;

  /** `standIn`: what takes the place of a sentinel under the rule `floor`. */
  constructor(rule: SentinelRule, standIn = Number.NaN) {
    this.#rule = rule;
    this.#standIn = standIn;
  }

  /** Not rounded; NaN where nothing usable is known. Its candidates are k values of `top` from `from`. */
  confidence(chosen: number, top: Float32Array | Float64Array, from: number, k: number): number {
    let sum = 0;
    let usable = 0;
    let sentinels = 0;
    for (let at = from; at < from + k; at += 1) {
      const value = top[at]!;
      if (value > sentinelFloor && value < Number.POSITIVE_INFINITY) {
        sum += value;
        usable += 1;
      } else if (value <= sentinelFloor) sentinels += 1;
    }
    this.usable = usable;
    this.sentinels = sentinels;
    let terms = usable;
    if (sentinels > 0 && this.#rule === 'floor' && usable > 0) {
      sum += sentinels * this.#standIn;
      terms += sentinels;
    }
    return terms > 0 && !(sentinels > 0 && this.#rule === 'fallback')
      ? -(sum / terms) + 0
      : fromChosen(chosen);
  }
}

function fill<Values extends Float32Array | Float64Array>(
  conf: Values,
  { chosen, top, k, known }: TokenLogprobs,
  rule: SentinelRule,
): TokenConfidence<Values> {
  const n_valid = new Uint8Array(conf.length);
  const token = new TokenReader(rule, rule === 'floor' ? smallestUsable(top) : undefined);
  let n_missing = 0;
  let n_sentinel = 0;
  for (let i = 0; i < conf.length; i += 1) {
    const computed = token.confidence(chosen[i]!, top, i * k, k);
    conf[i] = known === undefined || token.sentinels > 0 ? computed : known[i]!;
    n_valid[i] = token.usable;
    n_sentinel += token.sentinels;
    if (Number.isNaN(conf[i]!)) n_missing += 1;
  }
  return { conf, n_valid, n_missing, n_sentinel };
}

/** Adding 0 turns -0 into 0. */
function fromChosen(logprob: number): number {
  return logprob > sentinelFloor && logprob < Number.POSITIVE_INFINITY ? -logprob + 0 : Number.NaN;
}

function smallestUsable(top: Float32Array | Float64Array): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of top) if (value > sentinelFloor && value < smallest) smallest = value;
  return smallest;
}
