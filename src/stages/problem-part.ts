// A critic that judges a part of the problems alone; records of the others pass it unjudged.
import { z } from 'zod';
import type { Solution } from '../records/solution.ts';
import { problemPlace } from '../statistics/problem-place.ts';
import type { Stage } from '../stream/stage.ts';
import { option } from './described-option.ts';

const share = z.number().min(0).max(1);

/** From the first place up to, but not including, the second. */
export type ProblemPart = readonly [from: number, to: number];

/** Of stages that add a critique. */
export const partField = option(
  z
    .tuple([share, share])
    .refine(([from, to]) => from < to, 'the lower bound comes first')
    .optional(),
  'judge only this part of the problems, chosen by the seed, and pass the other records unjudged: [0, 0.5] ' +
    'is half of them',
  { flag: false, form: false },
);

/** The same stage for the records of these problems. */
export function onPart(
  stage: Stage<Solution, Solution>,
  part: ProblemPart | undefined,
  seed: number,
): Stage<Solution, Solution> {
  if (part === undefined) return stage;
  const [from, to] = part;
  return {
    ...stage,
    run(record, context) {
      const place = problemPlace(record.problem, seed);
      return place >= from && place < to ? stage.run(record, context) : [record];
    },
  };
}
