// Reads the golden traces: log-probabilities written out, or drawn by the generator they name.
import { readFileSync } from 'node:fs';
import type { TokenLogprobs } from '../../src/deepconf/token-confidence.ts';

export interface GoldenGroups {
  groups: number;
  group_first: number | null;
  group_last: number | null;
  group_sum: number | null;
  lowest_group: number | null;
  lowest_at: number | null;
  bottom10_floor: number | null;
  bottom10_ceil: number | null;
}

export interface GoldenExpected {
  n: number;
  avg: number | null;
  tail: number | null;
  partial: GoldenGroups;
  full: GoldenGroups;
  n_missing: number;
  token_conf?: number[];
  token_conf_sum?: number;
  token_conf_head?: number[];
  token_conf_tail?: number[];
}

type WireNumber = number | string | null;

export interface GoldenTrace {
  name: string;
  group_size: number;
  tail_tokens: number;
  bottom_fraction: number;
  tokens?: { logprob: WireNumber; top: WireNumber[] | null }[];
  generator?: { seed: number; n_tokens: number; k: number };
  expected: { skip: GoldenExpected; zero?: GoldenExpected };
}

export const goldenTraces = (
  JSON.parse(readFileSync('test/golden/deepconf/traces.json', 'utf8')) as { cases: GoldenTrace[] }
).cases;

/** NaN where there is no value; `Infinity` and `NaN` are written as strings. */
function number(value: WireNumber | undefined): number {
  return value === null || value === undefined ? Number.NaN : Number(value);
}

export function goldenLogprobs({ tokens, generator }: GoldenTrace): TokenLogprobs {
  if (generator !== undefined) return drawnLogprobs(generator);
  const rows = tokens ?? [];
  const k = Math.max(1, ...rows.map(({ top }) => top?.length ?? 0));
  return {
    chosen: Float64Array.from(rows, ({ logprob }) => number(logprob)),
    top: Float64Array.from(rows.flatMap(({ top }) => Array.from({ length: k }, (_, j) => number(top?.[j])))),
    k,
  };
}

function drawnLogprobs({ seed, n_tokens, k }: { seed: number; n_tokens: number; k: number }): TokenLogprobs {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state;
  };
  const chosen = new Float64Array(n_tokens);
  const top = new Float64Array(n_tokens * k);
  for (let i = 0; i < n_tokens; i += 1) {
    chosen[i] = -(next() >>> 20) / 1024;
    const scale = ((i >>> 9) & 3) === 2 ? 16384 : 4096;
    for (let j = 0; j < k; j += 1) top[i * k + j] = -(next() >>> 16) / scale;
    const kind = next() >>> 24;
    if (kind < 8) top[i * k + k - 1] = -9999;
    if (kind === 255) top.fill(Number.NaN, i * k, (i + 1) * k);
  }
  return { chosen, top, k };
}
