// What a critic's prompt is: a function of the problem and the steps, and of nothing else. The type is the first
// guard against leaking the truth into a request; the leak test is the second.
import type { ChatMessage } from '../endpoints/chat.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import type { Protocol } from '../records/protocols.ts';
import { toStepNumber } from '../records/steps.ts';

/** All that a critic may see of a record. */
export interface Judged {
  readonly problem: string;
  readonly steps: readonly string[];
}

export interface CriticPrompt {
  /** Changes with every change of wording. */
  readonly version: string;
  /** sha256 over the messages for a placeholder problem of two steps: it differs for any other wording. */
  readonly promptHash: string;
  messages(judged: Judged): readonly ChatMessage[];
}

function promptOf(version: string, messages: CriticPrompt['messages']): CriticPrompt {
  const placeholder = { problem: '{problem}', steps: ['{first}', '{second}'] };
  return { version, promptHash: sha256Hex(canonicalJson(messages(placeholder))), messages };
}

/** A prompt of one user message. */
export function definePrompt(version: string, render: (judged: Judged) => string): CriticPrompt {
  return promptOf(version, (judged) => [{ role: 'user', content: render(judged) }]);
}

/** The same prompt behind a system message, which is the same for every record. */
export function withSystem(prompt: CriticPrompt, system: string): CriticPrompt {
  const version = `${prompt.version}+system-${sha256Hex(system).slice(0, 12)}`;
  return promptOf(version, (judged) => [{ role: 'system', content: system }, ...prompt.messages(judged)]);
}

/** The solution as each protocol shows it: tagged paragraphs counted from 0, or headed sections counted from 1. */
export const shownSteps: Readonly<Record<Protocol, (steps: readonly string[]) => string>> = {
  first_error: (steps) =>
    steps.map((step, index) => `<paragraph_${index}>\n${step}\n</paragraph_${index}>`).join('\n\n'),
  all_errors: (steps) => steps.map((step, index) => `Section ${toStepNumber(index)}:\n${step}`).join('\n\n'),
};
