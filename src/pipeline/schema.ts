// What a pipeline file may say, as one zod schema: it checks TypeScript and JSON files before anything runs, gives
// `definePipeline` its types, and is published as JSON Schema (docs/pipeline.schema.json, made by a script).

import { z } from 'zod';
import { chatDialectNames } from '../config/dialect-names.ts';
import { isSecretHeader } from '../config/endpoint-extras.ts';
import { parsePrice } from '../endpoints/budget/price.ts';
import { plainName } from '../records/plain-name.ts';
import { cuts, parses } from '../records/score.ts';
import { loadStage, type StageName, type StageOptions, stageNames } from '../stages/catalogue.ts';
import type { AnyStage } from '../stages/define.ts';
import { replicateCount } from '../statistics/replicates.ts';
import { formatOf, outputEndings } from '../storage/output.ts';
import { gridSchema } from './grid/schema.ts';
import { calendarProblem } from './schedule/cron.ts';
import { sinkProblem } from './sink-names.ts';

const count = z.int().min(1);

function isPrice(text: string): boolean {
  try {
    parsePrice(text);
    return true;
  } catch {
    return false;
  }
}

/** A stage of the catalogue with its options. */
export type StageDeclaration = {
  [N in StageName]: { readonly use: N; readonly with: StageOptions<N> };
}[StageName];

/** As a pipeline writes it: without `with`, all options have their defaults. */
type WrittenStage = {
  [N in StageName]: Record<never, never> extends StageOptions<N>
    ? { readonly use: N; readonly with?: StageOptions<N> | undefined }
    : { readonly use: N; readonly with: StageOptions<N> };
}[StageName];

export function stageSchema({ name, options }: Pick<AnyStage, 'name' | 'options'>): z.ZodType {
  return z.strictObject({ use: z.literal(name), with: options.prefault({}) });
}

/** All but those that make records themselves: a pipeline has its source for that. */
const declared = (await Promise.all(stageNames.map(loadStage))).filter(
  (one) => one.kind !== 'map' || one.generates === undefined,
);
const stage = z.discriminatedUnion(
  'use',
  declared.map(stageSchema) as unknown as [z.ZodObject<{ use: z.ZodLiteral<string> }>],
) as unknown as z.ZodType<StageDeclaration, StageDeclaration>;

const roleEndpoint = z.strictObject({
  baseUrl: z.string().optional().describe('a base URL, or sim for the embedded simulation'),
  model: z.string().optional(),
  rpm: count.optional(),
  dialect: z
    .enum(chatDialectNames as [(typeof chatDialectNames)[number]])
    .optional()
    .describe('what the endpoint speaks; by its host when absent'),
  headers: z
    .record(z.string(), z.string())
    .refine(
      (headers) =>
        Object.entries(headers).every(([name, value]) => !isSecretHeader(name) || value.startsWith('@')),
      { error: 'a header that holds a secret names a file: "@FILE"' },
    )
    .optional()
    .describe('headers of every call: a value, or @FILE'),
  body: z.record(z.string(), z.json()).optional().describe('fields in the body of every call'),
  query: z.record(z.string(), z.string()).optional().describe('query of every call'),
});

/**
 * Checks a pipeline declaration and fills in its defaults. docs/pipeline.schema.json is derived from it.
 *
 * @example
 * const checked = pipelineSchema.safeParse(JSON.parse(text));
 */
export const pipelineSchema = z.strictObject({
  $schema: z.string().optional(),
  name: plainName.describe('names run folders and units'),
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
    limit: count
      .optional()
      .describe('take the first so many records of each file, and of the generated ones'),
  }),
  stages: z
    .array(stage)
    .min(1, 'there is none; name at least one')
    .describe('in order: each takes what the one before it leaves'),
  sinks: z
    .array(
      z.strictObject({
        file: z
          .string()
          .refine(
            (file) => formatOf(file) !== undefined,
            `its extension names no format; use one of ${outputEndings.join(' ')}`,
          )
          .describe('in the run folder; its ending says the format'),
      }),
    )
    .check(({ value, issues }) => {
      for (const [at, { file }] of value.entries()) {
        const earlier = value.slice(0, at).map((sink) => sink.file);
        const message = sinkProblem(file, earlier);
        if (message !== null) issues.push({ code: 'custom', path: [at, 'file'], message, input: file });
      }
    })
    .optional()
    .describe('files of the final records in addition to records.parquet'),
  score: z
    .strictObject({
      parse: z.enum(parses).exactOptional(),
      cut: z.enum(cuts).exactOptional(),
      bootstrap: replicateCount.exactOptional(),
      by: z.array(z.string()).exactOptional(),
      constants: z.array(z.int().min(0)).exactOptional(),
      arithmetic: z.boolean().exactOptional(),
    })
    .optional(),
  grid: gridSchema.optional(),
  endpoint: z
    .union([
      z.string(),
      z.strictObject({
        inject: roleEndpoint.optional(),
        critic: roleEndpoint.optional(),
        logprob: roleEndpoint.optional(),
        embed: roleEndpoint.optional(),
      }),
    ])
    .optional()
    .describe('a base URL or sim for every role, or one by role; the configured endpoints when absent'),
  budget: z
    .strictObject({
      usd: z.number().min(0).optional(),
      tokens: z.int().min(0).optional(),
      price: z
        .string()
        .refine(isPrice, 'give it as in=0.15,out=0.6 (USD per million tokens)')
        .optional()
        .describe('in=X,out=Y: USD per million tokens'),
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
    .check(({ value, issues }) => {
      const problem = calendarProblem(value.cron, value.timezone);
      if (problem === null) return;
      issues.push({ code: 'custom', path: [problem.field], message: problem.message, input: value });
    })
    .optional(),
  seed: z.int().min(0),
});

/** A pipeline as it is written in a TypeScript or JSON file, before defaults are filled in. */
export type PipelineDefinition = z.input<typeof pipelineSchema>;

/** What `definePipeline` takes: a stage whose options all have their defaults needs no `with`. */
export type WrittenPipeline = Omit<PipelineDefinition, 'stages'> & {
  readonly stages: readonly WrittenStage[];
};

/** A pipeline whose stages handle records. */
export type RecordPipeline = Omit<PipelineDefinition, 'stages'> & {
  readonly stages: readonly StageDeclaration[];
};
