// The critic stage: asks a model for its votes on a solution and adds one critique to the record. The critic sees
// the problem and the steps and nothing else of the record.
import type { ChatEndpoint } from '../endpoints/chat.ts';
import type { Critique } from '../records/critique.ts';
import type { Solution } from '../records/solution.ts';
import { addUsage, noUsage, type Usage } from '../records/usage.ts';
import { checkVoteCount } from '../records/vote-count.ts';
import type { Stage } from '../stream/stage.ts';
import { type CastVote, castVotes, type Poll } from './ask.ts';
import { critiqueStage } from './critique-stage.ts';
import { lengthProbeVersion, padded } from './length-probe.ts';
import type { Judged } from './prompt.ts';
import { type ProtocolOptions, protocolRules } from './protocols.ts';
import { type SamplingOptions, samplingOf } from './sampling.ts';

/** Protocol, sampling and votes of a critic. */
export interface CriticOptions extends ProtocolOptions, SamplingOptions {
  /** The model that judges. */
  readonly endpoint: ChatEndpoint;
  /** Samples for each solution, at least 1. */
  readonly votes: number;
  /** Ask for no vote that could not change the outcome; the critique then says how many were planned. */
  readonly earlyStop?: boolean | undefined;
  /** Keep the visible text of each reply in its vote. */
  readonly keepReplies?: boolean | undefined;
  /**
   * `length`: let the critic judge a padded twin of each solution too, and keep that verdict in addition to the first.
   */
  readonly probe?: 'length' | undefined;
  /** The critic's name in the record; default `<model>/<protocol>`, with `/v<votes>` for several votes. */
  readonly name?: string | undefined;
}

type Verdict = Pick<
  Critique,
  'status' | 'first_error' | 'first_error_strict' | 'error_steps' | 'explanations' | 'votes' | 'agreement'
> & { readonly usage: Usage };

/** A critic that asks a model: what it is, and its verdict on one solution. */
export interface ModelCritic {
  readonly config: Readonly<Record<string, unknown>> & { readonly critic: string; readonly votes: number };
  critique(judged: Judged, signal: AbortSignal): Promise<Critique>;
}

/**
 * Asks a model for the errors of each solution and adds one critique to the record, from one vote or several. The model
 * sees only the problem and the steps.
 *
 * @returns A stage that adds an entry to `critiques`; step indices are 0-based, -1 for no error.
 * @throws LB_CONFIG for an invalid number of votes.
 */
export function criticStage(options: CriticOptions): Stage<Solution, Solution> {
  const { config, critique } = modelCritic(options);
  return critiqueStage({
    version: '2',
    config,
    critique: (judged, _id, signal) => critique(judged, signal),
  });
}

/** One vote or several on a solution, of which the critic sees problem and steps alone. */
export function modelCritic(options: CriticOptions): ModelCritic {
  const { endpoint, protocol, votes, earlyStop = false, keepReplies = false, probe } = options;
  checkVoteCount(votes, 'votes');
  const rules = protocolRules(options);
  const critic = options.name ?? `${endpoint.model}/${protocol}${votes > 1 ? `/v${votes}` : ''}`;
  const sampling = samplingOf(options, endpoint.model, votes);
  const poll: Poll = { endpoint, rules, sampling, votes, earlyStop, keepReplies };
  const { temperature, top_p, top_k, max_tokens, max_completion_tokens } = sampling.parameters;
  const config = {
    critic,
    protocol,
    endpoint: endpoint.name,
    model: endpoint.model,
    votes,
    early_stop: earlyStop,
    preset: sampling.preset,
    temperature: temperature ?? null,
    top_p: top_p ?? null,
    top_k: top_k ?? null,
    max_tokens: max_completion_tokens ?? max_tokens ?? null,
    seed: sampling.seed,
    tie: options.tie ?? 'first',
    combine: options.combine ?? 'majority',
    wording: options.wording ?? null,
    // The texts themselves, so that the manifest alone is enough to repeat the calls or to read their replies again.
    template: options.template?.text ?? null,
    system: options.system?.text ?? null,
    prompt_version: rules.prompt.version,
    prompt_hash: rules.prompt.promptHash,
    probe: probe === undefined ? null : lengthProbeVersion,
  };

  // Stored only when it is not the default: recounting the votes needs it.
  const { tie = 'first', combine = 'majority' } = options;
  const rule = {
    ...(protocol === 'first_error' && tie !== 'first' ? { tie_rule: tie } : {}),
    ...(protocol === 'all_errors' && votes > 1 && combine !== 'majority' ? { combine_rule: combine } : {}),
  };

  const verdictOf = (cast: readonly CastVote[], stepCount: number): Verdict => {
    const outcome = rules.combine(cast, stepCount);
    const tied = outcome.tie
      ? { tie: true, ...(outcome.first_error === null ? { abstained: true } : {}) }
      : {};
    return {
      status: statusOf(cast),
      first_error: outcome.first_error,
      first_error_strict: outcome.first_error_strict,
      error_steps: outcome.error_steps,
      explanations: outcome.explanations,
      votes: cast.map(({ vote }) => vote),
      ...(earlyStop ? { votes_planned: votes } : {}),
      agreement: outcome.agreement,
      ...tied,
      ...rule,
      usage: cast.map(({ usage }) => usage).reduce(addUsage, noUsage),
    };
  };

  const critiqueOf = async (judged: Judged, signal: AbortSignal): Promise<Critique> => {
    const stepCount = judged.steps.length;
    const { usage, ...verdict } = verdictOf(await castVotes(poll, judged, signal), stepCount);
    const reported = { model: endpoint.model, prompt_version: rules.prompt.version, usage };
    if (probe === undefined) return { critic, protocol, ...verdict, ...reported };
    const twin = verdictOf(await castVotes(poll, padded(judged), signal), stepCount);
    return {
      critic,
      protocol,
      ...verdict,
      ...reported,
      probe: { kind: probe, version: lengthProbeVersion, ...twin },
    };
  };

  return { config, critique: critiqueOf };
}

/** Failed only where a call failed and no vote can be read: a reply that came and cannot be read is `unparsed`. */
function statusOf(cast: readonly CastVote[]): Critique['status'] {
  const has = (status: Critique['status']): boolean => cast.some(({ vote }) => vote.status === status);
  if (has('ok')) return 'ok';
  return has('failed') ? 'failed' : 'unparsed';
}
