// What Google's errors mean where the status alone says too little, in its own API and below /openai: a wrong key is 400
// there, and a rate limit speaks of plan and billing.
import type { ErrorCode, Retry } from '../errors.ts';
import { isObject, type JsonObject, textOrNull } from './wire-shape.ts';

export interface GoogleMeaning {
  readonly code: ErrorCode;
  readonly retry: Retry;
  /** The pause that it asks for. */
  readonly askedMs?: number | null;
}

function objectsOf(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Seconds as `34.5s`, in milliseconds; null for anything else. */
function delayMs(text: unknown): number | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textOrNull(text) ?? '')?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** Null for what is no error of Google's, or needs no other meaning. `body` may be a list of one. */
export function googleMeaning(status: number, body: unknown): GoogleMeaning | null {
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  const error = isObject(outer) && isObject(outer.error) ? outer.error : {};
  const details = objectsOf(error.details);
  if (status === 400) {
    const isKey =
      /API key not valid/i.test(textOrNull(error.message) ?? '') ||
      details.some(({ reason }) => reason === 'API_KEY_INVALID');
    return isKey ? { code: 'LB_ENDPOINT_AUTH', retry: 'never' } : null;
  }
  if (status !== 429 || error.status !== 'RESOURCE_EXHAUSTED') return null;
  const violations = details.flatMap((detail) => objectsOf(detail.violations));
  if (violations.some(({ quotaId }) => /PerDay/i.test(textOrNull(quotaId) ?? '')))
    return { code: 'LB_ENDPOINT_QUOTA', retry: 'never' };
  const [askedMs = null] = details.flatMap(({ retryDelay }) => delayMs(retryDelay) ?? []);
  return { code: 'LB_ENDPOINT_RATE', retry: 'rate-limit', askedMs };
}
