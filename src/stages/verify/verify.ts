// Verify: says of each row whether its prediction means the same as its gold answer.
import { z } from 'zod';
import type { VerifyStageOptions } from '../../metrics/answer-stages.ts';
import { stageStep } from '../../stream/step.ts';
import { parseOptions, parseOptionsOf } from '../answer-options.ts';
import { defineMap } from '../define.ts';
import { option } from '../described-option.ts';
import { outcomeCount } from '../outcome-count.ts';

const options = z.strictObject({
  goldKey: option(z.string().default('gold'), 'field that holds the gold answer', {
    value: 'KEY',
    group: 'Input',
  }),
  predKey: option(z.string().default('pred'), 'field that holds the prediction, a whole reply or an answer', {
    value: 'KEY',
    group: 'Input',
  }),
  explain: option(
    z.boolean().optional(),
    'add the method, the witness and the parsed form of both sides to `verify`',
  ),
  precision: option(z.int().min(0).optional(), 'decimals that must agree when a decimal is written (6)', {
    value: 'N',
  }),
  symmetric: option(
    z.boolean().optional(),
    'accept a prediction that would be equal with gold and prediction swapped',
  ),
  anyPart: option(z.boolean().optional(), 'accept any part of a gold answer with several parts'),
  strict: option(z.boolean().default(true), 'allow other names of unknowns'),
  allowSetRelation: option(z.boolean().optional(), 'accept an unsolved relation for a gold set or interval'),
  numberBases: option(
    z.boolean().optional(),
    'read the index of a number as its base, which is the default: 1011_2 is eleven',
  ),
  units: option(
    z.enum(['convert', 'strict', 'off']).default('convert'),
    'compare two units after conversion and accept a unit on one side only; strict requires the gold ' +
      "answer's unit",
    { value: 'HOW' },
  ),
  fallback: option(z.boolean().default(true), 'never compare unreadable answers as texts'),
  ...parseOptions,
});

/** What mathverify is asked, from the options of the stage. */
export async function caseOptionsOf(asked: z.output<typeof options>): Promise<VerifyStageOptions> {
  const { goldKey, predKey, precision, strict } = asked;
  const parse = await parseOptionsOf(asked);
  return {
    goldKey,
    predKey,
    explain: asked.explain === true,
    ...(precision === undefined ? {} : { precision }),
    ...(parse.maxSteps === undefined ? {} : { maxSteps: parse.maxSteps }),
    strict,
    symmetric: asked.symmetric === true,
    requireAll: asked.anyPart !== true,
    allowSetRelation: asked.allowSetRelation === true,
    numberBases: asked.numberBases ?? true,
    units: asked.units,
    goldParse: parse,
    predictionParse: parse,
  };
}

export const verify = defineMap({
  name: 'verify',
  summary: 'compare predicted with gold mathematical answers',
  about:
    'Adds `verify: {equal, verdict, reason}` to each row; verdict is equal, different, unparsed (one side ' +
    'has no readable answer) or undecided. Rows need no other fields. `options`, `gold_config` and ' +
    '`pred_config` in a row take precedence over the flags. No model is called.',
  examples: [
    'cat cases.jsonl | latebench verify > verified.jsonl',
    'latebench verify --gold-key answer --pred-key completion --definite samples.jsonl',
    'latebench verify --explain cases.jsonl | jq \'select(.verify.verdict == "different")\'',
  ],
  docs: 'docs/mathverify.md',
  options,
  ports: { in: 'rows', main: 'rows' },
  async build(asked) {
    const { verifyStage } = await import('../../metrics/answer-stages.ts');
    const stage = verifyStage(await caseOptionsOf(asked));
    return {
      step: stageStep(stage),
      observe: () =>
        outcomeCount(
          ['equal', 'different', 'unparsed', 'undecided'],
          (row) => (row.verify as { verdict: string }).verdict,
        ),
    };
  },
});
