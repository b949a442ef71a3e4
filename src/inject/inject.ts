// The inject stage: puts one error into a correct solution, checks it with the gate, and retries with the reason.
// Accepted + rejected + failed + clean + untouched = input: no record is lost, and none is wrongly counted as clean.
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { LateBenchError } from '../errors.ts';
import { sha256Hex } from '../records/identity.ts';
import type { Solution } from '../records/solution.ts';
import { noUsage } from '../records/usage.ts';
import { mulberry32, seedFrom } from '../statistics/random.ts';
import { solutionStage } from '../stream/solution-stage.ts';
import type { Stage } from '../stream/stage.ts';
import { attemptInjection, type GateMode, type Refused } from './attempts.ts';
import { chooseType, weightedTypes } from './choose-type.ts';
import { domainOf } from './domain.ts';
import type { ManualRequest } from './manual.ts';
import { acceptedRecord, cleanRecord, type InjectionRequest, refusedRecord } from './outcome-records.ts';
import { promptHash, promptVersion } from './prompt.ts';
import { type RegionRule, regionOf } from './region.ts';
import { createSeenInjections } from './seen-injections.ts';
import type { Verifier } from './verify.ts';

/** How errors are made, checked and verified. */
export interface InjectOptions {
  /** The model that writes the wrong step. */
  readonly endpoint: ChatEndpoint;
  /** Share of the solutions passed through untouched as clean controls, decided by seed and problem, 0 to 1. */
  readonly cleanFraction: number;
  /** Decides which solutions stay clean, and the type and place of each error. */
  readonly seed: number;
  /** Keys of the error types to choose from; all when absent. */
  readonly types?: readonly string[] | undefined;
  /** How often a type is requested, by key, relative to the others; 1 when absent. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  /** Where the error may be; the last third when absent. */
  readonly region?: RegionRule | undefined;
  /** The step to change, 0-based, of every solution; a record's own `injection.target_step` takes precedence. */
  readonly step?: number | undefined;
  /** A request, in words, for every solution; a record's own `injection.comment` takes precedence. */
  readonly comment?: string | undefined;
  /** Requests by record id; they take precedence over the record's own comment and step. */
  readonly requests?: ReadonlyMap<string, ManualRequest> | undefined;
  /** Maximum number of attempts (calls) a solution; default 3. */
  readonly maxAttempts?: number | undefined;
  /**
   * `strict` rejects, `report` only records its findings, `off` parses the reply and checks nothing. Default `strict`.
   */
  readonly gate?: GateMode | undefined;
  /** Asks a second model about each injection that passes the gate. */
  readonly verifier?: Verifier | undefined;
  /** Fail (LB_SCHEMA) on solutions that are not known to be correct. */
  readonly requireCorrect?: boolean | undefined;
  /** Default 0.7. */
  readonly temperature?: number | undefined;
}

/** Maximum number of injection attempts a solution, by default. */
export const defaultAttempts = 3;

/** A shorter solution has no meaningful last third. */
const fewestSteps = 3;

const bare = (text: string | null | undefined): string | null => text?.trim() || null;

/**
 * Puts one error into each correct solution. An injection that fails the gate is retried with the reason, at most
 * `maxAttempts` times; the record is then `rejected` and keeps its original steps. Solutions with a known error pass
 * unchanged.
 *
 * @returns A stage that adds `injection` and the labels that follow from it.
 * @throws LB_CONFIG for a clean fraction outside 0 to 1, LB_USAGE for unknown error types or weights.
 */
export function injectStage(options: InjectOptions): Stage<Solution, Solution> {
  const { endpoint, cleanFraction, seed, requireCorrect = false } = options;
  const {
    region = 'last-third',
    gate = 'strict',
    maxAttempts = defaultAttempts,
    temperature = 0.7,
  } = options;
  const types = weightedTypes(options.types, options.weights);
  const verifier = options.verifier ?? null;
  if (!(cleanFraction >= 0 && cleanFraction <= 1)) {
    throw new LateBenchError('LB_CONFIG', `clean fraction ${cleanFraction}: give a share from 0 to 1`);
  }
  const config = {
    endpoint: endpoint.name,
    model: endpoint.model,
    clean_fraction: cleanFraction,
    types: Object.fromEntries(types.map(({ type, weight }) => [type.key, weight])),
    region,
    step: options.step ?? null,
    comment: bare(options.comment),
    max_attempts: maxAttempts,
    gate,
    verifier: verifier?.config ?? null,
    require_correct: requireCorrect,
    temperature,
    seed,
    prompt_version: promptVersion,
    prompt_hash: promptHash,
  };
  const seenInjections = createSeenInjections();
  const requestOf = ({ id, injection }: Solution): ManualRequest =>
    options.requests?.get(id) ?? { comment: bare(injection?.comment), step: injection?.target_step ?? null };
  const commentOf = (record: Solution): string | null => requestOf(record).comment ?? config.comment;
  const stepOf = (record: Solution): number | null => requestOf(record).step ?? config.step;
  const answerOf = (record: Solution): string | null => record.final_answer ?? record.answer ?? null;
  const isClean = (problem: string): boolean =>
    mulberry32(seedFrom(seed, 'clean', problem))() < cleanFraction;

  /** Rejected without a call: no reply could change the outcome. */
  const hopeless = (name: string, detail: string): Refused => ({
    status: 'rejected',
    attempts: 0,
    repairs: 0,
    gate: { [name]: { ok: false, detail } },
    refused: [],
    verification: null,
    usage: noUsage,
  });

  async function inject(record: Solution, signal: AbortSignal): Promise<Solution> {
    const { problem, steps } = record;
    const [comment, step] = [commentOf(record), stepOf(record)];
    const answer = answerOf(record);
    const errorType = chooseType(types, { seed, problem, domain: domainOf(record) });
    const request: InjectionRequest = {
      mode: comment === null ? 'general' : 'manual',
      errorType: errorType.key,
      comment,
      step,
      model: endpoint.model,
    };
    if (steps.length < fewestSteps) {
      const detail = `the solution has ${steps.length} of at least ${fewestSteps} steps`;
      return refusedRecord(record, hopeless('step_count', detail), request);
    }
    const allowed = regionOf(steps.length, region, step);
    if (allowed === null) {
      const detail = `the solution has ${steps.length} steps, none of them where the error is to be`;
      return refusedRecord(record, hopeless('region', detail), request);
    }
    const outcome = await seenInjections.inTurn(sha256Hex(problem).slice(0, 16), (known) =>
      attemptInjection({
        endpoint,
        task: { problem, steps, answer, region: allowed, errorType, comment },
        asked: step,
        mode: gate,
        verifier,
        known,
        seed,
        maxAttempts,
        temperature,
        signal,
      }),
    );
    return outcome.status === 'accepted'
      ? acceptedRecord(record, outcome, request, answer)
      : refusedRecord(record, outcome, request);
  }

  return solutionStage({
    name: 'inject',
    version: '2',
    config,
    inputs: (record) => ({
      problem: record.problem,
      steps: record.steps,
      answer: answerOf(record),
      domain: domainOf(record),
      comment: commentOf(record),
      step: stepOf(record),
    }),
    async change(record, { signal }) {
      const known = record.error_steps ?? null;
      if (known !== null && known.length > 0) return null;
      if (requireCorrect && known === null) {
        throw new LateBenchError(
          'LB_SCHEMA',
          'nobody has said that this solution is correct (--require-correct)',
        );
      }
      // A solution with a request for an error never becomes a clean control.
      const { comment, step } = requestOf(record);
      const requested = comment !== null || step !== null;
      return !requested && isClean(record.problem) ? cleanRecord(record) : inject(record, signal);
    },
  });
}
