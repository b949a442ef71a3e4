// The dialects that an endpoint may speak, by name.

export const dialectNames = [
  'openai',
  'openai-responses',
  'azure',
  'anthropic',
  'gemini',
  'ollama',
  'vllm',
  'pooling',
] as const;
export type DialectName = (typeof dialectNames)[number];

/** Those that a role may be set to; a command that needs a reward model asks for pooling itself. */
export const chatDialectNames = dialectNames.filter((name) => name !== 'pooling');
