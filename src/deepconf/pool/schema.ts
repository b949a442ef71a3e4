// The contents of a pool's files: pool.json, and the columns of its Parquet files. One row a trace; building the same
// pool again gives the same bytes (times and response ids stay in the journal).
import { z } from 'zod';
import { aimeRules, currentAimeRule } from '../../mathverify/aime.ts';
import type { AimeRule } from '../../mathverify/index.ts';
import {
  type Columns,
  float32,
  float64,
  int32,
  keepNull,
  list,
  utf8,
} from '../../storage/columnar/column.ts';
import { answerKinds } from '../integer-classes.ts';
import { bottomCounts, edges, missingRules } from '../score-settings.ts';
import { sentinelRules } from '../token-confidence.ts';

export const poolFormat = 'latebench-pool';
/** Raised when a reader of the last version would misread what is written now. Pools without range files stay at 1. */
export const poolSchemaVersion = 2;
export const partSchemaVersion = 1;

/** problems.parquet, in the order of the problems file. `truth`: an integer in canonical decimal form, else as given. */
export const problemColumns: Columns = { problem_id: utf8, problem: utf8, truth: keepNull(utf8) };

/** core/: all that voting needs, and the text. Null in a list: the value is not known. */
export const coreColumns: Columns = {
  sample_id: int32,
  model: keepNull(utf8),
  system_fingerprint: keepNull(utf8),
  finish_reason: keepNull(utf8),
  prompt_tokens: keepNull(int32),
  n_tokens: int32,
  n_without_logprob: keepNull(int32),
  text: keepNull(utf8),
  answer: keepNull(utf8),
  answer_source: utf8,
  tokens: keepNull(list(utf8)),
  token_logprobs: list(float32),
  token_conf: list(float32),
  n_valid: list(int32),
  n_missing: int32,
  n_sentinel: int32,
  score_avg: keepNull(float64),
  score_tail: keepNull(float64),
  score_lowest: keepNull(float64),
  score_bottom10: keepNull(float64),
};

/**
 * Columns that parts of earlier versions do not have; they are then not known. `n_without_logprob`: tokens that the server
 * counted and gave no logprobs for (llama-server merges those of one sign), where they are more than 1 % of the trace.
 */
export const laterColumns: ReadonlySet<string> = new Set(['n_without_logprob']);

/**
 * top/: the alternatives of each token, flat, `k` to a token; where there were fewer, null log-probabilities and empty
 * tokens. Same rows and order.
 */
export const topColumns: Columns = {
  sample_id: int32,
  k: int32,
  top_logprobs: list(float32),
  top_tokens: keepNull(list(utf8)),
};

const scoreSettingsSchema = z.object({
  window: z.number().positive(),
  tail: z.number().positive(),
  edge: z.enum(edges),
  bottom_count: z.enum(bottomCounts),
  missing: z.enum(missingRules),
  sentinel: z.enum(sentinelRules),
});

/** pool.json: what the traces were made with. Everything but `n` and `problems` must stay as it is. */
export const poolSettingsSchema = z.object({
  format: z.literal(poolFormat),
  schema_version: z.union([z.literal(partSchemaVersion), z.literal(poolSchemaVersion)]),
  /** `think`: traces were stopped while they were written, and are no sample of whole ones. */
  source: z.enum(['endpoint', 'import', 'think']),
  /** Logical name of the endpoint; null for imported traces. */
  endpoint: z.string().nullable(),
  model: z.string().nullable(),
  /** The traces came from the simulated endpoint. */
  simulated: z.boolean(),
  /** `{problem}` is replaced by the problem's text. */
  prompt: z.object({ template: z.string(), sha256: z.string() }).nullable(),
  sampling: z
    .object({
      temperature: z.number().nullable(),
      top_p: z.number().nullable(),
      max_tokens: z.number(),
      top_logprobs: z.number(),
      seed: z.number().nullable(),
      /** Sent only where the API has it. */
      thinking: z.literal('disabled').nullable(),
    })
    .nullable(),
  /** Alternatives of a token. */
  k: z.number(),
  /** How answers were read from texts: `fallback` takes the last integer where no box has one. */
  answers: z.object({
    mode: z.enum(['aime', 'given']),
    fallback: z.boolean(),
    /** Pools of LateBench 0.1 do not say: they were read by rule 1. */
    rule: z.literal(aimeRules).optional(),
  }),
  /** What the stored scores were computed with. */
  scores: scoreSettingsSchema,
  keep_top: z.boolean(),
  /** How traces were stopped, where `source` is `think`. */
  online: z
    .object({
      keep: z.number(),
      warmup: z.number(),
      consensus: z.number().nullable(),
      /** Traces and tokens of a problem, at most. */
      traces: z.number(),
      tokens: z.number().nullable(),
      answers: z.enum(answerKinds),
    })
    .optional(),
  /** Samples wanted of each problem. */
  n: z.number(),
  problems: z.object({ count: z.number(), sha256: z.string() }),
});
export type PoolSettings = z.infer<typeof poolSettingsSchema>;

/** The rule by which the stored answers were read from the texts. */
export function ruleOfAnswers({ answers }: PoolSettings): AimeRule {
  return answers.rule ?? 1;
}

/** Whether the texts can give other answers than those stored, because an older rule read them. */
export function isReadByOlderRule(settings: PoolSettings): boolean {
  return settings.answers.mode === 'aime' && ruleOfAnswers(settings) < currentAimeRule;
}
