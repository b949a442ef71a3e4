// The inject stage: puts one error into a correct solution, lets the gate judge it, and tries again with the reason.
// Accepted + rejected + failed + clean + untouched = input: nothing is lost and nothing is taken for clean that is not.
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { failsOnlyItsRecord, LateBenchError } from '../errors.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import type { Injection } from '../records/injection.ts';
import { withProvenance } from '../records/provenance.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import { lateStart } from '../records/steps.ts';
import { type ErrorType, errorTypeOf, errorTypes } from '../records/taxonomy.ts';
import { addUsage, noUsage, type Usage } from '../records/usage.ts';
import { mulberry32, pick, seedFrom } from '../statistics/random.ts';
import type { Stage } from '../stream/stage.ts';
import { failedChecks, type Gate, gateOf } from './gate.ts';
import { injectMessages, promptHash, promptVersion, type Region } from './prompt.ts';
import { readInjectReply } from './reply.ts';

export interface InjectOptions {
  readonly endpoint: ChatEndpoint;
  /** Share of the solutions passed through untouched as clean controls, decided by seed and problem, 0 to 1. */
  readonly cleanFraction: number;
  readonly seed: number;
  /** Keys of the error types to choose from; all when absent. */
  readonly types?: readonly string[] | undefined;
  /** The step to change, 0-based; the last third when absent. */
  readonly step?: number | undefined;
  /** Calls a solution at most; default 3. */
  readonly maxAttempts?: number | undefined;
  /** Refuse solutions that nobody has said to be correct. */
  readonly requireCorrect?: boolean | undefined;
  /** Default 0.7. */
  readonly temperature?: number | undefined;
}

const stage = 'inject';
const version = '1';
/** Fewer steps have no last third to speak of. */
const fewestSteps = 3;

function chosenTypes(keys: readonly string[] | undefined): readonly ErrorType[] {
  if (keys === undefined) return errorTypes;
  return keys.map((key) => {
    const type = errorTypeOf(key);
    if (type === undefined) {
      const known = errorTypes.map((candidate) => candidate.key).join(', ');
      throw new LateBenchError('LB_USAGE', `no error type ${JSON.stringify(key)}; there are: ${known}`);
    }
    return type;
  });
}

export function injectStage(options: InjectOptions): Stage<Solution, Solution> {
  const { endpoint, cleanFraction, seed, step, requireCorrect = false } = options;
  const types = chosenTypes(options.types);
  const maxAttempts = options.maxAttempts ?? 3;
  const temperature = options.temperature ?? 0.7;
  if (types.length === 0) throw new LateBenchError('LB_USAGE', 'no error type to choose from');
  if (!(cleanFraction >= 0 && cleanFraction <= 1)) {
    throw new LateBenchError('LB_CONFIG', `clean fraction ${cleanFraction}: give a share from 0 to 1`);
  }
  const config = {
    endpoint: endpoint.name,
    model: endpoint.model,
    clean_fraction: cleanFraction,
    types: types.map(({ key }) => key),
    step: step ?? null,
    max_attempts: maxAttempts,
    require_correct: requireCorrect,
    temperature,
    seed,
    prompt_version: promptVersion,
    prompt_hash: promptHash,
  };
  const commentOf = (record: Solution): string | null => record.injection?.comment ?? null;
  const key = (record: Solution): string => {
    const { problem, steps, answer = null } = record;
    return sha256Hex(
      canonicalJson({ ...config, version, problem, steps, answer, comment: commentOf(record) }),
    );
  };

  const regionOf = (count: number): Region | null => {
    if (count < fewestSteps) return null;
    if (step !== undefined) return step < count ? { from: step, to: step } : null;
    return { from: lateStart(count) ?? 0, to: count - 1 };
  };
  const isClean = (problem: string): boolean =>
    mulberry32(seedFrom(seed, 'clean', problem))() < cleanFraction;

  const done = (record: Solution, change: Partial<Solution>, injection: Injection): Solution =>
    withProvenance(
      { ...record, ...change, injection: { ...record.injection, ...injection } },
      { stage, version, key: key(record) },
    );
  const unusable = (record: Solution, status: 'rejected' | 'failed', facts: Partial<Injection>): Solution =>
    done(
      record,
      { error_steps: null, error_source: null },
      { verification: null, difficulty: null, ...facts, status },
    );

  async function inject(record: Solution, signal: AbortSignal): Promise<Solution> {
    const region = regionOf(record.steps.length);
    const comment = commentOf(record);
    const errorType = pick(mulberry32(seedFrom(seed, 'type', record.problem)), types);
    const facts = {
      mode: comment === null ? ('general' as const) : ('manual' as const),
      error_type: errorType.key,
      comment,
      model: endpoint.model,
      prompt_version: promptVersion,
    };
    if (region === null) {
      const detail = `${record.steps.length} steps, at least ${Math.max(fewestSteps, (step ?? 0) + 1)} are needed`;
      return unusable(record, 'rejected', {
        ...facts,
        attempts: 0,
        gate: { steps: { ok: false, detail } },
        usage: noUsage,
      });
    }
    const answer = record.final_answer ?? record.answer ?? null;
    const reasons: string[] = [];
    let usage: Usage = noUsage;
    let gate: Gate = {};
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const messages = injectMessages({ ...record, answer, region, errorType, comment, reasons });
      let text: string;
      try {
        const request = {
          messages,
          temperature,
          seed: seed + attempt - 1,
          response_format: { type: 'json_object' },
        } as const;
        const reply = await endpoint.chat(request, { signal, sample: attempt - 1 });
        usage = addUsage(usage, {
          calls: 1,
          prompt_tokens: reply.promptTokens,
          completion_tokens: reply.completionTokens,
        });
        text = reply.content;
      } catch (error) {
        if (!failsOnlyItsRecord(error)) throw error;
        const failure = { call: { ok: false, detail: `${error.code}: ${error.message}` } };
        return unusable(record, 'failed', { ...facts, attempts: attempt, gate: failure, usage });
      }
      const read = readInjectReply(text);
      if (read.kind !== 'proposal') {
        gate = { shape: { ok: false, detail: `${read.kind}: ${read.reason}` } };
      } else {
        gate = {
          shape: { ok: true, detail: null },
          ...gateOf({ steps: record.steps, region, originalAnswer: answer, proposal: read.proposal }),
        };
        if (failedChecks(gate).length === 0) {
          const { target, tail, finalAnswer, explanation } = read.proposal;
          return done(
            record,
            {
              steps: [...record.steps.slice(0, target), ...tail],
              final_answer: finalAnswer,
              final_answer_correct: false,
              error_steps: [target],
              error_source: 'injected',
            },
            {
              ...facts,
              status: 'accepted',
              error_step: target,
              explanation,
              original_steps: record.steps,
              original_final_answer: answer,
              attempts: attempt,
              gate,
              verification: null,
              difficulty: null,
              usage,
            },
          );
        }
      }
      reasons.push(failedChecks(gate).join('; '));
    }
    return unusable(record, 'rejected', { ...facts, attempts: maxAttempts, gate, usage });
  }

  return {
    name: stage,
    version,
    input: solutionSchema,
    output: solutionSchema,
    config,
    key,
    async *run(record, { signal }) {
      const known = record.error_steps ?? null;
      if (known !== null && known.length > 0) {
        yield record;
        return;
      }
      if (requireCorrect && known === null) {
        throw new LateBenchError(
          'LB_SCHEMA',
          'nobody has said that this solution is correct (--require-correct)',
        );
      }
      if (isClean(record.problem)) {
        yield done(
          record,
          { error_steps: [], error_source: null },
          { status: 'clean', verification: null, difficulty: null },
        );
        return;
      }
      yield await inject(record, signal);
    },
  };
}
