// Keeps injections of a chosen difficulty: what blind critics find too easily, or hardly ever, is rejected.
import { difficultySchema } from '../records/injection.ts';
import type { Solution } from '../records/solution.ts';
import { withOriginal } from './gated-record.ts';
import { isQuorum } from './verify.ts';

/** Bounds of `injection.difficulty.score`, both included. */
export type DifficultyRange = readonly [low: number, high: number];

const percent = (share: number): string => `${Number((share * 100).toFixed(1))} %`;

/**
 * The record as it is where its difficulty is in the range. Otherwise it is rejected by the check `difficulty`; where most
 * votes are missing it is neither in nor out of the range, and failed.
 */
export function atDifficulty(record: Solution, [low, high]: DifficultyRange): Solution {
  const { injection } = record;
  const judged = difficultySchema.safeParse(injection?.difficulty);
  if (injection?.status !== 'accepted' || !judged.success) return record;
  const { asked, valid, found, score } = judged.data;
  if (score == null || !isQuorum(valid, asked)) {
    const detail = `only ${valid} of ${asked} votes could be read: its difficulty is not known`;
    return withOriginal(record, 'failed', { ...injection.gate, difficulty: { ok: false, detail } });
  }
  // Shares of a few votes: 1 - 4/5 is not below 0.2.
  const slack = 1e-9;
  const ok = score >= low - slack && score <= high + slack;
  if (ok) return record;
  const detail = `${found} of ${valid} votes find it: ${percent(1 - high)} to ${percent(1 - low)} were asked for`;
  return withOriginal(record, 'rejected', { ...injection.gate, difficulty: { ok: false, detail } });
}
