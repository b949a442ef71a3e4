// One trace on its way into a pool: typed arrays, and the rows of core/ and top/ that are made of them. Everything in
// a row follows from the reply and the pool's settings, so that a pool built twice has the same bytes.
import type { ChatReply } from '../../endpoints/chat.ts';
import type { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import type { Row } from '../../storage/rows.ts';
import { aimeAnswer, isStoppedEarly } from '../answer.ts';
import { tokenConfidence } from '../token-confidence.ts';
import { type ScoredTrace, traceScorer } from '../trace-scores.ts';
import { type PoolSettings, ruleOfAnswers } from './schema.ts';

export interface Trace {
  readonly model: string | null;
  readonly system_fingerprint: string | null;
  readonly finish_reason: string | null;
  readonly prompt_tokens: number | null;
  /** Tokens of the reply as the server counted them, where it did. */
  readonly completion_tokens?: number | null | undefined;
  readonly text: string | null;
  /** Given from elsewhere; else it is read from the text. */
  readonly answer?: { readonly answer: string | null; readonly source: string } | undefined;
  readonly tokens: PackedTexts | null;
  /** Log-probabilities of the chosen tokens; NaN = not known. */
  readonly chosen: Float32Array;
  readonly k: number;
  /** Those of the alternatives, k to a token; NaN where there are fewer. */
  readonly top: Float32Array;
  readonly topTokens: PackedTexts | null;
  /** Given from elsewhere; else, and where placeholders are among them, it is computed from the alternatives. */
  readonly conf?: Float32Array | undefined;
}

/** A text that UTF-8 can hold: half a surrogate pair becomes U+FFFD. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function orNull(text: string | null | undefined): string | null {
  return text == null ? null : wellFormed(text);
}

const nothing = new Float32Array(0);

export function traceOfReply(reply: ChatReply, k: number): Trace {
  const { logprobs } = reply;
  return {
    model: orNull(reply.model),
    system_fingerprint: orNull(reply.fingerprint),
    finish_reason: orNull(reply.finishReason),
    // 0: not reported. Of a stopped trace the count comes with its last packet or not at all: bytes must not depend on that.
    prompt_tokens: reply.promptTokens === 0 || isStoppedEarly(reply.finishReason) ? null : reply.promptTokens,
    completion_tokens: reply.completionTokens,
    text: wellFormed(reply.content),
    tokens: logprobs?.tokens ?? null,
    chosen: logprobs?.chosen ?? nothing,
    k,
    top: logprobs?.top ?? nothing,
    topTokens: logprobs?.topTokens ?? null,
  };
}

/** About what a trace holds in memory. */
export function traceBytes({ tokens, chosen, top, topTokens, text }: Trace): number {
  const texts = [tokens, topTokens].map((packed) =>
    packed === null ? 0 : packed.bytes.byteLength + packed.ends.byteLength,
  );
  return chosen.byteLength + top.byteLength + texts[0]! + texts[1]! + 2 * (text?.length ?? 0);
}

/** A count that its column can hold; a server that reports another has counted nothing. */
function countOrNull(count: number | null): number | null {
  return count !== null && Number.isInteger(count) && count >= 0 && count < 2 ** 31 ? count : null;
}

/** A smaller share is the end mark, which some servers count and others list. */
const smallGap = 0.01;

/**
 * Tokens of the reply without an entry among its logprobs; null where they are few, or the server counted none. Of a
 * stopped trace the server also counts what it wrote after the token that was enough.
 */
function withoutLogprob(
  { completion_tokens: counted, finish_reason }: Trace,
  entries: number,
): number | null {
  if (counted == null || counted === 0 || isStoppedEarly(finish_reason)) return null;
  const gap = counted - entries;
  return gap > smallGap * counted ? countOrNull(gap) : null;
}

export interface TraceRows {
  readonly core: Row;
  readonly top: Row;
}

/** Returns a function from a trace to its rows, by the pool's rules for answers and confidence. */
export function rowMaker(settings: PoolSettings): (sampleId: number, trace: Trace) => TraceRows {
  const { scores } = settings;
  const reading = { fallback: settings.answers.fallback, rule: ruleOfAnswers(settings) };
  const score: (conf: Float32Array) => ScoredTrace = traceScorer({
    window: scores.window,
    tail: scores.tail,
    edge: scores.edge,
    bottomCount: scores.bottom_count,
    missing: scores.missing,
  });
  return (sample_id, trace) => {
    const { text, chosen, top, k } = trace;
    const { conf, ...counts } = tokenConfidence({ chosen, top, k, known: trace.conf }, scores.sentinel);
    const found =
      trace.answer ??
      (text === null || isStoppedEarly(trace.finish_reason)
        ? { answer: null, source: 'none' }
        : aimeAnswer(text, reading));
    const { avg, tail, lowest, bottom10 } = score(conf);
    return {
      core: {
        sample_id,
        model: trace.model,
        system_fingerprint: trace.system_fingerprint,
        finish_reason: trace.finish_reason,
        prompt_tokens: countOrNull(trace.prompt_tokens),
        n_tokens: conf.length,
        n_without_logprob: withoutLogprob(trace, conf.length),
        text,
        answer: found.answer,
        answer_source: found.source,
        tokens: trace.tokens,
        token_logprobs: chosen,
        token_conf: conf,
        ...counts,
        score_avg: avg,
        score_tail: tail,
        score_lowest: lowest,
        score_bottom10: bottom10,
      },
      top: { sample_id, k, top_logprobs: top, top_tokens: trace.topTokens },
    };
  };
}
