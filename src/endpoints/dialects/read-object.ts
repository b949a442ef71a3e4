// What all bodies have in common that are one JSON object: an error in any of its shapes, or the object.
import { LateBenchError } from '../../errors.ts';
import { parseBody } from '../body-json.ts';
import { notJson, replyError } from '../wire-error.ts';
import { isEventStream, isObject, type JsonObject, parseJson } from '../wire-shape.ts';

/** Objects one a line, as Ollama streams them. */
function isLines(text: string): boolean {
  const end = text.indexOf('\n');
  return end !== -1 && isObject(parseJson(text.slice(0, end)));
}

/** It would send each further reply so, and each is paid for. */
function streamed(): LateBenchError {
  return new LateBenchError(
    'LB_ENDPOINT_STOPPED',
    'the endpoint sends its reply in pieces, though it was asked not to, and this dialect has them whole: switch streaming off at the gateway, or use a dialect whose streams are read (docs/endpoints.md)',
  );
}

/** An error body may come as a list of one. Throws the LateBenchError that the reply stands for. */
export function readObject(status: number, bytes: Buffer): JsonObject {
  const text = bytes.toString('utf8').trim();
  const parsed = parseBody(text);
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const error = replyError(status, body, text);
  if (error !== null) throw error;
  // Gemini streams a list of objects where it is not asked for events.
  const pieces = Array.isArray(parsed) ? parsed.length > 1 : !isObject(body);
  if (pieces && (isObject(body) || isEventStream(text) || isLines(text))) throw streamed();
  if (!isObject(body)) throw notJson(text);
  return body;
}

/** Objects of a list; none where it is no list. */
export function objectsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
