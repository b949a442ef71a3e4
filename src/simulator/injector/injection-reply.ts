// The JSON in which the simulated injector answers, in the form that the prompt asks for.
import type { Draft } from './draft.ts';

/** Everything that a reply says; a misbehaving injector changes it before it is written. */
export interface InjectionReply {
  /** 1-based, as are the numbers of the steps. */
  readonly target_step: number;
  readonly error_steps: readonly number[];
  readonly steps: readonly { readonly step: number; readonly text: string }[];
  readonly final_answer: string;
  readonly explanation: string;
}

export function replyOf({ step, steps, finalAnswer, explanation }: Draft): InjectionReply {
  return {
    target_step: step,
    error_steps: [step],
    steps: steps.map((text, at) => ({ step: step + at, text })),
    final_answer: finalAnswer,
    explanation,
  };
}

export function written(reply: InjectionReply): string {
  return JSON.stringify(reply, null, 1);
}

export function declined(reason: string): string {
  return JSON.stringify({ target_step: null, reason });
}
