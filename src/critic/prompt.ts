// What a critic's prompt is: a function of the problem and the steps, and of nothing else. The type is the first
// guard against leaking the truth into a request; the leak test is the second.
import type { ChatMessage } from '../endpoints/chat.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';

/** All that a critic may see of a record. */
export interface Judged {
  readonly problem: string;
  readonly steps: readonly string[];
}

export interface CriticPrompt {
  /** Changes with every change of wording. */
  readonly version: string;
  /** sha256 over the messages for a placeholder problem of two steps: tells two wordings apart. */
  readonly promptHash: string;
  messages(judged: Judged): readonly ChatMessage[];
}

/** A prompt of one user message. */
export function definePrompt(version: string, render: (judged: Judged) => string): CriticPrompt {
  const messages = (judged: Judged): readonly ChatMessage[] => [{ role: 'user', content: render(judged) }];
  const placeholder = { problem: '{problem}', steps: ['{first}', '{second}'] };
  return { version, promptHash: sha256Hex(canonicalJson(messages(placeholder))), messages };
}
