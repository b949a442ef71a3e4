// The two things a critic can be asked: each protocol is a prompt, a way to read one reply, a way to combine the votes,
// and a way to say that more votes would change nothing.
import { LateBenchError } from '../errors.ts';
import type { Protocol, Wording } from '../records/protocols.ts';
import type { CombineRule } from '../statistics/combine-steps.ts';
import type { TieRule } from '../statistics/majority.ts';
import { votesForMajority, votesForSteps } from './early-stop.ts';
import { parseAllErrors } from './parse-all-errors.ts';
import { parseFirstError } from './parse-first-error.ts';
import { type CriticPrompt, withSystem } from './prompt.ts';
import { allErrorsPrompt } from './prompt-all-errors.ts';
import { firstErrorPrompts } from './prompt-first-error.ts';
import { checkedSystem, templatePrompt } from './template.ts';
import {
  type Ballot,
  combineErrorSteps,
  combineFirstErrors,
  firstErrorOf,
  flagsOf,
  type Outcome,
} from './votes.ts';

/** A text and where it came from, for messages. */
export interface SourceText {
  readonly text: string;
  readonly source: string;
}

/** What a critic is asked for, and in which words. */
export interface PromptOptions {
  readonly protocol: Protocol;
  /** Of first_error; default `maths`. */
  readonly wording?: Wording | undefined;
  /** A prompt of the user's own, instead of a wording. */
  readonly template?: SourceText | undefined;
  readonly system?: SourceText | undefined;
}

export interface ProtocolOptions extends PromptOptions {
  /** Of first_error; default `first`. */
  readonly tie?: TieRule | undefined;
  /** Of all_errors; default `majority`. */
  readonly combine?: CombineRule | undefined;
}

export interface ProtocolRules {
  readonly prompt: CriticPrompt;
  /** `sample`: index of the vote; `stepCount`: steps of the judged solution. Never throws. */
  read(reply: string, stepCount: number, sample: number): Ballot;
  combine(ballots: readonly Ballot[], stepCount: number): Outcome;
  /** How many of the votes that are left to ask for now; 0 once they cannot change the outcome. */
  votesToAsk(ballots: readonly Ballot[], left: number, stepCount: number): number;
}

function promptFor({ protocol, wording, template, system }: PromptOptions): CriticPrompt {
  if (wording !== undefined && (template !== undefined || protocol !== 'first_error')) {
    const reason = template === undefined ? 'all_errors has one wording' : 'a template is its own wording';
    throw new LateBenchError('LB_CONFIG', `wording ${wording}: ${reason}; leave one of the two out`);
  }
  const ours = protocol === 'first_error' ? firstErrorPrompts[wording ?? 'maths'] : allErrorsPrompt;
  const prompt = template === undefined ? ours : templatePrompt(template.text, protocol, template.source);
  return system === undefined ? prompt : withSystem(prompt, checkedSystem(system.text, system.source));
}

type Rules = Omit<ProtocolRules, 'prompt'>;

const firstError = (tie: TieRule): Rules => ({
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
  combine: (ballots, stepCount) => combineFirstErrors(ballots, stepCount, tie),
  votesToAsk(ballots, left, stepCount) {
    const answers = ballots.map(({ vote }) => vote.first_error ?? null);
    return votesForMajority(answers, left, stepCount, tie);
  },
});

const allErrors = (rule: CombineRule): Rules => ({
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
  combine: (ballots) => combineErrorSteps(ballots, rule),
  votesToAsk(ballots, left, stepCount) {
    const lists = ballots.map(({ vote }) => vote.error_steps ?? null);
    return votesForSteps(lists, left, stepCount, rule);
  },
});

export function protocolRules(options: ProtocolOptions): ProtocolRules {
  const rules =
    options.protocol === 'first_error'
      ? firstError(options.tie ?? 'first')
      : allErrors(options.combine ?? 'majority');
  return { prompt: promptFor(options), ...rules };
}
