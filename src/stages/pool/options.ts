// What a pool is to hold and how its traces are sampled.
import { z } from 'zod';
import { traceCount } from '../../deepconf/trace-count.ts';
import type { Need } from '../define.ts';
import { option, switchOption } from '../described-option.ts';
import { confidenceFields } from '../vote/confidence-options.ts';

const count = z.int().min(1);

/** How traces are asked for, whole or watched. */
export const samplingFields = {
  temperature: option(
    z.number().min(0).max(2).optional(),
    'sampling temperature (0.6); not together with --top-p',
    { value: 'T', group: 'Model' },
  ),
  topP: option(z.number().min(0).max(1).optional(), 'nucleus sampling instead of a temperature', {
    value: 'P',
    group: 'Model',
  }),
  maxTokens: option(count.default(4096), 'longest trace, in tokens', { value: 'N', group: 'Model' }),
  topLogprobs: option(
    z.int().min(1).max(20, 'no API gives more than 20').default(20),
    'alternatives of each token, 1 to 20',
    { value: 'K', group: 'Model' },
  ),
  thinking: option(
    z.enum(['auto', 'disabled', 'unset']).default('auto'),
    'send {"thinking": {"type": "disabled"}}; auto: to DeepSeek',
    { value: 'HOW', group: 'Model' },
  ),
  fallback: option(z.boolean().default(true), 'only boxed answers count, never the last integer'),
};

/** The calls that sample the traces of a problem. */
export function traceCalls(callsPerRecord: number, atOnce: number, topP: number | undefined): Need {
  const requires = ['logprobs', topP === undefined ? 'temperature' : 'top_p'] as const;
  return { role: 'logprob', callsPerRecord, atOnce, requires };
}

/** What becomes of a pool that is there, and of replies with poor logprobs. */
export const remakingFields = {
  rebuild: switchOption('discard the contents of the pool and start again', {
    aliases: ['rebuild-pool'],
  }),
  allowDegenerate: switchOption(
    'continue even if the logprobs of most tokens are missing, placeholders or impossible',
    { group: 'Errors' },
  ),
};

/** What takes the place of a temperature, said by both. */
export const oneOfBoth = {
  check: ({ temperature, topP }: { temperature?: number | undefined; topP?: number | undefined }): boolean =>
    temperature === undefined || topP === undefined,
  params: {
    path: ['topP'],
    error: 'takes the place of a temperature: give one of them, as the API advises',
  },
};

export const poolOptions = z
  .strictObject({
    pool: option(z.string().min(1), 'folder of the pool', { value: 'DIR', group: 'Input' }),
    problems: option(count.optional(), 'take the first N problems', { flag: false }),
    n: option(traceCount.default(4096), 'samples of each problem', {
      value: 'N',
      flag: 'samples',
      aliases: ['n', 'n-pool'],
    }),
    grow: option(count.optional(), 'add only so many samples of each problem per run, until there are n', {
      value: 'N',
    }),
    ...samplingFields,
    ...confidenceFields,
    keepTop: option(
      z.boolean().default(true),
      'do not store the alternatives of tokens: a tenth of the size',
      {
        group: 'Output',
        positive: 'keep the alternatives of each token in top/ (the default)',
      },
    ),
    keepRaw: switchOption('also store the reply bodies, gzipped, in raw/', {
      group: 'Output',
    }),
    ...remakingFields,
    diskCheck: option(z.boolean().default(true), 'start even if the disk looks too small', {
      group: 'Limits',
    }),
  })
  .refine(oneOfBoth.check, oneOfBoth.params);

export type PoolAsked = z.output<typeof poolOptions>;
