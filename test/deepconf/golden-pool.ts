// The golden pool of 30 problems and 256 traces, drawn from integers as pool_spec.json says.
import { mulberry32 } from '../../src/statistics/random.ts';

export interface DrawnTrace {
  readonly answer: number | null;
  readonly logprobs: Float64Array;
  /** k = 5 a token. */
  readonly top: Float64Array;
}

export interface DrawnProblem {
  readonly truth: number;
  readonly traces: readonly DrawnTrace[];
}

const seed = 20250815;
export const goldenPoolSize = { problems: 30, traces: 256, k: 5 } as const;

export function drawnProblem(position: number): DrawnProblem {
  const rng = mulberry32((seed + position * 7919) >>> 0);
  const u = (): number => rng() * 2 ** 32;
  const below = (n: number): number => u() % n;
  const truth = below(1000);
  const kind = position % 5;
  const chanceRight = [200, 160, 110, 60, 85][kind]!;
  const mainShare = [96, 96, 96, 96, 224][kind]!;
  const distract = Array.from({ length: 4 }, () => (truth + 1 + below(997)) % 1000);
  const traces = Array.from({ length: goldenPoolSize.traces }, (): DrawnTrace => {
    const isRight = u() >>> 24 < chanceRight;
    let answer: number | null = truth;
    if (!isRight) answer = u() >>> 24 < mainShare ? distract[0]! : distract[1 + below(3)]!;
    if (u() >>> 24 < 14) answer = null;
    const n = 40 + below(200);
    const bonus = isRight ? 1536 : kind === 3 && answer === distract[0] ? 2560 : 0;
    const base = 36864 + bonus + below(8192);
    const dipAt = below(n);
    const dipLength = 8 + below(40);
    const dip = isRight ? 6144 : 10240;
    const logprobs = new Float64Array(n);
    const top = new Float64Array(n * goldenPoolSize.k);
    for (let i = 0; i < n; i += 1) {
      const level = base - (dipAt <= i && i < dipAt + dipLength ? dip : 0);
      for (let j = 0; j < goldenPoolSize.k; j += 1)
        top[i * goldenPoolSize.k + j] = -(level + (u() >>> 18)) / 4096;
      logprobs[i] = -(u() >>> 20) / 1024;
      if (u() >>> 25 === 0) top[(i + 1) * goldenPoolSize.k - 1] = -9999;
    }
    return { answer, logprobs, top };
  });
  return { truth, traces };
}
