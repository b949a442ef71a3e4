// Logprobs in the rows people have: lists of numbers, OpenAI's forms for chat and completions, and what vLLM gives where no
// server is between. A form that is not known is refused: it would be a trace without confidences.
import { logprobsByShape, placeholder } from '../../endpoints/reply-logprobs.ts';
import { LateBenchError } from '../../errors.ts';
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import { type Trace, wellFormed } from './trace.ts';

export function refuse(message: string): LateBenchError {
  return new LateBenchError('LB_SCHEMA', message);
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return wellFormed(value);
  return typeof value === 'number' ? String(value) : null;
}

function isMinusInfinity(value: unknown): boolean {
  if (typeof value === 'number') return Math.fround(value) === Number.NEGATIVE_INFINITY;
  return typeof value === 'string' && /^-inf(inity)?$/i.test(value);
}

/** As float32, which is how pools keep it. */
export function numberOf(value: unknown, what: string): number {
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

export function numbersOf(value: unknown, what: string, read = logprobOf): Float32Array | null {
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

function tokenTexts(tokens: unknown, count: number): PackedTexts | null {
  if (tokens === null || tokens === undefined) return null;
  if (!Array.isArray(tokens)) throw refuse('tokens is not a list');
  if (tokens.length !== count) throw refuse(`there are ${tokens.length} tokens and ${count} token_logprobs`);
  return PackedTexts.of(tokens.map((token) => textOf(token) ?? ''));
}

type Logprobs = Pick<Trace, 'k' | 'chosen' | 'top' | 'tokens' | 'topTokens'>;

export const noLogprobs: Logprobs = {
  k: 0,
  chosen: new Float32Array(0),
  top: new Float32Array(0),
  tokens: null,
  topTokens: null,
};

function ofTokens(content: readonly unknown[]): Logprobs | null {
  // A token of which nothing is said keeps its place: the first of a prompt in vLLM.
  const tokens = content.map((token) => (isRow(token) ? token : {}));
  return logprobsByShape({ content: tokens }, longest(tokens.map((token) => token.top_logprobs)));
}

const isCandidate = (value: unknown): boolean => isRow(value) && 'logprob' in value;

/** `{"3923": {logprob, rank, decoded_token}, …}`, as vLLM has it. */
function hasCandidates(list: unknown): boolean {
  return isRow(list) && Object.values(list).some(isCandidate);
}

/** The chosen token is among the candidates; JSON orders them by their ids. */
function ofCandidates(lists: readonly unknown[], ids: unknown): Logprobs | null {
  if (Array.isArray(ids) && ids.length !== lists.length)
    throw refuse(`there are ${lists.length} logprobs and ${ids.length} token_ids`);
  const content = lists.map((list, at) => {
    const all = Object.entries(isRow(list) ? list : {}).map(([id, candidate]) => {
      const { decoded_token, logprob } = isRow(candidate) ? candidate : {};
      return { id, token: textOf(decoded_token) ?? id, logprob };
    });
    all.sort((a, b) => Number(b.logprob) - Number(a.logprob));
    const chosen = Array.isArray(ids) ? all.find(({ id }) => id === String(ids[at])) : undefined;
    return { token: chosen?.token, logprob: chosen?.logprob, top_logprobs: all };
  });
  return ofTokens(content);
}

/** `{tokens, token_logprobs, top_logprobs}`, of which only one need be there. */
function ofColumns({ tokens, token_logprobs, top_logprobs: tops, token_ids }: Row): Logprobs | null {
  const given = numbersOf(token_logprobs, 'token_logprobs');
  if (tops !== null && tops !== undefined && !Array.isArray(tops)) throw refuse('top_logprobs is not a list');
  const lists: readonly unknown[] = tops ?? [];
  if (given === null && lists.length === 0) return null;
  if (given !== null && lists.length > 0 && lists.length !== given.length) {
    throw refuse(`there are ${lists.length} top_logprobs and ${given.length} token_logprobs`);
  }
  const chosen = given ?? new Float32Array(lists.length).fill(Number.NaN);
  const own = given === null ? {} : { chosen };
  const texts = tokenTexts(tokens, chosen.length);
  const named = texts === null ? {} : { tokens: texts };
  if (lists.some(hasCandidates)) {
    const read = ofCandidates(lists, token_ids);
    if (read !== null) return { ...read, ...own, ...named };
  }
  if (lists.some((list) => isRow(list) || (Array.isArray(list) && list.some(isRow)))) {
    const read = logprobsByShape(
      { tokens, token_logprobs: [...chosen], top_logprobs: lists },
      longest(lists),
    );
    if (read !== null) return { ...read, chosen, tokens: texts };
  }
  return { chosen, ...topOfNumbers(lists, chosen.length), tokens: texts, topTokens: null };
}

const unknownForm = (): LateBenchError =>
  refuse(
    'logprobs is in a form that is not read; give them as a response has them, as token_logprobs and top_logprobs, or ' +
      'as token_conf',
  );

/** The form shows in the first token that says something. */
function ofList(list: readonly unknown[], ids: unknown): Logprobs | null {
  const first = list.find((item) => item !== null);
  if (first === undefined) return null;
  if (isCandidate(first)) return ofTokens(list);
  if (typeof first === 'number' || isMinusInfinity(first)) return ofColumns({ token_logprobs: list });
  const isTop = Array.isArray(first) || (isRow(first) && Object.values(first).some(isNumberOrInfinity));
  if (isTop || hasCandidates(first)) return ofColumns({ top_logprobs: list, token_ids: ids });
  throw unknownForm();
}

function isNumberOrInfinity(value: unknown): boolean {
  return typeof value === 'number' || isMinusInfinity(value);
}

/** Of a choice, or of a row that has them as a choice does; null where there are none. Throws LB_SCHEMA for another form. */
export function choiceLogprobs({ logprobs, token_ids }: Row): Logprobs | null {
  if (logprobs === null || logprobs === undefined) return null;
  if (Array.isArray(logprobs)) return ofList(logprobs, token_ids);
  if (!isRow(logprobs)) throw unknownForm();
  if (Array.isArray(logprobs.content)) return ofTokens(logprobs.content);
  const names = Object.keys(logprobs);
  const known = ['content', 'refusal', 'tokens', 'token_logprobs', 'top_logprobs'];
  if (names.length > 0 && !names.some((name) => known.includes(name))) throw unknownForm();
  return ofColumns(logprobs);
}

export function logprobsOf(row: Row): Logprobs {
  return choiceLogprobs(row) ?? ofColumns(row) ?? noLogprobs;
}
