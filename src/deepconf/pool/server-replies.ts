// Replies in forms of one server alone, as a response of OpenAI's form: those of SGLang's and TGI's /generate, and of
// llama.cpp's /completion.
import { isRow, type Row } from '../../storage/rows.ts';
import { refuse } from './import-logprobs.ts';

function listOf(value: unknown, what: string): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw refuse(`${what} is not a list`);
  return value;
}

/** Tokens beside their alternatives, each list under its name; alternatives may be missing altogether. */
function paired(
  [what, tokens]: readonly [string, unknown],
  [whatTop, tops]: readonly [string, unknown],
  read: (token: unknown, what: string) => Row,
): Row[] {
  const chosen = listOf(tokens, what);
  const lists = listOf(tops, whatTop);
  if (lists.length > 0 && lists.length !== chosen.length)
    throw refuse(`there are ${lists.length} ${whatTop} and ${chosen.length} ${what}`);
  return chosen.map((token, at) => ({
    ...read(token, what),
    top_logprobs: listOf(lists[at], whatTop).map((one) => read(one, whatTop)),
  }));
}

/** `[logprob, id, text]`; the text is null unless it was asked for. */
function triple(value: unknown, what: string): Row {
  if (!Array.isArray(value)) throw refuse(`${what} holds ${JSON.stringify(value)}, not [logprob, id, text]`);
  const [logprob, id, text] = value;
  return { logprob, token: text ?? String(id) };
}

function ofSglang({ text, meta_info }: Row): Row | null {
  if (typeof text !== 'string' || !isRow(meta_info)) return null;
  const { finish_reason: reason, output_token_logprobs: chosen, output_top_logprobs: tops } = meta_info;
  if (chosen === undefined && reason === undefined) return null;
  const content = paired(['output_token_logprobs', chosen], ['output_top_logprobs', tops], triple);
  return {
    choices: [{ text, finish_reason: isRow(reason) ? reason.type : reason, logprobs: { content } }],
    usage: { prompt_tokens: meta_info.prompt_tokens },
  };
}

function withText(value: unknown, what: string): Row {
  if (!isRow(value)) throw refuse(`${what} holds ${JSON.stringify(value)}, not {id, text, logprob}`);
  return { logprob: value.logprob, token: value.text };
}

function tgiChoice(text: unknown, { finish_reason, tokens, top_tokens }: Row): Row {
  const content = paired(['tokens', tokens], ['top_tokens', top_tokens], withText);
  return { text, finish_reason, logprobs: { content } };
}

function ofTgi({ generated_text, details }: Row): Row | null {
  if (typeof generated_text !== 'string') return null;
  const given = isRow(details) ? details : {};
  const others = listOf(given.best_of_sequences, 'best_of_sequences').filter(isRow);
  return {
    choices: [
      tgiChoice(generated_text, given),
      ...others.map((other) => tgiChoice(other.generated_text, other)),
    ],
  };
}

function ofLlamaCpp(row: Row): Row | null {
  const { content, completion_probabilities: said, stop_type: reason } = row;
  if (typeof content !== 'string' || (said === undefined && reason === undefined)) return null;
  const tokens = listOf(said, 'completion_probabilities');
  if (tokens.some((token) => !isRow(token) || !('logprob' in token))) {
    throw refuse(
      'completion_probabilities holds probabilities, of which no confidence follows; ask llama.cpp for logprobs ' +
        '(n_probs without post_sampling_probs)',
    );
  }
  return {
    model: row.model,
    choices: [
      { text: content, finish_reason: reason === 'limit' ? 'length' : reason, logprobs: { content: tokens } },
    ],
    usage: { prompt_tokens: row.tokens_evaluated },
  };
}

function ofOne(reply: Row): Row | null {
  return ofSglang(reply) ?? ofTgi(reply) ?? ofLlamaCpp(reply);
}

/** Null where it is none of these; the replies of a list are the choices of one. Throws LB_SCHEMA for one that is damaged. */
export function asResponse(reply: unknown): Row | null {
  if (isRow(reply)) return ofOne(reply);
  if (!Array.isArray(reply) || reply.length === 0) return null;
  const all = reply.map((one) => (isRow(one) ? ofOne(one) : null));
  if (all.some((one) => one === null)) return null;
  return { ...all[0], choices: all.flatMap((one) => one?.choices) };
}
