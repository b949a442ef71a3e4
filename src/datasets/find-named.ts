// One of a list by its name.
import { LateBenchError } from '../errors.ts';

/**
 * @param kind What it is, for the message.
 * @param others Names that the message lists besides.
 * @throws LB_USAGE for an unknown name; the message lists the known ones.
 */
export function findNamed<T extends { readonly name: string }>(
  all: readonly T[],
  name: string,
  kind: string,
  others: readonly string[] = [],
): T {
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = [...all.map((one) => one.name), ...others].join(', ');
  throw new LateBenchError('LB_USAGE', `no ${kind} ${JSON.stringify(name)}; there are: ${names}`);
}
