// Reads traces out of the rows people have: {problem_id, sample_id, text, answer, token_logprobs, top_logprobs} with
// alternatives as numbers or in OpenAI's form, {token_conf}, whole response bodies of OpenAI and vLLM, vLLM's outputs, or
// replies in the form of one server.
import { finishReasonOf } from '../../endpoints/finish-reason.ts';
import { contentText } from '../../endpoints/wire-shape.ts';
import { numberText } from '../../storage/original-text.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import {
  choiceLogprobs,
  logprobsOf,
  noLogprobs,
  numberOf,
  numbersOf,
  refuse,
  textOf,
} from './import-logprobs.ts';
import { canonicalTruth } from './problems.ts';
import { asResponse } from './server-replies.ts';
import type { Trace } from './trace.ts';

export interface ImportedTrace {
  /** As the row names it: an id, or null where it names none. */
  readonly problem: string | null;
  /** Null where the row does not say. */
  readonly sample: number | null;
  readonly trace: Trace;
}

/** A text, or a number with every digit that it was written with. */
function fieldText(row: Row, name: string): string | null {
  const value = row[name];
  return typeof value === 'number' ? numberText(row, name, value) : textOf(value);
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
  // `confs` is the name in what the official code writes.
  const conf = numbersOf(row.token_conf ?? row.confs, 'token_conf', numberOf);
  const { chosen } = logprobs;
  if (conf !== null && chosen.length > 0 && conf.length !== chosen.length) {
    throw refuse(`there are ${conf.length} token_conf and ${chosen.length} token_logprobs`);
  }
  const text = textOf(row.text);
  const answer = 'answer' in row ? fieldText(row, 'answer') : undefined;
  if (text === null && answer === undefined) {
    const names = Object.keys(row).slice(0, 8).join(', ');
    throw refuse(
      `it has neither a text nor an answer, and is not a reply of a known form (its fields: ${names})`,
    );
  }
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
    ...(choiceLogprobs(choice) ?? noLogprobs),
    model: textOf(body.model),
    system_fingerprint: textOf(body.system_fingerprint),
    finish_reason: finishReasonOf(textOf(choice.finish_reason)),
    prompt_tokens: typeof usage.prompt_tokens === 'number' ? usage.prompt_tokens : null,
    text: textOf(contentText(message.content)) ?? textOf(choice.text) ?? '',
  };
}

/** Those of a response, or the outputs of one request to vLLM where no server is between. */
function choicesOf({ choices, outputs }: Row): readonly unknown[] | null {
  if (Array.isArray(choices)) return choices;
  const isRequest =
    Array.isArray(outputs) && outputs.every((output) => isRow(output) && typeof output.text === 'string');
  return isRequest ? outputs : null;
}

/** `{response: {body}}` of batch files, `{body}` of raw/, `{response}`, or the body itself. */
function bodyOf(row: Row): Row | undefined {
  const response = isRow(row.response) ? row.response : undefined;
  const places = [response?.body, row.body, row.response, row];
  for (const place of places) {
    const body = isRow(place) && choicesOf(place) !== null ? place : asResponse(place);
    if (body !== null) return body;
  }
  return undefined;
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
  const choices = (choicesOf(body) ?? []).filter(isRow);
  if (choices.length === 0) throw refuse('the response has no choices');
  const named = namedBy(row.custom_id);
  // The id beside choices is that of the response.
  const problem =
    fieldText(row, 'problem_id') ?? named.problem ?? (body === row ? null : fieldText(row, 'id'));
  const sample = sampleOf(row) ?? named.sample;
  return choices.map((choice) => ({
    problem,
    sample: choices.length === 1 ? sample : null,
    trace: choiceTrace(body, choice),
  }));
}
