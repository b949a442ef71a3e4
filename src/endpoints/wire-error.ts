// What a reply that is an error means, told by its shape and not by the provider's name: `{error: {…}}`,
// `{object: "error"}`, `{detail: …}`, in a 4xx, a 5xx or a 200.
import type { DialectName } from '../config/dialect-names.ts';
import { type ErrorCode, LateBenchError, type Retry } from '../errors.ts';
import { googleMeaning } from './google-error.ts';
import { emptyReply, isOfDialect, knownApi, ofOtherApi } from './other-api.ts';
import { isEventStream, isObject, type JsonObject, parseJson } from './wire-shape.ts';

interface WireError {
  readonly message: string;
  readonly code: string;
}

/** False for the empty values that some gateways give an error's field where there is none. */
function saysSomething(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).some(saysSomething);
  return value != null && value !== '' && value !== 0 && value !== false;
}

/** The error a body carries, or null. */
export function errorIn(body: unknown): WireError | null {
  // Gemini wraps its errors in a list.
  if (Array.isArray(body) && body.length > 0) return errorIn(body[0]);
  if (!isObject(body)) return null;
  const { error, object, detail } = body;
  if (isObject(error) && saysSomething(error)) {
    const code = error.code ?? error.type ?? '';
    return { message: String(error.message ?? JSON.stringify(error)), code: String(code) };
  }
  if (typeof error === 'string' && error !== '') return { message: error, code: '' };
  if (object === 'error')
    return { message: String(body.message ?? ''), code: String(body.code ?? body.type ?? '') };
  if (saysSomething(detail))
    return { message: typeof detail === 'string' ? detail : JSON.stringify(detail), code: '' };
  return null;
}

const quotaWords = /insufficient[_ ]quota|billing|insufficient[_ ]balance|credit balance|payment required/i;

const rateName = /rate[_ ]?limit/i;

/** A rate limit may speak of billing too, as a way to a higher one: its code decides. */
function isOfQuota(wire: WireError | null): boolean {
  return wire !== null && !rateName.test(wire.code) && quotaWords.test(`${wire.code} ${wire.message}`);
}

/** Anthropic's words where there is no more credit, or the account's own limit is reached: with status 400. */
const spentWords = /credit balance is too low to access|reached your specified API usage limits/i;

/** OpenRouter's words for the limit of a key, and those of gateways that count by the month: with status 403. */
const exceededWords = /\b(quota|limit) exceeded\b|\bexceeded\b.{0,40}\bquota\b/i;

/** 425: a server that does not take a request over a connection which has only begun (RFC 8470). */
const temporary = new Set([408, 409, 425, 502, 503, 504, 529]);

function kindOf(status: number, wire: WireError | null): [ErrorCode, Retry] {
  const text = `${wire?.code ?? ''} ${wire?.message ?? ''}`;
  const spent =
    status === 402 ||
    (status === 429 && isOfQuota(wire)) ||
    (status === 403 && (isOfQuota(wire) || exceededWords.test(text))) ||
    (status === 400 && spentWords.test(text));
  if (spent) return ['LB_ENDPOINT_QUOTA', 'never'];
  if (status === 401 || status === 403) return ['LB_ENDPOINT_AUTH', 'never'];
  // 405: there is something at this address, which takes no calls.
  if (status === 404 || status === 405) return ['LB_ENDPOINT_CONFIG', 'never'];
  if (status === 429) return ['LB_ENDPOINT_RATE', 'rate-limit'];
  if (status >= 500 || temporary.has(status)) return ['LB_ENDPOINT_SERVER', 'transient'];
  return ['LB_ENDPOINT_REQUEST', 'never'];
}

/** The names of errors, by OpenAI, Anthropic and others, with the status that they have elsewhere. */
const namedStatus: readonly (readonly [RegExp, number])[] = [
  [rateName, 429],
  [/permission|forbidden/i, 403],
  [/auth|api[_ ]key/i, 401],
  [/invalid_request|context_(size|length)/i, 400],
  [/not_?found/i, 404],
  [/too_large/i, 413],
  [/overloaded/i, 529],
  [/time_?out/i, 504],
];

/** LM Studio answers a path that it does not have with these words, and status 200. */
const noPathWords =
  /^(unexpected endpoint|invalid url|no such (endpoint|route)|unknown (endpoint|route|path))\b/i;

/** Codes that some servers put in a body with status 200. */
function statusInBody(wire: WireError): number {
  const number = Number(wire.code);
  if (Number.isInteger(number) && number >= 400 && number < 600) return number;
  if (isOfQuota(wire)) return 402;
  const named = namedStatus.find(([name]) => name.test(wire.code))?.[1];
  return named ?? (noPathWords.test(wire.message) ? 404 : 500);
}

const shownCharacters = 200;

/** Cut before a word, never in it: a part of a key would not be recognised as one. */
function beginningOf(text: string): string {
  if (text.length <= shownCharacters) return text.trim();
  const words = text.slice(0, shownCharacters).replace(/[\w.~+/=%\\-]*$/, '');
  return `${words.trim()}…`;
}

/** The LateBenchError for a reply, or null when it is none. `body` is the parsed JSON, undefined when it is not JSON. */
export function replyError(status: number, body: unknown, text: string): LateBenchError | null {
  const wire = errorIn(body);
  if (status >= 200 && status < 300) {
    if (wire === null) return null;
    status = statusInBody(wire);
  }
  const [code, retry] = kindOf(status, wire);
  const words = wire?.message ?? pageIn(text.trim()) ?? beginningOf(text);
  const message = `endpoint answered ${status}: ${words === '' ? '(no text)' : words}`;
  const google = googleMeaning(status, body);
  if (google !== null) {
    const { askedMs } = google;
    return new LateBenchError(google.code, message, { retry: google.retry, cause: { status, askedMs } });
  }
  const hint = statusHints[status] ?? codeHints[code] ?? '';
  return new LateBenchError(code, `${message}${hint}`, { retry, cause: { status } });
}

const codeHints: Partial<Readonly<Record<ErrorCode, string>>> = {
  LB_ENDPOINT_AUTH: '; check the API key of this role (latebench config --explain)',
  LB_ENDPOINT_CONFIG: '; check the base URL and the model name',
};
const statusHints: Readonly<Record<number, string>> = {
  413: '; the request is larger than the server, or a proxy before it, accepts: raise its limit, or leave out the longest records',
  422: '; the server does not accept a field of the request: check --body, --dialect and the options of the model',
};

/** What a server answers before it begins to write a reply: no provider bills these. */
const refusals = new Set<ErrorCode>([
  'LB_ENDPOINT_REQUEST',
  'LB_ENDPOINT_RATE',
  'LB_ENDPOINT_AUTH',
  'LB_ENDPOINT_QUOTA',
  'LB_ENDPOINT_CONFIG',
]);

/** True where the request was turned away; false where a reply may have been written, and lost. */
export function isRefusal(error: LateBenchError): boolean {
  return refusals.has(error.code) || isOverloaded(error);
}

/** True where the provider has more to do than it can, and did not begin with this. */
export function isOverloaded({ code, cause, message }: LateBenchError): boolean {
  const { status } = (cause ?? {}) as { readonly status?: number };
  if (code !== 'LB_ENDPOINT_SERVER') return false;
  return status === 529 || (status === 503 && /\boverloaded\b/i.test(message));
}

/** False where the status alone means that it is temporary: some servers answer 500 to what they will never take. */
export function mayBeForGood({ code, cause }: LateBenchError): boolean {
  const { status } = (cause ?? {}) as { readonly status?: number };
  return code === 'LB_ENDPOINT_SERVER' && status !== undefined && !temporary.has(status);
}

/** True where a gateway answers for a server that is not there, or a server is not ready: it may be soon. */
export function isTemporary(error: LateBenchError): boolean {
  const { status } = (error.cause ?? {}) as { readonly status?: number };
  const isGateway = status === 502 || status === 503 || status === 504;
  return isOverloaded(error) || (error.code === 'LB_ENDPOINT_SERVER' && isGateway);
}

/** A server that is starting: llama-server answers so until its model is in memory, which can take minutes. */
export function isLoading({ code, cause, message }: LateBenchError): boolean {
  const { status } = (cause ?? {}) as { readonly status?: number };
  return code === 'LB_ENDPOINT_SERVER' && status === 503 && /\bloading model\b/i.test(message);
}

/** A page for people: its title says as much as all of it. Null where it is none. */
function pageIn(text: string): string | null {
  if (!/^<(!doctype|html|head|body|\?xml)/i.test(text)) return null;
  const title = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(text)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return `a web page${title === '' ? '' : ` (${title})`}`;
}

/** Compressed, or in another encoding than UTF-8. */
const bytesOfNoText = /[\0-\x08\x0e-\x1f\ufffd]/;

/** What came in place of a JSON object. */
export function notJson(text: string): LateBenchError {
  if (text === '') return emptyReply();
  const page = pageIn(text);
  if (page !== null) return ofOtherApi(`the reply is ${page}, not JSON`);
  if (isEventStream(text))
    return garbled(`the reply is a stream that was cut off (${text.length} characters)`);
  const value = parseJson(text);
  if (value !== undefined)
    return knownApi(value) ?? ofOtherApi(`the reply is no JSON object: ${beginningOf(text)}`);
  const lines = text.split('\n', 2).map(parseJson);
  if (lines.length === 2 && lines.every(isObject))
    return knownApi(lines[0]) ?? ofOtherApi('the reply is several JSON objects, one a line');
  if (/^[[{]/.test(text)) return garbled(`the reply is not complete JSON (${text.length} characters)`);
  if (bytesOfNoText.test(text)) return garbled(`the reply is not text (${text.length} characters)`);
  // Something around a reply, which differs from one to the next.
  if (/[{<]/.test(text)) return garbled(`the reply is not JSON (${text.length} characters)`);
  return ofOtherApi(`the reply is text, not JSON: ${beginningOf(text.replaceAll(/\s+/g, ' '))}`);
}

/** Where gateways that answer everything with status 200 say what is wrong. */
const wordFields = ['message', 'msg', 'error_message', 'error_msg', 'errmsg', 'reason'];

/**
 * A body without what makes it a reply of the dialect `own`, with the server's words where it has any: they may be all
 * that explains it.
 */
export function lacking(what: string, body: JsonObject, own: DialectName): LateBenchError {
  const words = wordFields.map((field) => body[field]).find((value) => typeof value === 'string') as
    | string
    | undefined;
  const said = words === undefined ? '' : beginningOf(words);
  if (said !== '') return garbled(`the reply has no ${what}; the server says: ${said}`);
  const other = knownApi(body, own);
  if (other !== null) return other;
  const message = `the reply has no ${what}`;
  return isOfDialect(body, own) || what in body ? garbled(message) : ofOtherApi(message);
}

/** A reply that was cut or is not what the dialect has: it may come whole next time. */
export function garbled(message: string): LateBenchError {
  return new LateBenchError('LB_ENDPOINT_REPLY', message, { retry: 'transient' });
}
