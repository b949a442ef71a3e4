// Reads traces out of the rows people have: {problem_id, sample_id, text, answer, token_logprobs, top_logprobs} with
// alternatives as numbers or in OpenAI's form, {token_conf}, or whole response bodies of OpenAI and vLLM.
import { finishReasonOf } from '../../endpoints/finish-reason.ts';
import { logprobsByShape, placeholder, type ReplyLogprobs } from '../../endpoints/reply-logprobs.ts';
import { contentText } from '../../endpoints/wire-reply.ts';
import { LateBenchError } from '../../errors.ts';
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import { numberText } from '../../storage/original-text.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import { canonicalTruth } from './problems.ts';
import { type Trace, wellFormed } from './trace.ts';

export interface ImportedTrace {
  /** As the row names it: an id, or null where it names none. */
  readonly problem: string | null;
  /** Null where the row does not say. */
  readonly sample: number | null;
  readonly trace: Trace;
}

function refuse(message: string): LateBenchError {
  return new LateBenchError('LB_SCHEMA', message);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return wellFormed(value);
  return typeof value === 'number' ? String(value) : null;
}

/** A text, or a number with every digit that it was written with. */
function fieldText(row: Row, name: string): string | null {
  const value = row[name];
  return typeof value === 'number' ? numberText(row, name, value) : textOf(value);
}

function isMinusInfinity(value: unknown): boolean {
  if (typeof value === 'number') return Math.fround(value) === Number.NEGATIVE_INFINITY;
  return typeof value === 'string' && /^-inf(inity)?$/i.test(value);
}

/** As float32, which is how pools keep it. */
function numberOf(value: unknown, what: string): number {
  if (value === null || value === undefined) return Number.NaN;
  if (typeof value !== 'number')
    throw refuse(`${what} holds ${JSON.stringify(value)}, which is not a number`);
  const number = Math.fround(value);
  if (Number.isFinite(number)) return number;
  throw refuse(`${what} holds a number of more than 3.4e38, the largest that a pool can hold`);
}

function logprobOf(value: unknown, what: string): number {
  return isMinusInfinity(value) ? placeholder : numberOf(value, what);
}

function numbersOf(value: unknown, what: string, read = logprobOf): Float32Array | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) throw refuse(`${what} is not a list`);
  return Float32Array.from(value, (item) => read(item, what));
}

/** Alternatives as lists of numbers, k = the longest. */
function topOfNumbers(lists: readonly unknown[], count: number): { top: Float32Array; k: number } {
  const rows = lists.map((list) => numbersOf(list, 'top_logprobs') ?? new Float32Array(0));
  const k = rows.reduce((max, row) => Math.max(max, row.length), 0);
  const top = new Float32Array(count * k).fill(Number.NaN);
  for (const [at, row] of rows.entries()) top.set(row, at * k);
  return { top, k };
}

function longest(tops: readonly unknown[]): number {
  return tops.reduce<number>((max, top) => {
    const size = Array.isArray(top) ? top.length : isRow(top) ? Object.keys(top).length : 0;
    return Math.max(max, size);
  }, 0);
}

/** Logprobs in OpenAI's forms, with as many alternatives as they have. */
function shaped(logprobs: unknown): ReplyLogprobs | null {
  if (!isRow(logprobs)) return null;
  const tops = Array.isArray(logprobs.content)
    ? logprobs.content.map((token: unknown) => (isRow(token) ? token.top_logprobs : undefined))
    : Array.isArray(logprobs.top_logprobs)
      ? logprobs.top_logprobs
      : [];
  return logprobsByShape(logprobs, longest(tops));
}

function tokenTexts(tokens: unknown, count: number): PackedTexts | null {
  if (tokens === null || tokens === undefined) return null;
  if (!Array.isArray(tokens)) throw refuse('tokens is not a list');
  if (tokens.length !== count) throw refuse(`there are ${tokens.length} tokens and ${count} token_logprobs`);
  return PackedTexts.of(tokens.map((token) => textOf(token) ?? ''));
}

const noLogprobs = {
  k: 0,
  chosen: new Float32Array(0),
  top: new Float32Array(0),
  tokens: null,
  topTokens: null,
};

function logprobsOf(row: Row): Pick<Trace, 'k' | 'chosen' | 'top' | 'tokens' | 'topTokens'> {
  const { token_logprobs, top_logprobs: tops, tokens, logprobs } = row;
  const inner = shaped(logprobs);
  if (inner !== null) return inner;
  const given = numbersOf(token_logprobs, 'token_logprobs');
  if (given === null && !Array.isArray(tops)) return noLogprobs;
  const chosen = given ?? new Float32Array((tops as unknown[]).length).fill(Number.NaN);
  if (tops !== null && tops !== undefined && !Array.isArray(tops)) throw refuse('top_logprobs is not a list');
  const lists = tops ?? [];
  if (lists.length > 0 && lists.length !== chosen.length) {
    throw refuse(`there are ${lists.length} top_logprobs and ${chosen.length} token_logprobs`);
  }
  const texts = tokenTexts(tokens, chosen.length);
  const objects = lists.some((list) => isRow(list) || (Array.isArray(list) && list.some(isRow)));
  if (objects) {
    const read = logprobsByShape(
      { tokens, token_logprobs: [...chosen], top_logprobs: lists },
      longest(lists),
    );
    if (read !== null) return { ...read, chosen, tokens: texts };
  }
  return { chosen, ...topOfNumbers(lists, chosen.length), tokens: texts, topTokens: null };
}

function idOf(row: Row): string | null {
  return fieldText(row, 'problem_id') ?? fieldText(row, 'id') ?? null;
}

function sampleOf(row: Row): number | null {
  const given = row.sample_id ?? row.sample;
  if (given === null || given === undefined) return null;
  const sample = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof sample === 'number' && Number.isInteger(sample) && sample >= 0 && sample < 2 ** 31)
    return sample;
  throw refuse(`sample_id ${JSON.stringify(given)}: give a whole number from 0 to ${2 ** 31 - 1}`);
}

function plainTrace(row: Row): Trace {
  const logprobs = logprobsOf(row);
  const conf = numbersOf(row.token_conf, 'token_conf', numberOf);
  const { chosen } = logprobs;
  if (conf !== null && chosen.length > 0 && conf.length !== chosen.length) {
    throw refuse(`there are ${conf.length} token_conf and ${chosen.length} token_logprobs`);
  }
  const text = textOf(row.text);
  const answer = 'answer' in row ? fieldText(row, 'answer') : undefined;
  if (text === null && answer === undefined) throw refuse('it has neither a text nor an answer');
  const given = answer === undefined || answer === null ? null : canonicalTruth(answer);
  return {
    ...logprobs,
    chosen: conf !== null && chosen.length === 0 ? new Float32Array(conf.length).fill(Number.NaN) : chosen,
    conf: conf ?? undefined,
    model: textOf(row.model),
    system_fingerprint: textOf(row.system_fingerprint),
    finish_reason: finishReasonOf(textOf(row.finish_reason)),
    prompt_tokens: typeof row.prompt_tokens === 'number' ? row.prompt_tokens : null,
    text,
    answer:
      answer === undefined ? undefined : { answer: given, source: textOf(row.answer_source) ?? 'given' },
  };
}

function choiceTrace(body: Row, choice: Row): Trace {
  const message = isRow(choice.message) ? choice.message : {};
  const usage = isRow(body.usage) ? body.usage : {};
  return {
    ...(shaped(choice.logprobs) ?? noLogprobs),
    model: textOf(body.model),
    system_fingerprint: textOf(body.system_fingerprint),
    finish_reason: finishReasonOf(textOf(choice.finish_reason)),
    prompt_tokens: typeof usage.prompt_tokens === 'number' ? usage.prompt_tokens : null,
    text: textOf(contentText(message.content)) ?? textOf(choice.text) ?? '',
  };
}

/** `{response: {body}}` of batch files, `{body}` of raw/, or the body itself. */
function bodyOf(row: Row): Row | undefined {
  const response = isRow(row.response) ? row.response : undefined;
  const inner = [response?.body, row.body, response, row].find(
    (value) => isRow(value) && Array.isArray(value.choices),
  );
  return inner as Row | undefined;
}

/** `aime-7:12` and `aime/7/12`: the problem and the sample in one name. */
function namedBy(customId: unknown): { problem: string | null; sample: number | null } {
  const match = typeof customId === 'string' ? /^(.+)[:/](\d+)$/.exec(customId) : null;
  if (match === null) return { problem: textOf(customId), sample: null };
  return { problem: match[1]!, sample: Number(match[2]) };
}

/** One trace, or one for each choice of a response. Throws LB_SCHEMA where the row has none. */
export function importedTraces(row: Row): ImportedTrace[] {
  const body = bodyOf(row);
  if (body === undefined) return [{ problem: idOf(row), sample: sampleOf(row), trace: plainTrace(row) }];
  const choices = (body.choices as unknown[]).filter(isRow);
  if (choices.length === 0) throw refuse('the response has no choices');
  const named = namedBy(row.custom_id);
  const problem = fieldText(row, 'problem_id') ?? named.problem;
  const sample = sampleOf(row) ?? named.sample;
  return choices.map((choice) => ({
    problem,
    sample: choices.length === 1 ? sample : null,
    trace: choiceTrace(body, choice),
  }));
}
