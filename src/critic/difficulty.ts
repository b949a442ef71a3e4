// How hard an injected error is to catch: blind critics look for the first error of each accepted injection, and what
// is kept is how many of them name the step.

import type { ChatEndpoint } from '../endpoints/chat.ts';
import { LateBenchError } from '../errors.ts';
import type { Difficulty } from '../records/injection.ts';
import type { Solution } from '../records/solution.ts';
import { addUsage, noUsage } from '../records/usage.ts';
import { solutionStage } from '../stream/solution-stage.ts';
import { isDrop, type Stage } from '../stream/stage.ts';
import { criticStage } from './critic.ts';

/** How often and with which models the difficulty of an injection is measured. */
export interface DifficultyOptions {
  /** The models that act as blind critics; at least one. */
  readonly endpoints: readonly ChatEndpoint[];
  /** Samples of each model, at least 1; each counts as one critic. */
  readonly votes: number;
  /** Of the run: sample k of every solution sends seed + k. */
  readonly seed: number;
  /** 0 to 2; default: the preset of the model's family. */
  readonly temperature?: number | undefined;
  /**
   * `from` may change a record once its difficulty is known, for example reject its injection; `config` has the values
   * that this depends on, which become part of the stage's key. Default: records stay as they are.
   */
  readonly choose?:
    | { readonly config: Readonly<Record<string, unknown>>; readonly from: (record: Solution) => Solution }
    | undefined;
}

/**
 * Measures how hard accepted injections are to detect: blind critics look for the first error of each, and the score is
 * the share of readable votes that do not name the injected step (0 = always found, 1 = never, null without a readable
 * vote). Other records pass unchanged.
 *
 * @returns A stage that adds `injection.difficulty`.
 * @throws LB_CONFIG without a critic.
 */
export function difficultyStage(options: DifficultyOptions): Stage<Solution, Solution> {
  const { endpoints, votes, seed, temperature, choose } = options;
  if (endpoints.length === 0) throw new LateBenchError('LB_CONFIG', 'difficulty needs at least one critic');
  const critics = endpoints.map((endpoint) => ({
    model: endpoint.model,
    critic: criticStage({
      endpoint,
      protocol: 'first_error',
      votes,
      seed,
      temperature,
      name: endpoint.model,
    }),
  }));
  const config = { critics: critics.map(({ critic }) => critic.config), votes, seed, ...choose?.config };

  async function ask(
    { critic, model }: (typeof critics)[number],
    { id, problem, steps }: Solution,
    signal: AbortSignal,
  ) {
    // The critic is handed the problem and the steps: there is nothing else on this record that it could see.
    for await (const judged of critic.run({ id, problem, steps }, { signal })) {
      const critique = isDrop(judged) ? undefined : judged.critiques?.[0];
      const first_errors = (critique?.votes ?? []).map((vote) =>
        vote.status === 'ok' ? (vote.first_error ?? null) : null,
      );
      return { model, first_errors, usage: critique?.usage ?? noUsage };
    }
    return { model, first_errors: [], usage: noUsage };
  }

  return solutionStage({
    name: 'difficulty',
    version: '1',
    config,
    async change(record, { signal }) {
      const { injection } = record;
      if (injection?.status !== 'accepted') return null;
      const asked = await Promise.all(critics.map((critic) => ask(critic, record, signal)));
      const named = asked.flatMap(({ first_errors }) => first_errors).filter((step) => step !== null);
      const found = named.filter((step) => step === injection.error_step).length;
      const difficulty: Difficulty = {
        asked: critics.length * votes,
        valid: named.length,
        found,
        score: named.length === 0 ? null : 1 - found / named.length,
        critics: asked.map(({ model, first_errors }) => ({ model, first_errors })),
        usage: asked.map(({ usage }) => usage).reduce(addUsage, noUsage),
      };
      const judged = { ...record, injection: { ...injection, difficulty } };
      return choose?.from(judged) ?? judged;
    },
  });
}
