// What `items` says about a record: how urgently a person should look at it, and why.
import { z } from 'zod';

/** In the order in which they are given where several hold. */
export const reviewKinds = ['label', 'shared_miss', 'split_votes', 'solved_blind', 'reversed'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** A 95 % interval with its estimate. */
const measured = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type MeasuredParameter = z.infer<typeof measured>;

export const reviewSchema = z.looseObject({
  /** 1 = the first to look at. */
  rank: z.int().positive(),
  /** 0 to 1. */
  score: z.number().min(0).max(1),
  /** 0 to 1: how far the critics speak against the label; null without a label or without a critic. */
  label_doubt: z.number().min(0).max(1).nullable(),
  /** What they would have instead, 0-based, -1 = correct; null where nothing speaks against the label. */
  suggested_first_error: z.int().min(-1).nullable(),
  reasons: z.array(z.looseObject({ kind: z.enum(reviewKinds), text: z.string() })),
  /** Critics with a readable answer, and how many of them are right by the label. */
  critics: z.int().nonnegative(),
  right: z.int().nonnegative(),
  /** Parameters of the item-response model; null where there are too few critics. */
  difficulty: measured.nullable(),
  discrimination: measured.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;
