// Small looks at JSON of unknown shape.

import { parseJson as parseStrictly } from '../records/parse-json.ts';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function countOrZero(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : 0;
}

/** Undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseStrictly(text);
  } catch {
    return undefined;
  }
}
