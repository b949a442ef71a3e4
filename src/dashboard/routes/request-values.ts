// Reading what a request names, on the server and in an exported site.
import type { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { firstIssue } from '../../records/issue-text.ts';

/** A whole number among the request's parameters, or the default. */
export function wholeOf(text: string | undefined, name: string, max: number, none?: number): number {
  if (text === undefined && none !== undefined) return none;
  const number = Number(text);
  if (text === undefined || !/^\d{1,12}$/.test(text) || number > max) {
    throw new LateBenchError('LB_USAGE', `${name} ${text}: give a whole number from 0 to ${max}`);
  }
  return number;
}

export function valid<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new LateBenchError('LB_USAGE', `${what}: ${firstIssue(parsed.error, value, 'value')}`);
}
