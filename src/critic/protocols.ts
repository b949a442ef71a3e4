// The two things a critic can be asked: each protocol is a prompt, a way to read one reply, and a way to combine
// the votes.
import type { Protocol } from '../records/protocols.ts';
import { parseAllErrors } from './parse-all-errors.ts';
import { parseFirstError } from './parse-first-error.ts';
import type { CriticPrompt } from './prompt.ts';
import { allErrorsPrompt } from './prompt-all-errors.ts';
import { firstErrorPrompt } from './prompt-first-error.ts';
import {
  type Ballot,
  type CombineRule,
  combineErrorSteps,
  combineFirstErrors,
  firstErrorOf,
  flagsOf,
  type Outcome,
} from './votes.ts';

export interface ProtocolRules {
  readonly prompt: CriticPrompt;
  /** `sample`: index of the vote; `stepCount`: steps of the judged solution. Never throws. */
  read(reply: string, stepCount: number, sample: number): Ballot;
  combine(ballots: readonly Ballot[], stepCount: number, rule: CombineRule): Outcome;
}

const firstError: ProtocolRules = {
  prompt: firstErrorPrompt,
  read(reply, stepCount, sample) {
    const { value, strict, method, note } = parseFirstError(reply, stepCount);
    const vote = {
      sample,
      status: value === null ? ('unparsed' as const) : ('ok' as const),
      first_error: value,
      first_error_strict: strict,
      error_steps: flagsOf(value),
      note: method === 'none' ? note : `${method}: ${note}`,
    };
    return { vote, strictSteps: flagsOf(strict), explanations: {} };
  },
  combine: combineFirstErrors,
};

const allErrors: ProtocolRules = {
  prompt: allErrorsPrompt,
  read(reply, stepCount, sample) {
    const reading = parseAllErrors(reply, stepCount);
    const ok = reading.status === 'ok' || reading.status === 'ok_clean';
    const steps = ok ? reading.errorSteps : null;
    const vote = {
      sample,
      status: steps === null ? ('unparsed' as const) : ('ok' as const),
      first_error: firstErrorOf(steps),
      first_error_strict: firstErrorOf(reading.strict),
      error_steps: steps === null ? null : [...steps],
      confidences: steps === null ? null : reading.confidences,
      note: ok ? reading.note : `${reading.status}: ${reading.note}`,
    };
    return { vote, strictSteps: reading.strict, explanations: ok ? reading.explanations : {} };
  },
  combine: (ballots, _stepCount, rule) => combineErrorSteps(ballots, rule),
};

export const protocolRules: Readonly<Record<Protocol, ProtocolRules>> = {
  first_error: firstError,
  all_errors: allErrors,
};
