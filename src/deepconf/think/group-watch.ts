// Watches one trace while it is written: it has had enough when a group's confidence falls below the threshold.
import type { StreamWatch } from '../../endpoints/stream/watch.ts';
import type { VoteScores } from '../score-columns.ts';
import { isBelow, SlidingGroup } from '../stopping-rule.ts';
import { TokenReader } from '../token-confidence.ts';

export interface GroupWatchOptions {
  /** -Infinity lets the trace come to its end. */
  readonly threshold: number;
  readonly scores: Pick<VoteScores, 'window' | 'missing' | 'sentinel'>;
  readonly keepsTexts: boolean;
}

export class GroupWatch implements StreamWatch {
  readonly keepsTexts: boolean;
  readonly #threshold: number;
  readonly #group: SlidingGroup;
  readonly #token: TokenReader;
  #halted = false;

  constructor({ threshold, scores, keepsTexts }: GroupWatchOptions) {
    this.keepsTexts = keepsTexts;
    this.#threshold = threshold;
    this.#group = new SlidingGroup(scores.window, scores.missing);
    this.#token = new TokenReader(scores.sentinel);
  }

  /** No more of it is wanted: it ends with its next token. */
  halt(): void {
    this.#halted = true;
  }

  begin(): void {
    this.#group.clear();
  }

  token(chosen: number, top: Float32Array, at: number, k: number): boolean {
    // As pools keep it: the replay judges the same numbers.
    const confidence = Math.fround(this.#token.confidence(chosen, top, at, k));
    return isBelow(this.#group.push(confidence), this.#threshold) || this.#halted;
  }
}
