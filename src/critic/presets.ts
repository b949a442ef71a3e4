// Sampling as the makers of each model family, or a public script, ask for it: data with its sources, and the choice by a
// model's name. What a caller sets takes precedence over a preset.

import { reasoningModels } from '../endpoints/token-limit.ts';
import type { Wording } from '../records/protocols.ts';

/** Null: the parameter is not sent. */
export interface PresetSampling {
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly topK: number | null;
}

export interface Preset {
  readonly name: string;
  /** The models that `auto` takes it for, by the last part of their name in lower case; none: only on request. */
  readonly models: RegExp | null;
  readonly one: PresetSampling;
  readonly several: PresetSampling;
  /** Name of the parameter that limits the reply. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly source: string;
  /** Options of a public script beside its sampling. */
  readonly script?: { readonly votes: number; readonly wording: Wording };
}

const greedy: PresetSampling = { temperature: 0, topP: null, topK: null };
const nothing: PresetSampling = { temperature: null, topP: null, topK: null };
const sampled = (temperature: number, topP: number | null, topK: number | null): PresetSampling => ({
  temperature,
  topP,
  topK,
});

export const presets: readonly Preset[] = [
  {
    name: 'plain',
    models: null,
    one: greedy,
    several: sampled(0.7, null, null),
    limit: 'max_tokens',
    source: 'temperature 0 for one reply and 0.7 for votes, as in ProcessBench-style runs over DeltaBench',
  },
  {
    name: 'processbench',
    models: null,
    one: greedy,
    several: sampled(1, 0.9, null),
    limit: 'max_tokens',
    source: 'run_eval.py of QwenLM/ProcessBench: greedy, or voting at temperature 1 and top-p 0.9',
  },
  {
    name: 'deltabench-processbench',
    models: null,
    one: sampled(0.7, null, null),
    several: sampled(0.7, null, null),
    limit: 'max_tokens',
    source: 'deltabench_processbench.py: 8 votes at temperature 0.7, and its own wording',
    script: { votes: 8, wording: 'deltabench' },
  },
  {
    name: 'o-series',
    models: reasoningModels,
    one: nothing,
    several: nothing,
    limit: 'max_completion_tokens',
    source: 'OpenAI reasoning models reject temperature, and max_tokens in favour of max_completion_tokens',
  },
  {
    name: 'qwen2.5-math',
    models: /^qwen2\.?5-math/,
    one: greedy,
    several: sampled(0.7, 0.8, 20),
    limit: 'max_tokens',
    source: 'run_eval.py of QwenLM/ProcessBench: for Qwen2.5-Math, votes at 0.7, top-p 0.8, top-k 20',
  },
  {
    name: 'qwen-thinking',
    models: /^(?:qwq|qwen3-(?:.*-)?thinking|qwen3-\d+(?:\.\d+)?b(?:-a\d+b)?(?:-(?:fp8|awq|gguf).*)?$)/,
    one: sampled(0.6, 0.95, 20),
    several: sampled(0.6, 0.95, 20),
    limit: 'max_tokens',
    source: 'model cards of QwQ-32B and Qwen3: 0.6, top-p 0.95, top-k 20 while thinking, and never greedy',
  },
  {
    name: 'qwen',
    models: /^qwen/,
    one: greedy,
    several: sampled(0.7, 0.8, 20),
    limit: 'max_tokens',
    source: 'generation_config.json of Qwen2.5-Instruct and card of Qwen3: 0.7, top-p 0.8, top-k 20',
  },
  {
    name: 'deepseek-r1',
    models: /^deepseek-r1/,
    one: sampled(0.6, 0.95, null),
    several: sampled(0.6, 0.95, null),
    limit: 'max_tokens',
    source: 'README of DeepSeek-R1: 0.5 to 0.7 (0.6), top-p 0.95, and no system prompt',
  },
  {
    name: 'deepseek-reasoner',
    models: /^deepseek-reasoner/,
    one: nothing,
    several: nothing,
    limit: 'max_tokens',
    source: 'DeepSeek API, reasoning model: temperature and top_p have no effect',
  },
  {
    name: 'deepseek',
    models: /^deepseek/,
    one: greedy,
    several: sampled(0.7, null, null),
    limit: 'max_tokens',
    source: 'DeepSeek API, temperature settings: 0 for mathematics; 0.7 so that votes differ',
  },
];

/** `auto` looks at the model's name; what it does not know is `plain`. Undefined for a name that is no preset. */
export function presetFor(name: string, model: string): Preset | undefined {
  if (name !== 'auto') return presets.find((preset) => preset.name === name);
  const bare = (model.split('/').pop() ?? model).toLowerCase();
  return presets.find(({ models }) => models?.test(bare) === true) ?? presets[0];
}
