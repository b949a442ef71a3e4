// Checks an argument with fields: callers from JavaScript have no compiler that names the field they got wrong.
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import { schemaProblem } from './schema-problem.ts';

/** A field that is called. */
export const aFunction = z.custom((value) => typeof value === 'function', 'give a function');

/**
 * @param call The function, as its callers know it.
 * @param argument What it calls the argument as a whole.
 * @throws LB_USAGE that names each field, what it has to be, and the one that was probably meant
 */
export function checkArgument(
  call: string,
  { schema, value, argument = 'options' }: { schema: z.ZodType; value: unknown; argument?: string },
): void {
  const { error } = schema.safeParse(value);
  if (error === undefined) return;
  const problems = error.issues.map((issue) => schemaProblem(issue, schema, value, argument));
  throw new LateBenchError('LB_USAGE', `${call}: ${problems.join('; ')}`);
}
