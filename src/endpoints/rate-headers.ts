// What a server states about its limits before they are exceeded: x-ratelimit-remaining-* and -reset-*.
import { type Headers, headerOf } from '../http/retry-after.ts';

/** `6m0s`, `1.5s`, `20ms`, `1h2m`, or plain seconds; null when it is none of these. */
export function durationMs(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  let sum = 0;
  let rest = text;
  while (rest !== '') {
    const match = /^(\d+(?:\.\d+)?)(ms|h|m|s)/.exec(rest);
    if (match === null) return null;
    sum += Number(match[1]) * units[match[2]!]!;
    rest = rest.slice(match[0].length);
  }
  return text === '' ? null : sum;
}

/** How long to wait before the next call, when by this reply nothing is left; 0 otherwise. */
export function exhaustedMs(headers: Headers): number {
  let wait = 0;
  for (const what of ['requests', 'tokens']) {
    if (headerOf(headers, `x-ratelimit-remaining-${what}`)?.trim() !== '0') continue;
    const reset = headerOf(headers, `x-ratelimit-reset-${what}`)?.trim();
    wait = Math.max(wait, reset === undefined ? 0 : (durationMs(reset) ?? 0));
  }
  return wait;
}
