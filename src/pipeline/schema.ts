// What a pipeline file may say, as one zod schema: it checks TypeScript and JSON files before anything runs, gives
// `definePipeline` its types, and is published as JSON Schema (docs/pipeline.schema.json, made by a script).
import { z } from 'zod';
import { filterFields } from '../datasets/filter-schema.ts';
import { uniqueKinds } from '../datasets/quality/duplicates.ts';
import { protocols, wordings } from '../records/protocols.ts';
import { cuts, parses } from '../records/score.ts';
import { combineRules } from '../statistics/combine-steps.ts';
import { tieRules } from '../statistics/majority.ts';

const count = z.int().min(1);
const fraction = z.number().min(0).max(1);
const temperature = z.number().min(0).max(2).optional();

const filterOptions = z.strictObject({
  ...filterFields,
  hasError: z.boolean().optional(),
  noError: z.boolean().optional(),
  late: z.boolean().optional().describe('the first error stands in the last third'),
  unique: z.enum(uniqueKinds).optional(),
  nearThreshold: fraction.optional(),
  uniqueWindow: count.optional(),
  seed: z.int().optional(),
});

const injectOptions = z.strictObject({
  cleanFraction: fraction.optional().describe('share passed through as clean controls (0)'),
  types: z.array(z.string()).optional().describe('keys of the error types to choose from'),
  weights: z.record(z.string(), z.number().min(0)).optional(),
  region: z.union([z.literal('last-third'), z.tuple([fraction, fraction])]).optional(),
  step: z.int().min(0).optional(),
  comment: z.string().optional(),
  maxAttempts: count.optional(),
  gate: z.enum(['strict', 'report', 'off']).optional(),
  verifyVotes: z
    .int()
    .min(0)
    .optional()
    .describe("votes of the critic's model on each injection, 0 for none"),
  requireCorrect: z.boolean().optional(),
  temperature,
});

const sourceText = z.strictObject({ source: z.string(), text: z.string() });

const stage = z.discriminatedUnion('use', [
  z.strictObject({ use: z.literal('filter'), with: filterOptions }),
  z.strictObject({ use: z.literal('inject'), with: injectOptions }),
  z.strictObject({
    use: z.literal('difficulty'),
    with: z.strictObject({ votes: count, temperature }),
  }),
  z.strictObject({
    use: z.literal('classify'),
    with: z.strictObject({ all: z.boolean().optional(), temperature }),
  }),
  z.strictObject({
    use: z.literal('judge'),
    with: z.strictObject({ critic: z.string().optional(), temperature }),
  }),
  z.strictObject({
    use: z.literal('critic'),
    with: z.strictObject({
      protocol: z.enum(protocols).optional(),
      votes: count.optional(),
      model: z.string().min(1).optional().describe("another model of the critic's endpoint"),
      wording: z.enum(wordings).optional(),
      template: sourceText.optional().describe("a prompt of one's own, instead of a wording"),
      system: sourceText.optional(),
      tie: z.enum(tieRules).optional(),
      preset: z.string().optional(),
      temperature,
      topP: fraction.optional(),
      topK: count.optional(),
      maxTokens: count.optional(),
      earlyStop: z.boolean().optional().describe('ask for no vote that could not change the outcome'),
      keepReplies: z.boolean().optional(),
      probe: z.literal('length').optional(),
      name: z.string().min(1).optional(),
      combine: z.enum(combineRules).optional(),
    }),
  }),
]);

const poolStage = z.discriminatedUnion('use', [
  z.strictObject({
    use: z.literal('pool'),
    with: z.strictObject({
      pool: z.string().min(1).describe('folder of the pool, from the working folder'),
      n: count.describe('samples of each problem'),
      grow: count.optional().describe('with each run only so many more, until there are n'),
      maxTokens: count.optional(),
      topLogprobs: z.int().min(1).max(20).optional(),
      temperature,
      topP: fraction.optional(),
      keepTop: z.boolean().optional().describe('keep the alternatives of each token (true)'),
      problems: count.optional().describe('take the first so many problems'),
    }),
  }),
  z.strictObject({
    use: z.literal('vote'),
    with: z.strictObject({
      pool: z.string().min(1),
      k: z.array(count).min(1).optional().describe('sizes of the working sets'),
      repeat: count.optional(),
      metrics: z.array(z.string()).optional(),
      etas: z.array(fraction).optional(),
    }),
  }),
]);

const publishStage = z.discriminatedUnion('use', [
  z.strictObject({
    use: z.literal('dataset'),
    with: z.strictObject({
      spec: z
        .string()
        .min(1)
        .describe('file of the spec, as of latebench dataset build, from the working folder'),
      folder: z.string().min(1).describe('folder of the dataset, from the working folder'),
      strict: z
        .boolean()
        .optional()
        .describe('go on only where the surface classifier passes and no row was bad'),
    }),
  }),
  z.strictObject({
    use: z.literal('push'),
    with: z.strictObject({
      folder: z.string().min(1).describe('folder of the dataset, from the working folder'),
      repo: z.string().min(1).describe('OWNER/NAME: the dataset repository of the hub'),
      branch: z.string().min(1).optional(),
      create: z.boolean().optional().describe('make the repository, or the branch, when it is not there'),
      private: z.boolean().optional().describe('push only to a private repository'),
    }),
  }),
]);

const roleEndpoint = z.strictObject({
  baseUrl: z.string().optional().describe('a base URL, or sim for the embedded simulation'),
  model: z.string().optional(),
  rpm: count.optional(),
});

export const pipelineSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, dots and dashes')
    .describe('names run folders and units'),
  about: z.string().min(1).describe('one sentence: what it is for'),
  source: z.strictObject({
    files: z
      .array(z.string())
      .optional()
      .describe(
        'files of records or of rows to adapt, from the working folder; or hf:OWNER/NAME[@REVISION][/PATH or /CONFIG/SPLIT]',
      ),
    synthetic: z
      .strictObject({ count: z.int().min(0), seed: z.int() })
      .optional()
      .describe('generated problems, after those of the files'),
  }),
  stages: z
    .union([z.array(stage), z.array(poolStage), z.array(publishStage)])
    .describe(
      'of records, of pools of traces, or of a published dataset; never two of these in one pipeline',
    ),
  sinks: z
    .array(z.strictObject({ file: z.string().describe('in the run folder; its ending says the format') }))
    .optional()
    .describe('files of the final records beside records.parquet'),
  score: z
    .strictObject({
      parse: z.enum(parses).exactOptional(),
      cut: z.enum(cuts).exactOptional(),
      bootstrap: z.int().min(0).exactOptional(),
      by: z.array(z.string()).exactOptional(),
      constants: z.array(z.int().min(0)).exactOptional(),
    })
    .optional(),
  endpoint: z
    .union([
      z.string(),
      z.strictObject({
        inject: roleEndpoint.optional(),
        critic: roleEndpoint.optional(),
        logprob: roleEndpoint.optional(),
      }),
    ])
    .optional()
    .describe('a base URL or sim for every role, or one by role; the configured endpoints when absent'),
  budget: z
    .strictObject({
      usd: z.number().min(0).optional(),
      tokens: z.int().min(0).optional(),
      price: z.string().optional().describe('in=X,out=Y: USD per million tokens'),
    })
    .optional()
    .describe('of one run, or of all scheduled runs together'),
  schedule: z
    .strictObject({
      cron: z.string().describe('five fields: minute, hour, day of the month, month, day of the week'),
      timezone: z.string().optional().describe('an IANA name such as Europe/Berlin (UTC)'),
      catchUp: z
        .enum(['latest', 'none'])
        .optional()
        .describe('after a time in which nothing ran: run once for what was missed (latest), or wait'),
    })
    .optional(),
  seed: z.int().min(0),
});

/** As it is written; TypeScript and JSON files hold the same. */
export type PipelineDefinition = z.input<typeof pipelineSchema>;
export type StageDeclaration = z.input<typeof stage>;
export type PoolStageDeclaration = z.input<typeof poolStage>;
export type PublishStageDeclaration = z.input<typeof publishStage>;

/** A pipeline whose stages handle records. */
export type RecordPipeline = Omit<PipelineDefinition, 'stages'> & {
  readonly stages: readonly StageDeclaration[];
};

/** The stages of a pipeline of pools; null for one of records. */
export function poolStages({ stages }: PipelineDefinition): readonly PoolStageDeclaration[] | null {
  const of = stages.filter((one) => one.use === 'pool' || one.use === 'vote');
  return of.length > 0 ? of : null;
}

/** The stages of a pipeline that publishes a dataset; null for any other. */
export function publishStages({ stages }: PipelineDefinition): readonly PublishStageDeclaration[] | null {
  const of = stages.filter((one) => one.use === 'dataset' || one.use === 'push');
  return of.length > 0 ? of : null;
}

export type SourceDeclaration = PipelineDefinition['source'];
