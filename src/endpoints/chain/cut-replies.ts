// A reply that was cut at the limit which a budget added is no answer: with a larger budget, or none, the same request
// would have another. It is paid for and counted, fails its record, and is stored nowhere.
import { LateBenchError } from '../../errors.ts';
import type { Dialect } from '../dialect.ts';
import { isCut, limitName } from '../token-limit.ts';
import { type Call, type Link, observing, type Reply } from './chain.ts';

export function cutByBudget(model: string, limit: number | null): LateBenchError {
  const message = `the reply was cut at ${limit} tokens, the ${limitName(model)} that was added for the budget; leave out the budget or raise --max-tokens for the complete reply`;
  return new LateBenchError('LB_ENDPOINT_REPLY', message);
}

export function failCut(model: string): Link<Reply> {
  return observing<Reply>({
    ended({ addedLimit }, obtained) {
      if (isCut(obtained.reply, addedLimit)) throw cutByBudget(model, addedLimit);
      return obtained;
    },
  });
}

/** True for a body that is such a reply. */
export function isCutBody(
  dialect: Dialect,
  { addedLimit }: Pick<Call, 'addedLimit'>,
  { status, body }: { readonly status: number; readonly body: Buffer },
): boolean {
  if (addedLimit === null) return false;
  try {
    return isCut(dialect.read(status, body), addedLimit);
  } catch {
    return false;
  }
}
