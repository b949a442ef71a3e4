// The critic stage: asks a model for its votes on a solution and adds one critique to the record. The critic sees
// the problem and the steps and nothing else of the record.
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { LateBenchError } from '../errors.ts';
import type { Critique } from '../records/critique.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import type { Protocol } from '../records/protocols.ts';
import { withProvenance } from '../records/provenance.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import { addUsage, noUsage } from '../records/usage.ts';
import type { Stage } from '../stream/stage.ts';
import { type CastVote, castVote, type Sampling } from './ask.ts';
import type { Judged } from './prompt.ts';
import { protocolRules } from './protocols.ts';
import type { CombineRule } from './votes.ts';

export interface CriticOptions {
  readonly endpoint: ChatEndpoint;
  readonly protocol: Protocol;
  /** Samples for each solution, at least 1. */
  readonly votes: number;
  /** Default: 0 for one vote, 0.7 for several. */
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** The critic's name in the record; default `<model>/<protocol>`, with `/v<votes>` for several votes. */
  readonly name?: string | undefined;
  /** Of the run: sample k of every solution sends seed + k. */
  readonly seed: number;
  /** How all-errors votes become one list; default `majority`. */
  readonly combine?: CombineRule | undefined;
}

const stage = 'critic';
const version = '1';

export function criticStage(options: CriticOptions): Stage<Solution, Solution> {
  const { endpoint, protocol, votes } = options;
  if (!Number.isSafeInteger(votes) || votes < 1) {
    throw new LateBenchError('LB_CONFIG', `votes is ${votes}: give a whole number of at least 1`);
  }
  const rules = protocolRules[protocol];
  const combine = options.combine ?? 'majority';
  const critic = options.name ?? `${endpoint.model}/${protocol}${votes > 1 ? `/v${votes}` : ''}`;
  const sampling: Sampling = {
    temperature: options.temperature ?? (votes > 1 ? 0.7 : 0),
    maxTokens: options.maxTokens,
    seed: options.seed,
  };
  const config = {
    critic,
    protocol,
    endpoint: endpoint.name,
    model: endpoint.model,
    votes,
    temperature: sampling.temperature,
    max_tokens: sampling.maxTokens ?? null,
    seed: sampling.seed,
    combine,
    prompt_version: rules.prompt.version,
    prompt_hash: rules.prompt.promptHash,
  };
  const key = ({ problem, steps }: Judged): string =>
    sha256Hex(canonicalJson({ ...config, version, problem, steps }));

  const critiqueOf = (cast: readonly CastVote[], stepCount: number): Critique => {
    const outcome = rules.combine(cast, stepCount, combine);
    return {
      critic,
      protocol,
      status: statusOf(cast),
      first_error: outcome.first_error,
      first_error_strict: outcome.first_error_strict,
      error_steps: outcome.error_steps,
      explanations: outcome.explanations,
      votes: cast.map(({ vote }) => vote),
      agreement: outcome.agreement,
      model: endpoint.model,
      prompt_version: rules.prompt.version,
      usage: cast.map(({ usage }) => usage).reduce(addUsage, noUsage),
    };
  };

  return {
    name: stage,
    version,
    input: solutionSchema,
    output: solutionSchema,
    config,
    key,
    async *run(record, { signal }) {
      if (record.injection?.status === 'rejected' || record.injection?.status === 'failed') {
        yield record;
        return;
      }
      const judged: Judged = { problem: record.problem, steps: record.steps };
      const cast = await Promise.all(
        Array.from({ length: votes }, (_, sample) =>
          castVote(endpoint, rules, judged, sampling, { sample, signal }),
        ),
      );
      const critiques = withCritique(record.critiques ?? [], critiqueOf(cast, judged.steps.length));
      yield withProvenance({ ...record, critiques }, { stage, version, key: key(judged) });
    },
  };
}

/** Failed only where a call failed and no vote can be read: a reply that came and cannot be read is `unparsed`. */
function statusOf(cast: readonly CastVote[]): Critique['status'] {
  const has = (status: Critique['status']): boolean => cast.some(({ vote }) => vote.status === status);
  if (has('ok')) return 'ok';
  return has('failed') ? 'failed' : 'unparsed';
}

/** The same critic again replaces its entry where it stands; a new one goes to the end. */
function withCritique(earlier: readonly Critique[], critique: Critique): Critique[] {
  const place = earlier.findIndex(({ critic }) => critic === critique.critic);
  if (place === -1) return [...earlier, critique];
  return earlier
    .map((known, at) => (at === place ? critique : known))
    .filter((known, at) => at === place || known.critic !== critique.critic);
}
