// Which parameter of a request a server refuses, by what it says: `Unsupported parameter: 'max_tokens' …`,
// `{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}`, `System role not supported`.
import type { ChatRequest } from '../chat.ts';
import { isObject, parseJson, textOrNull } from '../wire-shape.ts';
import type { Parameter } from './parameters.ts';

/** How each is called in what servers say. */
const names: Readonly<Record<Parameter, RegExp>> = {
  seed: /\bseed\b/i,
  temperature: /\btemperature\b/i,
  top_p: /\btop_?p\b/i,
  top_k: /\btop_?k\b/i,
  logprobs: /(?:\b|_|e)log_?probs\b/i,
  max_tokens: /\bmax_tokens\b/i,
  max_completion_tokens: /\bmax_completion_tokens\b/i,
  system: /\bsystem[ _-]?(?:role|message|instruction|prompt)|\brole\b.*?\bsystem\b|'system'/i,
  developer: /\bdeveloper[ _-]?(?:role|message|instruction|prompt)|\brole\b.*?\bdeveloper\b|'developer'/i,
  json_schema: /\bresponse_?(?:format|json_?schema)\b|\bjson_schema\b|\bguided/i,
  json_object: /\bresponse_?(?:format|mime_?type)\b|\bjson_object\b|\bjson mode\b/i,
};

const refusing =
  /unsupported|not (?:be )?support|n't support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|forbidden|not enabled|unavailable|not available|invalid (?:parameter|argument)|incompatible|deprecated|fixed at/i;
/** Its value is wrong, and another would be taken: nothing is learned. */
const valueWords =
  /at most|at least|between|less than|greater than|more than|too (?:large|small|long|many|high|low)|exceed|maximum|out of range|must contain/i;
const formatValue = /must be/i;

function isSent(parameter: Parameter, request: ChatRequest): boolean {
  const format = request.response_format?.type;
  if (parameter === 'json_schema' || parameter === 'json_object') return format === parameter;
  if (parameter === 'system' || parameter === 'developer') {
    return request.messages.some(({ role }) => role === parameter);
  }
  return request[parameter] !== undefined;
}

/** The message of an error body, and the parameter that it names apart. */
function saidIn(body: unknown): { readonly message: string; readonly named: string } {
  const whole: unknown = Array.isArray(body) ? body[0] : body;
  if (!isObject(whole)) return { message: '', named: '' };
  const error = isObject(whole.error) ? whole.error : whole;
  const message = error.message ?? whole.detail ?? whole.error;
  return {
    message: textOrNull(message) ?? JSON.stringify(message ?? whole),
    named: textOrNull(error.param) ?? '',
  };
}

/** Statuses of refusals; some servers answer 500 to a parameter that they do not take. */
const statuses = new Set([400, 422, 500]);

export function mayRefuse(status: number): boolean {
  return statuses.has(status);
}

export interface Refusal {
  readonly parameter: Parameter;
  /** The server's words. */
  readonly said: string;
}

/** Null where the response refuses no parameter that the request has. */
export function refusedParameter(
  { status, body }: { readonly status: number; readonly body: Buffer },
  request: ChatRequest,
): Refusal | null {
  if (!mayRefuse(status)) return null;
  const text = body.toString('utf8').trim();
  const { message, named } = saidIn(parseJson(text) ?? { error: text.slice(0, 2000) });
  const places = (Object.keys(names) as Parameter[])
    .filter((parameter) => isSent(parameter, request))
    .map((parameter) => ({
      parameter,
      place: names[parameter].test(named) ? -1 : message.search(names[parameter]),
      found: names[parameter].test(named) || names[parameter].test(message),
    }))
    .filter(({ found }) => found)
    .sort((a, b) => a.place - b.place);
  const [first] = places;
  if (first === undefined || valueWords.test(message)) return null;
  const isFormat = first.parameter === 'json_schema' || first.parameter === 'json_object';
  if (!refusing.test(message) && !(isFormat && formatValue.test(message))) return null;
  return { parameter: first.parameter, said: message.slice(0, 300) };
}
