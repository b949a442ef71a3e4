// The prompt of the verifier: two versions of one step, which of them is wrong? Nothing reveals which one was changed:
// they are called A and B, in a seeded order.
import type { ChatMessage } from '../endpoints/chat.ts';
import { sha256Hex } from '../records/identity.ts';

export interface VersionPair {
  readonly problem: string;
  /** The steps before, which both versions share. */
  readonly before: readonly string[];
  readonly a: string;
  readonly b: string;
}

export const verifyPromptVersion = 'verify/1';

/** The object that a reply is to be. */
export const verifyForm = `{"why": "<your reasoning, in a few sentences>", "wrong": "A" | "B" | "both" | "neither"}`;

const question = `You are given a mathematical problem, the first steps of a solution, and two versions of the step that comes next. Judge each version by itself: does it follow from the problem and the steps before it, and is what it says true? The versions may both be right, or both wrong.

Reply with one JSON object and nothing else:
${verifyForm}`;

export const verifyPromptHash = sha256Hex(question).slice(0, 16);

export function verifyMessages({ problem, before, a, b }: VersionPair): ChatMessage[] {
  const steps = before.map((step, index) => `<step_${index + 1}>\n${step}\n</step_${index + 1}>`);
  const parts = [
    question,
    `[Problem]\n${problem}`,
    steps.length === 0 ? '[Steps before]\nnone' : `[Steps before]\n${steps.join('\n')}`,
    `[Version A]\n<version_A>\n${a}\n</version_A>`,
    `[Version B]\n<version_B>\n${b}\n</version_B>`,
  ];
  return [{ role: 'user', content: parts.join('\n\n') }];
}
