// The longest replies of models, in tokens, reasoning included, as their makers publish them (read 2026-03). A model that
// is not listed gets the default limit; `--max-tokens` takes precedence over both.
export const replyLimits: Readonly<Record<string, number>> = {
  'gpt-3.5-turbo': 4_096,
  'gpt-4-turbo': 4_096,
  'gpt-4.1': 32_768,
  'gpt-4.1-mini': 32_768,
  'gpt-4.1-nano': 32_768,
  'gpt-4o': 16_384,
  'gpt-4o-2024-05-13': 4_096,
  'gpt-4o-mini': 16_384,
  'gpt-5': 128_000,
  'gpt-5-mini': 128_000,
  'gpt-5-nano': 128_000,
  'gpt-5-pro': 272_000,
  'gpt-5.1': 128_000,
  o1: 100_000,
  'o1-pro': 100_000,
  o3: 100_000,
  'o3-mini': 100_000,
  'o3-pro': 100_000,
  'o4-mini': 100_000,
};
