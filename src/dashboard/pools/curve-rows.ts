// The confidence of a trace as the rows of a table: what the chart shows, for readers who cannot see it.
import type { CurvePage } from '../api-pools.ts';
import { thinned } from './thinned.ts';

/** As many as one reads; a shorter trace has a row for each token. */
const maxRows = 200;

export interface CurveRow {
  /** Tokens count from 1 here; both ends are included. */
  readonly from: number;
  readonly to: number;
  /** Smallest and largest confidence of a token; null where no token has one. */
  readonly tokens: readonly [low: number, high: number] | null;
  /** Smallest and largest mean of a window that ends here. */
  readonly windows: readonly [low: number, high: number] | null;
  /** The window with the lowest mean reaches in here. */
  readonly lowest: boolean;
}

export function curveRows({ conf, groups, groupsFrom, lowest, tokens }: CurvePage): CurveRow[] {
  const length = Math.max(1, Math.ceil(tokens / maxRows));
  const ends = (values: readonly (number | null)[], from: number, to: number): [number, number] | null => {
    const [stretch] = thinned(values, [from, to], 0, 1);
    return stretch === undefined ? null : [stretch[1], stretch[2]];
  };
  return Array.from({ length: Math.ceil(tokens / length) }, (_, row): CurveRow => {
    const [from, to] = [row * length, Math.min(tokens, (row + 1) * length)];
    return {
      from: from + 1,
      to,
      tokens: ends(conf, from, to),
      windows: ends(groups, from - groupsFrom, to - groupsFrom),
      lowest: lowest !== null && lowest.from < to && lowest.to >= from,
    };
  });
}
