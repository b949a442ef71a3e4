// An option that changes nothing without another was meant for something.
import { LateBenchError } from '../errors.ts';

/** `given` and `others` as flags; one of `others` is enough. */
export function changesNothing(given: string, ...others: readonly string[]): LateBenchError {
  const message = `${given} changes nothing without ${others.join(' or ')}: give both, or neither`;
  return new LateBenchError('LB_USAGE', message);
}
