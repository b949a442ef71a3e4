// What a worker says of a part that it has written, on its way to the coordinator of the run: it can then commit the part by
// its hash, and nobody reads it for its counts.
import { z } from 'zod';
import type { WrittenPart } from './part-protocol.ts';

const whole = z.int().nonnegative();

const reportSchema = z.object({
  facts: z.array(
    z.object({
      side: z.enum(['core', 'top']),
      problem_id: z.string(),
      part: whole,
      first_sample: whole,
      rows: whole,
      bytes: whole,
      sha256: z.string(),
    }),
  ),
  tally: z.object({
    ...{ samples: whole, tokens: whole, answered: whole, truncated: whole },
    ...{ incomplete: whole, without_logprob: whole, missing: whole, sentinels: whole },
    answers: z.array(z.tuple([z.string(), whole])).transform((pairs) => new Map(pairs)),
  }),
});

export type PartReportText = z.input<typeof reportSchema>;

export function writeReport({ facts, tally }: WrittenPart): PartReportText {
  return { facts: [...facts], tally: { ...tally, answers: [...tally.answers] } };
}

/** Undefined for what no report is, as of a worker of an earlier version: its part is read. */
export function readReport(text: unknown): WrittenPart | undefined {
  return reportSchema.safeParse(text).data;
}
