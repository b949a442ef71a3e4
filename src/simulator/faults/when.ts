// When a rule of a fault script applies to a call. Knows nothing of what the rule then does.
import { z } from 'zod';
import { mulberry32, seedFrom } from '../../statistics/random.ts';

const count = z.int().min(1);
const milliseconds = z.number().min(0);
const chance = z.number().min(0).max(1);

/** All conditions that are given must hold; a rule without any applies to each call. */
export const whenSchema = z.strictObject({
  /** Not to the first n calls, by arrival. */
  after_calls: z.int().min(0).optional(),
  /** To n calls only, counted from the first that `after_calls` lets through. */
  for_calls: count.optional(),
  /** To every nth call, by arrival. */
  every: count.optional(),
  /** Not before so many milliseconds since the first call arrived. */
  after_ms: milliseconds.optional(),
  /** For so many milliseconds, counted from `after_ms` (0: from the first call). */
  for_ms: z.number().positive().optional(),
  /** Drawn anew at each attempt of a request, from the body and the attempt and never from the order of arrival. */
  probability: chance.optional(),
  /** As `probability`, but drawn once for each distinct body: its attempts all fail or all pass. */
  share: chance.optional(),
  /** Where a message of the prompt holds this text. */
  marker: z.string().min(1).optional(),
  /** To the first k calls with an equal body. */
  first_attempts: count.optional(),
  /** When, with this call, more than k calls are open at the server. */
  above_in_flight: z.int().min(0).optional(),
});

export type When = z.output<typeof whenSchema>;

/** What is known of a call when its body has arrived. */
export interface Sighting {
  /** 1 for the first call that arrived. */
  readonly call: number;
  /** Milliseconds since the first call arrived. */
  readonly sinceFirstMs: number;
  /** 1 for the first call with this body. */
  readonly attempt: number;
  /** Calls that are open, this one among them. */
  readonly inFlight: number;
  /** Hash of the body. */
  readonly request: string;
  /** The text of all messages. */
  readonly prompt: string;
}

/** `seed` is the rule's own, so that the draws of two rules are independent. */
export function applies(when: When, sighting: Sighting, seed: number): boolean {
  const { call, sinceFirstMs, attempt, inFlight, request, prompt } = sighting;
  const { after_calls = 0, after_ms = 0, for_calls = Infinity, for_ms = Infinity } = when;
  const draw = (...parts: (string | number)[]): number => mulberry32(seedFrom(seed, request, ...parts))();
  return (
    call > after_calls &&
    call <= after_calls + for_calls &&
    sinceFirstMs >= after_ms &&
    sinceFirstMs < after_ms + for_ms &&
    call % (when.every ?? 1) === 0 &&
    attempt <= (when.first_attempts ?? Infinity) &&
    inFlight > (when.above_in_flight ?? 0) &&
    (when.marker === undefined || prompt.includes(when.marker)) &&
    (when.share === undefined || draw('share') < when.share) &&
    (when.probability === undefined || draw(attempt) < when.probability)
  );
}
