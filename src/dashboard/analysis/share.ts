// A share of records with its interval.
import { wilson95 } from '../../statistics/wilson.ts';
import type { Share } from '../api-analysis.ts';

export function shareOf(hits: number, n: number): Share {
  return { hits, n, share: n === 0 ? null : hits / n, interval: wilson95(hits, n) };
}
