// Does with each record what was chosen for it: an injection, a clean control, or nothing. What becomes of it by chance
// was decided before; this stage only carries it out.
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { injectStage } from '../inject/inject.ts';
import type { ManualRequest } from '../inject/manual.ts';
import { createVerifier } from '../inject/verify.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import type { Stage } from '../stream/stage.ts';
import type { Part } from './choose.ts';
import type { DatasetSpec } from './spec.ts';

export interface PartOptions {
  readonly spec: DatasetSpec;
  /** Null where nothing is to be injected. */
  readonly injector: ChatEndpoint | null;
  /** Asks the independent readers; null where there are none. */
  readonly reader: ChatEndpoint | null;
  readonly requests: ReadonlyMap<string, ManualRequest>;
  readonly partOf: ReadonlyMap<string, Part>;
}

/** A clean control makes no call; calling it is a programming error. */
const silent: ChatEndpoint = {
  name: 'none',
  model: 'none',
  chat: () => Promise.reject(new Error('a clean control makes no call')),
  close: async () => {},
};

export function partStage({
  spec,
  injector,
  reader,
  requests,
  partOf,
}: PartOptions): Stage<Solution, Solution> {
  const { verifyVotes, ...options } = spec.inject;
  const verifier =
    reader === null || verifyVotes === 0
      ? undefined
      : createVerifier({ endpoint: reader, votes: verifyVotes });
  const inject = injectStage({
    ...options,
    endpoint: injector ?? silent,
    cleanFraction: 0,
    seed: spec.seed,
    requests,
    verifier,
  });
  const clean = injectStage({ endpoint: silent, cleanFraction: 1, seed: spec.seed });
  const stageOf = (record: Solution): Stage<Solution, Solution> | null => {
    const part = partOf.get(record.id);
    if (part === 'clean') return clean;
    return part === 'general' || part === 'manual' ? inject : null;
  };
  return {
    name: inject.name,
    version: inject.version,
    input: solutionSchema,
    output: solutionSchema,
    config: inject.config,
    key: (record) => stageOf(record)?.key(record) ?? '',
    run: (record, context) => stageOf(record)?.run(record, context) ?? [record],
  };
}
