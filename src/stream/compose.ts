// Several stages as one: each output of the first goes through the second, and so on, record by record.
import type { z } from 'zod';
import { type Drop, isDrop, type Stage, type StageContext } from './stage.ts';

/** Any stage, for lists in which each takes what the one before it gives. */
type AnyStage = Stage<never, object>;

async function* through(
  record: object,
  stages: readonly AnyStage[],
  context: StageContext,
): AsyncGenerator<object | Drop> {
  const [stage, ...rest] = stages;
  if (stage === undefined) {
    yield record;
    return;
  }
  for await (const result of stage.run(record as never, context)) {
    if (isDrop(result)) yield result;
    else yield* through(result, rest, context);
  }
}

function composeAll(stages: readonly AnyStage[]): AnyStage {
  const named = (pick: (stage: AnyStage) => string): string => stages.map(pick).join('+');
  return {
    name: named(({ name }) => name),
    version: named(({ version }) => version),
    input: stages[0]!.input as z.ZodType<never>,
    output: stages.at(-1)!.output,
    config: Object.fromEntries(stages.map(({ name, config }) => [name, config])),
    key: (record) => named((stage) => stage.key(record)),
    run: (record, context) => through(record, stages, context),
  };
}

/**
 * Joins stages into one: each output of a stage goes through the next, record by record. If any of them drops a record,
 * the joined stage drops it. The key is made of all their keys.
 *
 * @returns A stage with the input of the first and the output of the last.
 */
export function compose<A extends object, B extends object>(first: Stage<A, B>): Stage<A, B>;
export function compose<A extends object, B extends object, C extends object>(
  first: Stage<A, B>,
  second: Stage<B, C>,
): Stage<A, C>;
export function compose<A extends object, B extends object, C extends object, D extends object>(
  first: Stage<A, B>,
  second: Stage<B, C>,
  third: Stage<C, D>,
): Stage<A, D>;
export function compose(...stages: unknown[]): unknown {
  return composeAll(stages as AnyStage[]);
}
