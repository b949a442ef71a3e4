// What a pipeline declares as a grid: the options of one of its critics that take several values, the cell that the others
// are tested against, and how the best one is chosen.
import { z } from 'zod';
import { headlines } from '../../records/comparison.ts';

/** What holds where a grid does not say otherwise. */
export const gridDefaults = { development: 0.5, headline: 'f1', keep: 0.5 } as const;

/** More cells than this are refused: the comparison of each with the reference takes up to a megabyte. */
export const maxCells = 256;

const share = z.number().gt(0).lt(1);

export const gridSchema = z
  .strictObject({
    stage: z
      .string()
      .optional()
      .describe(
        'the critic that the grid varies: its kind, or its place in stages from 1; the only one when absent',
      ),
    vary: z
      .record(z.string(), z.array(z.json()).min(1, 'it has no value; give at least one'))
      .refine((vary) => Object.keys(vary).length > 0, 'name at least one option of the critic')
      .describe('values by option of that critic; null leaves the option out. Every combination is a cell'),
    reference: z
      .record(z.string(), z.json())
      .optional()
      .describe(
        'the cell that the others are tested against, by option; the first value where it says nothing',
      ),
    development: share
      .optional()
      .describe(
        `share of the problems, by the seed, that the best cell is chosen on; the others are held out (${gridDefaults.development})`,
      ),
    headline: z
      .enum(headlines)
      .optional()
      .describe(`the metric that cells are chosen and tested by (${gridDefaults.headline})`),
    halving: z
      .strictObject({
        rungs: z.int().min(1).max(8).describe('how often cells are eliminated'),
        keep: share
          .optional()
          .describe(
            `share of the cells that each rung keeps; each rung has 1 / keep times the problems of the one before (${gridDefaults.keep})`,
          ),
      })
      .optional()
      .describe(
        'spend on the promising: cells that are behind on a part of the development problems end there',
      ),
  })
  .describe('one run of every combination of options of a critic, over the same records');

export type GridDeclaration = z.input<typeof gridSchema>;
