// The options of a client as programs give them. What is wrong would otherwise end with an error of undici's or of ours
// that names no option.
import { z } from 'zod';
import { checkArgument } from '../records/check-argument.ts';
import type { ClientOptions } from './client-options.ts';

/** Milliseconds: a timer of Node's takes more for one. */
const timer = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);
const text = z.string().optional();
const flag = z.boolean().optional();
const perMinute = z.number().positive().optional();

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Options that are made by functions of this module, such as `profile`, are whole. */
const shape = {
  baseUrl: z.string().refine(isHttp, 'give a URL such as http://127.0.0.1:8000/v1'),
  model: z.string(),
  apiKey: text,
  keyNote: text,
  caFile: text,
  direct: flag,
  concurrency: z.int().min(1).optional(),
  rpm: perMinute,
  tpm: perMinute,
  offline: flag,
  role: text,
  name: text,
  allowDegenerate: flag,
  maxRetries: z.int().min(0).optional(),
  backoff: z.looseObject({ firstMs: timer, maxMs: timer }).optional(),
  headersTimeoutMs: timer.optional(),
  idleTimeoutMs: timer.optional(),
  deadlineMs: timer.optional(),
  maxDownMs: z.number().min(0).optional(),
  maxReplyBytes: z.number().min(1).optional(),
  counters: z
    .looseObject({ of: z.custom((value) => typeof value === 'function', 'give createUsageCounters()') })
    .optional(),
} satisfies Partial<Record<keyof ClientOptions, z.ZodType>>;
const schema = z.looseObject(shape);

/** @throws LB_USAGE that names the option and what it has to be */
export function checkClientOptions(options: ClientOptions): void {
  checkArgument('createChatEndpoint', { schema, value: options });
}
