// Weights of error types from what an earlier run came to: types that succeed are asked for more often. Smoothed, so that a
// type that failed a few times, or was never asked for, is still drawn.
import { LateBenchError } from '../errors.ts';
import { injectionSchema } from '../records/injection.ts';
import { type InjectionYield, injectionFactsSchema } from '../records/injection-yield.ts';
import { errorTypes } from '../records/taxonomy.ts';
import { createYields } from './yields.ts';

/** Attempts at the yield of all types together that every type is credited with. */
const priorAttempts = 10;

/**
 * The yields that rows state: a run manifest its own, records (rejected and failed ones too) what became of each.
 *
 * @throws LB_CONFIG where no row says anything about an injection.
 */
export async function yieldsIn(
  groups: AsyncIterable<readonly object[]>,
  what: string,
): Promise<readonly InjectionYield[]> {
  const stated: InjectionYield[] = [];
  const counted = createYields();
  for await (const group of groups) {
    for (const row of group as readonly { injections?: unknown; injection?: unknown }[]) {
      const facts = injectionFactsSchema.safeParse(row.injections);
      if (facts.success) stated.push(...facts.data.yields);
      const injection = injectionSchema.safeParse(row.injection);
      if (injection.success) counted.add(injection.data);
    }
  }
  const yields = [...stated, ...counted.rows()];
  if (yields.length > 0) return yields;
  throw new LateBenchError(
    'LB_CONFIG',
    `${what}: no outcomes of injections found; name the folder of a run of inject, or its records with the rejected ones`,
  );
}

/**
 * A weight for each type of the taxonomy: accepted injections an attempt, relative to all types together (1 = as often as
 * these). Only the yields of `model` count where it has any.
 */
export function weightsFrom(yields: readonly InjectionYield[], model: string): Record<string, number> {
  const own = yields.filter((row) => row.model === model);
  const counted = own.length > 0 ? own : yields;
  const sum = (rows: readonly InjectionYield[], of: 'accepted' | 'attempts'): number =>
    rows.reduce((total, row) => total + row[of], 0);
  // One accepted and one turned down beside all there are: neither 0 nor 1, however few they are.
  const overall = (sum(counted, 'accepted') + 1) / (sum(counted, 'attempts') + 2);
  return Object.fromEntries(
    errorTypes.map(({ key }) => {
      const rows = counted.filter(({ type }) => type === key);
      const rate =
        (sum(rows, 'accepted') + priorAttempts * overall) / (sum(rows, 'attempts') + priorAttempts);
      return [key, Number((rate / overall).toFixed(4))] as const;
    }),
  );
}
