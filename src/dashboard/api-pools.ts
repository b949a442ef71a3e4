// What the client gets of pools: problems, votes, traces, curves.
import type { Passage } from './api-record.ts';

export interface PoolPage {
  readonly id: string;
  readonly name: string;
  readonly model: string | null;
  readonly simulated: boolean;
  /** What the pool's own scores were computed with. */
  readonly window: number;
  readonly edge: string;
  readonly problems: readonly {
    readonly position: number;
    readonly id: string;
    readonly excerpt: string;
    readonly truth: string | null;
  }[];
}

export interface VotePage {
  readonly k: number;
  /** Traces of the smallest problem: no working set can be larger. */
  readonly max: number;
  readonly repeats: number;
  readonly seed: number;
  readonly window: number;
  readonly stored: boolean;
  /** By method, as `latebench vote` names them; over the problems with a reference answer. */
  readonly accuracy: Readonly<Record<string, number | null>>;
  /** The same methods at smaller sets, with the tokens such a set costs on average. */
  readonly frontier: readonly {
    readonly k: number;
    readonly tokens: number;
    readonly accuracy: Readonly<Record<string, number | null>>;
  }[];
  readonly problems: readonly {
    readonly position: number;
    readonly id: string;
    readonly truth: string | null;
    readonly traces: number;
    readonly rightShare: number | null;
    readonly accuracy: Readonly<Record<string, number | null>>;
    /** What the chosen method answered, most often first. */
    readonly answers: readonly {
      readonly answer: string;
      readonly times: number;
      readonly right: boolean | null;
    }[];
  }[];
}

export interface TraceRow {
  readonly sample: number;
  readonly answer: string | null;
  readonly right: boolean | null;
  readonly tokens: number;
  readonly cut: boolean;
  readonly scores: Readonly<Record<string, number | null>>;
}

export interface TracesPage {
  readonly position: number;
  readonly id: string;
  readonly problem: Passage;
  readonly truth: string | null;
  readonly total: number;
  readonly offset: number;
  readonly traces: readonly TraceRow[];
}

export interface CurvePage {
  readonly sample: number;
  readonly tokens: number;
  readonly window: number;
  /** Confidence by token. */
  readonly conf: readonly (number | null)[];
  /** Group confidence at the end of each window, from this token on. */
  readonly groups: readonly (number | null)[];
  readonly groupsFrom: number;
  readonly lowest: { readonly from: number; readonly to: number; readonly value: number } | null;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly text: Passage | null;
}
