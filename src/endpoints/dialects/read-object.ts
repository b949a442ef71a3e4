// What all bodies have in common that are one JSON object: an error in any of its shapes, or the object.
import { garbled, replyError } from '../wire-error.ts';
import { isObject, type JsonObject, parseJson } from '../wire-shape.ts';

/** An error body may come as a list of one. Throws the LateBenchError that the reply stands for. */
export function readObject(status: number, bytes: Buffer): JsonObject {
  const text = bytes.toString('utf8').trim();
  const parsed = parseJson(text);
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const error = replyError(status, body, text);
  if (error !== null) throw error;
  if (!isObject(body)) throw garbled(`the reply is not complete JSON (${text.length} characters)`);
  return body;
}

/** Objects of a list; none where it is no list. */
export function objectsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
