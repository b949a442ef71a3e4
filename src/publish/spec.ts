// What a dataset is to be made of, as data: one zod schema for JSON and TypeScript files. Nothing here reads a file.
import { z } from 'zod';
import { adapterNames } from '../datasets/adapter-names.ts';
import { filterFields } from '../datasets/filter-schema.ts';
import { rowMappingSchema } from '../datasets/row-mapping.ts';
import { plainName } from '../records/plain-name.ts';
import { protocols } from '../records/protocols.ts';
import { voteCount, votesIfAny } from '../records/vote-count.ts';

const count = z.int().min(1);
const fraction = z.number().min(0).max(1);

const source = z
  .strictObject({
    /** A path from the folder of the spec, an absolute path, a pattern of either with * ** or ?, or hf:OWNER/NAME[@REVISION][/PATH or /CONFIG/SPLIT]. */
    file: z.string().min(1).optional(),
    adapter: z.enum(adapterNames).optional(),
    /** Where rows of your own hold what; the fields of a --mapping file. */
    mapping: rowMappingSchema.optional(),
    synthetic: z.strictObject({ count, seed: z.int() }).optional(),
    /** As the hub writes licences: `mit`, `cc-by-4.0`, `apache-2.0`. */
    licence: z.string().min(1).optional(),
    /** Why it may be in the dataset although its licence says otherwise: for the card. */
    permission: z.string().min(1).optional(),
    url: z.string().optional(),
  })
  .refine(({ file, synthetic }) => (file === undefined) !== (synthetic === undefined), {
    error: 'name either a file or synthetic: {count, seed}',
  })
  .refine(
    ({ file, adapter, mapping }) => mapping === undefined || (file !== undefined && adapter === undefined),
    {
      error: 'a mapping is for a file of your own rows: leave adapter out',
    },
  );

/** False leaves a part out, a number limits it. */
const part = z.union([z.boolean(), count]).default(true);

const critic = z.strictObject({
  protocol: z.enum(protocols).default('first_error'),
  votes: voteCount.default(1),
  name: z.string().min(1).optional(),
});

export const datasetSpecSchema = z.strictObject({
  $schema: z.string().optional(),
  name: plainName.describe('names the dataset in its card'),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'three numbers: 1.0.0'),
  about: z.string().min(1).describe('one sentence: what it is for'),
  licence: z.string().min(1).default('mit').describe('of what is new in it'),
  authors: z.array(z.string().min(1)).default([]).describe('for the citation in the card'),
  citation: z.string().min(1).optional().describe('BibTeX entry for the card; one is made where absent'),
  limits: z.array(z.string()).default([]).describe('known limits, for the card'),
  sources: z.array(source).min(1),
  filter: z.strictObject(filterFields).default({}),
  /** Jaccard similarity from which two problems are one family where their numbers and signs agree. */
  familyThreshold: z.number().min(0.5).max(1).default(0.8),
  /** Files of problems to stay clear of (benchmarks, training sets), named as those of the sources. */
  exclude: z.array(z.string()).default([]),
  /** Treat unjudged solutions as correct. */
  presumeCorrect: z.boolean().default(false),
  parts: z.strictObject({ natural: part, general: part, manual: part, clean: part }).prefault({}),
  /** Records at most; all when absent. */
  size: count.optional(),
  /** Share of the records that have an error; null takes what comes. */
  errorShare: z.number().gt(0).lt(1).nullable().default(0.5),
  /** Annotation files, named as those of the sources: `comment` lines ask for manual injections, `decision` lines let records in or keep them out. */
  comments: z.array(z.string()).default([]),
  decisions: z.array(z.string()).default([]),
  /** Annotation files, named as those of the sources: the first errors in them correct labels. */
  errata: z.array(z.string()).optional(),
  /** Publish only injections that a person has let in. */
  requireDecision: z.boolean().default(false),
  inject: z
    .strictObject({
      types: z.array(z.string()).optional(),
      weights: z.record(z.string(), z.number().min(0)).optional(),
      region: z.union([z.literal('last-third'), z.tuple([fraction, fraction])]).optional(),
      maxAttempts: count.optional(),
      gate: z.enum(['strict', 'report', 'off']).default('strict'),
      /** Independent readers of each injection, 0 for none. */
      verifyVotes: votesIfAny.default(3),
      temperature: z.number().min(0).max(2).optional(),
    })
    .prefault({}),
  /** Largest change in the length of the changed step that is published, as a share of the shorter one; null = any. */
  lengthChange: z.number().gt(0).nullable().default(0.3),
  /** Blind votes that say how hard each injected error is to find, 0 for none. */
  difficultyVotes: votesIfAny.default(4),
  /** Critics whose results are in the quality report. */
  critics: z.array(critic).default([{ protocol: 'first_error', votes: 1 }]),
  splits: z
    .strictObject({ train: fraction, dev: fraction, test: fraction })
    .refine(({ train, dev, test }) => Math.abs(train + dev + test - 1) < 1e-9, {
      error: 'the shares of train, dev and test must add up to 1',
    })
    .default({ train: 0.8, dev: 0.1, test: 0.1 }),
  /** Upper end of the interval of the surface classifier's AUC that still passes. */
  tellLimit: z.number().min(0.5).max(1).default(0.6),
  /** A base URL or `sim` for every role; the configured endpoints when absent. */
  endpoint: z.string().optional(),
  seed: z.int().min(0).default(0),
});

/** A dataset specification as it is written: what has a default may be left out. */
export type DatasetSpecInput = z.input<typeof datasetSpecSchema>;
/** A dataset specification after it was checked, with its defaults filled in. */
export type DatasetSpec = z.output<typeof datasetSpecSchema>;
export type SourceSpec = DatasetSpec['sources'][number];

/**
 * Returns the specification unchanged, checked against `DatasetSpecInput` by the compiler. `loadSpec` checks it when
 * the program runs.
 *
 * @example
 * export default defineDataset({
 *   name: 'late-errors',
 *   version: '1.0.0',
 *   about: 'Late errors in synthetic problems.',
 *   sources: [{ synthetic: { count: 12, seed: 1 }, licence: 'mit' }],
 * });
 */
export function defineDataset(spec: DatasetSpecInput): DatasetSpecInput {
  return spec;
}
