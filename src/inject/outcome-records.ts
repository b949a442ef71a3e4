// What becomes of a record: accepted, clean, rejected or failed, with what happened in its `injection` field.
import type { Injection } from '../records/injection.ts';
import type { Solution } from '../records/solution.ts';
import type { Accepted, Refused } from './attempts.ts';
import { recordedGate } from './gate/gate.ts';
import { gateHash } from './gated-record.ts';
import { promptVersion } from './prompt.ts';

/** What was asked for. */
export interface InjectionRequest {
  readonly mode: 'general' | 'manual';
  readonly errorType: string;
  readonly comment: string | null;
  /** 0-based; null where the model might choose. */
  readonly step: number | null;
  readonly model: string;
}

const nothing = {
  error_step: null,
  explanation: null,
  original_steps: null,
  original_final_answer: null,
} as const;

function injectionOf(record: Solution, outcome: Accepted | Refused, request: InjectionRequest): Injection {
  const { status, attempts, repairs, gate, refused, verification, usage } = outcome;
  return {
    ...record.injection,
    ...nothing,
    status,
    mode: request.mode,
    error_type: request.errorType,
    comment: request.comment,
    target_step: request.step,
    attempts,
    ...(repairs === 0 ? {} : { repairs }),
    gate: recordedGate(gate),
    refused: refused.map((names) => [...names]),
    verification,
    difficulty: null,
    model: request.model,
    prompt_version: promptVersion,
    usage,
  };
}

export function cleanRecord(record: Solution): Solution {
  const injection: Injection = { ...record.injection, status: 'clean', verification: null, difficulty: null };
  return { ...record, error_steps: [], error_source: null, injection };
}

/** `answer`: what the original solution reaches. */
export function acceptedRecord(
  record: Solution,
  outcome: Accepted,
  request: InjectionRequest,
  answer: string | null,
): Solution {
  const { at, first, steps, finalAnswer, explanation } = outcome.proposal;
  const accepted: Solution = {
    ...record,
    steps: [...record.steps.slice(0, at), ...steps.slice(at - first)],
    final_answer: finalAnswer,
    final_answer_correct: false,
    error_steps: [at],
    error_source: 'injected',
    injection: {
      ...injectionOf(record, outcome, request),
      error_step: at,
      explanation,
      original_steps: record.steps,
      original_final_answer: answer,
    },
    // What was said about the original steps does not hold for these.
    ...(record.critiques == null ? {} : { critiques: [] }),
  };
  // Only a gate that looked at the steps binds them.
  if (outcome.gate.text_changed === undefined) return accepted;
  return { ...accepted, injection: { ...accepted.injection, gate_hash: gateHash(accepted) } };
}

/** Rejected or failed: the original steps, marked so that they are never used as a clean control. */
export function refusedRecord(record: Solution, outcome: Refused, request: InjectionRequest): Solution {
  return {
    ...record,
    error_steps: null,
    error_source: null,
    injection: injectionOf(record, outcome, request),
  };
}
