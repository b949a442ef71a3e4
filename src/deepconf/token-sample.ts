// A look at the tokens of a pool that costs the same whatever its size: the first traces of each problem, however they
// are spread over files. Shows how
// many candidates were usable, and how confidence runs along right and wrong traces.
import type { Pool } from './pool/read.ts';
import { isRightAt, type ProblemTraces } from './problem-traces.ts';

export const curveBins = 40;
/** Traces of a problem that are looked at, and their tokens, of which the first trace may have more. */
const maxTraces = 128;
const maxTokens = 1 << 18;

/** Sums of token confidence by bin of the way through the trace. */
interface Curve {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

export interface TokenFigures {
  /** Tokens looked at. */
  readonly tokens: number;
  readonly traces: number;
  /** Tokens by number of usable candidates, from 0. */
  readonly n_valid: readonly number[];
  /** Mean token confidence by position in the trace, in equal bins; null where no trace has a token. */
  readonly curve: { readonly right: readonly (number | null)[]; readonly wrong: readonly (number | null)[] };
}

export class TokenSample {
  readonly #valid: number[];
  readonly #curves = { right: emptyCurve(), wrong: emptyCurve() };
  #tokens = 0;
  #traces = 0;

  /** `k`: candidates of each token in the pool. */
  constructor(k: number) {
    this.#valid = new Array<number>(k + 1).fill(0);
  }

  async add(pool: Pool, problem: ProblemTraces): Promise<void> {
    const columns = ['token_conf', 'n_valid'] as const;
    let traces = 0;
    let tokens = 0;
    for await (const batch of pool.traces(problem.problem_id, { columns })) {
      const valid = batch.intLists('n_valid');
      const conf = batch.floatLists('token_conf');
      for (let row = 0; row < batch.rows; row += 1) {
        const own = conf.values.subarray(conf.ends[row]!, conf.ends[row + 1]!);
        tokens += own.length;
        if (traces === maxTraces || (traces > 0 && tokens > maxTokens)) return;
        for (let at = valid.ends[row]!; at < valid.ends[row + 1]!; at += 1) this.#count(valid.values[at]!);
        const isRight = isRightAt(problem, traces);
        if (isRight !== null) addTo(this.#curves[isRight ? 'right' : 'wrong'], own);
        traces += 1;
        this.#traces += 1;
      }
    }
  }

  #count(usable: number): void {
    this.#tokens += 1;
    this.#valid[usable] = (this.#valid[usable] ?? 0) + 1;
  }

  figures(): TokenFigures {
    const { right, wrong } = this.#curves;
    return {
      tokens: this.#tokens,
      traces: this.#traces,
      n_valid: this.#valid,
      curve: { right: meansOf(right), wrong: meansOf(wrong) },
    };
  }
}

function emptyCurve(): Curve {
  return { sums: new Float64Array(curveBins), counts: new Float64Array(curveBins) };
}

/** Each trace counts the same in each bin, however many of its tokens fall into it. */
function addTo({ sums, counts }: Curve, conf: Float32Array): void {
  for (let bin = 0; bin < curveBins; bin += 1) {
    const from = Math.floor((bin * conf.length) / curveBins);
    const to = Math.floor(((bin + 1) * conf.length) / curveBins);
    let sum = 0;
    let n = 0;
    for (let i = from; i < to; i += 1) {
      if (Number.isNaN(conf[i]!)) continue;
      sum += conf[i]!;
      n += 1;
    }
    if (n === 0) continue;
    sums[bin] = sums[bin]! + sum / n;
    counts[bin] = counts[bin]! + 1;
  }
}

function meansOf({ sums, counts }: Curve): (number | null)[] {
  return Array.from(sums, (sum, bin) => (counts[bin] === 0 ? null : sum / counts[bin]!));
}
