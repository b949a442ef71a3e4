// Which error type a record is asked to get: drawn by weights and by what suits the problem's domain, from a hash of
// seed and problem, so that it does not depend on the order of the records or on which others there are.
import { LateBenchError } from '../errors.ts';
import {
  type ErrorType,
  errorTypeOf,
  errorTypes,
  type MathDomain,
  mathDomains,
} from '../records/taxonomy.ts';
import { mulberry32, seedFrom } from '../statistics/random.ts';

export interface WeightedType {
  readonly type: ErrorType;
  /** Above 0. */
  readonly weight: number;
}

function known(key: string): ErrorType {
  const type = errorTypeOf(key);
  if (type !== undefined) return type;
  const keys = errorTypes.map((candidate) => candidate.key).join(', ');
  throw new LateBenchError('LB_USAGE', `no error type ${JSON.stringify(key)}; there are: ${keys}`);
}

/** The types with these keys (all when absent), each of weight 1 unless `weights` says otherwise; 0 leaves one out. */
export function weightedTypes(
  keys: readonly string[] | undefined,
  weights: Readonly<Record<string, number>> = {},
): readonly WeightedType[] {
  for (const [key, weight] of Object.entries(weights)) {
    known(key);
    if (!(weight >= 0 && Number.isFinite(weight)))
      throw new LateBenchError('LB_USAGE', `weight of ${key} is ${weight}: give a number from 0`);
    if (keys !== undefined && !keys.includes(key))
      throw new LateBenchError(
        'LB_USAGE',
        `there is a weight for ${key}, which is not among the requested types`,
      );
  }
  const types = keys === undefined ? errorTypes : [...new Set(keys)].map(known);
  const chosen = types
    .map((type) => ({ type, weight: weights[type.key] ?? 1 }))
    .filter(({ weight }) => weight > 0);
  if (chosen.length === 0) throw new LateBenchError('LB_USAGE', 'no error type is left to choose from');
  return chosen;
}

/** How much likelier a type is in a domain where it is at home. */
const affinity = 4;

/**
 * The part of its weight that a type has in one domain. Summed over the domains it is the same for every type, so
 * that one which is at home in many domains is not asked for more often than one which is at home in few.
 */
function share({ domains }: ErrorType, domain: MathDomain | null): number {
  if (domain === null) return 1;
  const sum = mathDomains.length + domains.length * (affinity - 1);
  return ((domains.includes(domain) ? affinity : 1) * mathDomains.length) / sum;
}

/**
 * Weighted rendezvous hashing: each type draws -ln(u) / weight with u from hash(seed, problem, type), and the smallest
 * wins, which happens in proportion to the weights. Adding a type or changing its weight moves no other problem than
 * those that it wins or loses.
 */
export function chooseType(
  types: readonly WeightedType[],
  {
    seed,
    problem,
    domain,
  }: { readonly seed: number; readonly problem: string; readonly domain: MathDomain | null },
): ErrorType {
  let best: { type: ErrorType; draw: number } | null = null;
  for (const { type, weight } of types) {
    const u = 1 - mulberry32(seedFrom(seed, 'error type', problem, type.key))();
    const draw = -Math.log(u) / (weight * share(type, domain));
    if (best === null || draw < best.draw) best = { type, draw };
  }
  return best!.type;
}
