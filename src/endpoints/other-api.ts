// A body that is complete and is no reply of the API that was asked: the address leads to something else. Its
// shape often tells to what.
import type { DialectName } from '../config/dialect-names.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { isObject, type JsonObject } from './wire-shape.ts';

interface OtherApi {
  readonly is: (body: JsonObject) => boolean;
  readonly what: string;
  /** The dialect that reads it; null where none does. */
  readonly dialect: DialectName | null;
}

function firstOf(list: unknown): JsonObject {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return isObject(first) ? first : {};
}

const isText = (value: unknown): boolean => typeof value === 'string';

const otherApis: readonly OtherApi[] = [
  {
    is: ({ message, response, done }) => typeof done === 'boolean' && (isObject(message) || isText(response)),
    what: "Ollama's own API",
    dialect: 'ollama',
  },
  { is: ({ object }) => object === 'response', what: "OpenAI's Responses API", dialect: 'openai-responses' },
  {
    is: ({ type, content }) => type === 'message' && Array.isArray(content),
    what: "Anthropic's Messages API",
    dialect: 'anthropic',
  },
  { is: ({ candidates }) => Array.isArray(candidates), what: "Gemini's own API", dialect: 'gemini' },
  {
    is: ({ choices }) => {
      const { message, text, ...rest } = firstOf(choices);
      return isObject(message) || (!isText(text) && Object.keys(rest).length > 0);
    },
    what: 'chat completions',
    dialect: 'openai',
  },
  {
    is: ({ choices }) => isText(firstOf(choices).text),
    what: '/v1/completions, which takes no messages',
    dialect: null,
  },
  {
    is: (body) => isText(body.generated_text) || (isText(body.content) && 'tokens_predicted' in body),
    what: "the server's own API for text",
    dialect: null,
  },
  { is: ({ data }) => Array.isArray(firstOf(data).embedding), what: 'embeddings', dialect: null },
];

/** What the cause of such an error has. */
interface Found {
  readonly otherApi: true;
  readonly dialect: DialectName | null;
}

/** A body of no bytes: it may be another API's, or an accident of this one. */
export function emptyReply(): LateBenchError {
  const cause = { empty: true };
  return new LateBenchError('LB_ENDPOINT_REPLY', 'the reply is empty', { retry: 'transient', cause });
}

/** The same answer comes to each call, and may be paid for each time. */
export function ofOtherApi(message: string, dialect: DialectName | null = null): LateBenchError {
  const cause: Found = { otherApi: true, dialect };
  return new LateBenchError('LB_ENDPOINT_REPLY', message, { retry: 'transient', cause });
}

/** The error of a body of an API that is known, other than the one of `own`; null for any other body. */
export function knownApi(body: unknown, own?: DialectName): LateBenchError | null {
  const object = Array.isArray(body) ? firstOf(body) : body;
  const found = isObject(object) ? otherApis.find(({ is }) => is(object)) : undefined;
  if (found === undefined || found.dialect === own) return null;
  return ofOtherApi(`the reply is one of ${found.what}`, found.dialect);
}

export function isOfDialect(body: JsonObject, dialect: DialectName): boolean {
  return otherApis.some((api) => api.dialect === dialect && api.is(body));
}

function foundIn(error: unknown): Partial<Found & { readonly empty: true }> {
  return isLateBenchError(error) ? ((error.cause ?? {}) as Partial<Found>) : {};
}

export function isOfOtherApi(error: unknown): boolean {
  return foundIn(error).otherApi === true;
}

/** Nothing of a reply has come. Of a server that has not answered yet: most likely each call would get the same. */
export function isNoReply(error: unknown): boolean {
  return isOfOtherApi(error) || foundIn(error).empty === true;
}

/** The dialect that reads what came; null where it is not known. */
export function dialectFor(error: LateBenchError): DialectName | null {
  return foundIn(error).dialect ?? null;
}
