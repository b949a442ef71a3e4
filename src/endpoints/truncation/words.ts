// What is said of prompts that a server cut: what it was seen by, and how to give the server a longer context.
import type { Finding } from './truncation-watch.ts';

export const contextRemedy =
  'Give the server a longer context (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH; llama-server: -c; vLLM: --max-model-len) and run the command again';

/** One prompt that was cut. */
export function cutPromptText({ read, expected, plateau }: Finding): string {
  const seen =
    plateau === null
      ? `${read} of about ${expected} tokens`
      : `${read} tokens, as of every prompt that is longer`;
  return `the endpoint cut the prompt: it read ${seen}; the reply is not used`;
}

/** Why the run ends. `replies`: those to cut prompts so far, this one and earlier ones. */
export function cutPromptsText(finding: Finding, replies: number): string {
  const earlier = finding.earlier.length;
  const found = earlier === 0 ? '' : `, ${earlier} of them found only now`;
  return `${cutPromptText(finding)}; so are ${replies} in all${found}. ${contextRemedy}`;
}
