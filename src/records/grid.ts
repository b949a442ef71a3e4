// What grid.json says of a grid: each cell on the development problems and on the held-out ones, and what follows. Types
// only. Metrics and shares are fractions from 0 to 1; differences are cell - reference; undefined is null.

import type { Headline } from './comparison.ts';
import type { Cut, Parse } from './score.ts';

/** A cell: a critic of the grid, by its name in the records, with the options that the grid varies. */
export interface GridCell {
  readonly name: string;
  /** By option; null where the option is left out. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A rung of successive halving: the cells that were left judged this part of the problems, and some were dropped. */
export interface GridRung {
  /** The problems that a cell has judged by then: those whose place is below this, from 0 to 1. */
  readonly upTo: number;
  /** Names of the cells that this rung eliminated. */
  readonly eliminated: readonly string[];
}

/** All that the numbers follow from, beside the records. */
export interface GridSettings {
  readonly cells: readonly GridCell[];
  /** Name of the cell that the others are tested against. */
  readonly reference: string;
  readonly seed: number;
  /** Share of the problems that the best cell is chosen on. */
  readonly development: number;
  readonly headline: Headline;
  readonly parse: Parse;
  readonly cut: Cut;
  /** Replicates of the bootstrap. */
  readonly bootstrap: number;
  /** In order; none without halving. */
  readonly rungs: readonly GridRung[];
}

/** A metric on one of the two parts of the problems. */
export interface GridValue {
  /** Records with a label that the cell judged. */
  readonly n: number;
  readonly value: number | null;
}

/** A cell against the reference, on the held-out records that both judged. */
export interface GridTest {
  readonly difference: number | null;
  /** 95 %, paired bootstrap over problems; null with too few problems. */
  readonly interval: [number, number] | null;
  /** Two-sided, of this cell alone. */
  readonly p: number | null;
  /** Holm's correction over all cells that were tested. */
  readonly p_adjusted: number | null;
  readonly minimum_detectable: number | null;
  /** The interval is on one side of 0, and the corrected p is below 0.05. */
  readonly differs: boolean | null;
}

export interface GridRow extends GridCell {
  /** From 1, by the development records; cells that halving eliminated come after all others. */
  readonly place: number;
  /** Number of the rung, from 1, that eliminated it; null for a cell that is in the choice. */
  readonly eliminated: number | null;
  readonly development: GridValue;
  /** `n` is 0 for a cell that was eliminated. */
  readonly held_out: GridValue & {
    /** 95 %, clustered by problem. */
    readonly interval: readonly [number, number] | null;
  };
  /** Null for the reference, and for cells that were eliminated. */
  readonly test: GridTest | null;
  /** Calls and tokens of the cell as if it were run alone, over all records that it judged. */
  readonly usage: {
    readonly calls: number;
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
  };
}

/**
 * `better`: the chosen cell is better than the reference on the held-out records. `not shown`: it was not shown to be.
 * `reference`: no cell was ahead of the reference on the development records. `undefined`: the metric has no value there.
 */
export type GridFinding = 'better' | 'not shown' | 'reference' | 'undefined';

export interface GridObject {
  readonly settings: GridSettings;
  /** With a label. */
  readonly records: { readonly development: number; readonly held_out: number };
  readonly problems: { readonly development: number; readonly held_out: number };
  /** Models that the critiques name. */
  readonly models: readonly string[];
  /** The best cell on the development records; null where the metric is undefined for all. */
  readonly chosen: string | null;
  readonly finding: GridFinding;
  /** In the order of their places. */
  readonly cells: readonly GridRow[];
}
