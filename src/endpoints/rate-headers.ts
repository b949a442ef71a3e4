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

/** By what is limited. Whole names: joining them for each reply costs more than looking them up. */
const limited = [
  { remaining: 'x-ratelimit-remaining-requests', reset: 'x-ratelimit-reset-requests' },
  { remaining: 'x-ratelimit-remaining-tokens', reset: 'x-ratelimit-reset-tokens' },
] as const;

/** How long to wait before the next call, when by this reply nothing is left; 0 otherwise. */
export function exhaustedMs(headers: Headers): number {
  let wait = 0;
  for (const { remaining, reset } of limited) {
    if (headerOf(headers, remaining)?.trim() !== '0') continue;
    const after = headerOf(headers, reset)?.trim();
    wait = Math.max(wait, after === undefined ? 0 : (durationMs(after) ?? 0));
  }
  return wait;
}
