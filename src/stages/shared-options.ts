// Option types that several stages share.
import { z } from 'zod';

/** A text of the user's own, and where it came from, for messages. */
export const sourceText = z.strictObject({ source: z.string(), text: z.string() });

export function temperatureOption(about: string) {
  return z.number().min(0).max(2).optional().describe(about).meta({ value: 'T', group: 'Model' });
}
