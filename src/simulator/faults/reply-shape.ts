// Changes to the choices of a reply, alike for a body and for the events of a stream.
import type { Envelope } from '../reply.ts';

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The envelope with each of its choices changed; one without choices (the usage event) stays as it is. */
export function withChoices(envelope: Envelope, change: (choice: JsonObject) => JsonObject): Envelope {
  const { choices } = envelope;
  if (!Array.isArray(choices)) return envelope;
  return { ...envelope, choices: choices.filter(isObject).map(change) };
}

/** The choice with its message, or its delta, changed. */
export function withMessage(choice: JsonObject, change: (message: JsonObject) => JsonObject): JsonObject {
  const name = 'message' in choice ? 'message' : 'delta';
  const message = choice[name];
  return isObject(message) ? { ...choice, [name]: change(message) } : choice;
}
