// Settings of a program that are misspelt would be ignored otherwise: a budget that limits nothing, or a simulation that
// is a provider.
import { z } from 'zod';
import { checkArgument } from '../records/check-argument.ts';
import type { RunSettings } from './open-library.ts';

const limit = z.number().min(0).optional();
const text = z.string().optional();

const shape = {
  seed: z.int().optional(),
  endpoint: text,
  concurrency: z.int().min(1).optional(),
  folder: z.string().min(1, 'give the path of a folder').optional(),
  budget: z
    .strictObject({ usd: limit, tokens: limit, price: text, folder: text, onRedis: z.unknown().optional() })
    .optional(),
  mode: z.enum(['run', 'dry', 'offline']).optional(),
  signal: z
    .custom<AbortSignal>(
      (value) => typeof (value as AbortSignal | null)?.aborted === 'boolean',
      'give an AbortSignal',
    )
    .optional(),
  say: z.custom<RunSettings['say']>((value) => typeof value === 'function', 'give a function').optional(),
  onError: z.enum(['quarantine', 'skip', 'fail']).optional(),
  maxErrors: z
    .union([z.strictObject({ count: z.number() }), z.strictObject({ share: z.number() })])
    .optional(),
  quarantine: text,
} satisfies Record<keyof RunSettings, z.ZodType>;
const settingsSchema = z.strictObject(shape);

/**
 * @throws LB_USAGE that names the setting, what it has to be, and the one that was probably meant
 */
export function checkSettings(settings: RunSettings): void {
  checkArgument('run', { schema: settingsSchema, value: settings, argument: 'settings' });
}
