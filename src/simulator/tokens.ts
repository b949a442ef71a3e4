// The simulation's tokenizer, for usage counts and for streaming: a word or a run of up to three digits with the
// space before it, any other sign alone. Joined, the tokens are the text again. It is no real model's tokenizer.

import { remembering } from './remembering.ts';

const token = / ?\p{L}+| ?\d{1,3}| ?[^\s\p{L}\d]|\s/gu;

export function tokenize(text: string): string[] {
  return text.match(token) ?? [];
}

/** What a message costs beyond its text, as in chat templates. */
const tokensAroundMessage = 4;

const countTokens = remembering((text) => tokenize(text).length);

export function countPromptTokens(messages: readonly { readonly content: string }[]): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content) + tokensAroundMessage, 0);
}
