// One option of a stage: its schema, and what help, forms and the JSON Schema say about it.
import { z } from 'zod';
import type { OptionMeta } from './option-rows.ts';

/**
 * @param about What help says about it, in lower case and without a full stop.
 * @param meta Where and how it can be given.
 */
export function option<T extends z.ZodType>(schema: T, about: string, meta: OptionMeta = {}): T {
  return schema.describe(about).meta({ ...meta });
}

/** A switch that is off unless it is given. */
export function switchOption(about: string, meta?: OptionMeta) {
  return option(z.boolean().default(false), about, meta);
}
