// How a critic's replies are sampled: a preset, and what the caller sets himself, which goes first.
import type { ChatRequest } from '../endpoints/chat.ts';
import { LateBenchError } from '../errors.ts';
import { type PresetSampling, presetFor, presets } from './presets.ts';

/**
 * How tokens are chosen. Default: as the preset says; temperature 0 for one vote and 0.7 for several where the model's
 * family asks for nothing else.
 */
export type TokenChoice = Partial<Readonly<Record<keyof PresetSampling, number | undefined>>>;

export interface SamplingOptions extends TokenChoice {
  /** A preset's name; default `auto`: by the model's name. */
  readonly preset?: string | undefined;
  /** Longest reply; left to the server where undefined. */
  readonly maxTokens?: number | undefined;
  /** Of the run: sample k of every solution sends seed + k. */
  readonly seed: number;
}

export interface Sampling {
  readonly preset: string;
  /** What every request sends, without its seed. Undefined: not sent. */
  readonly parameters: Pick<
    ChatRequest,
    'temperature' | 'top_p' | 'top_k' | 'max_tokens' | 'max_completion_tokens'
  >;
  readonly seed: number;
}

export function samplingOf(options: SamplingOptions, model: string, votes: number): Sampling {
  const preset = presetFor(options.preset ?? 'auto', model);
  if (preset === undefined) {
    const names = ['auto', ...presets.map(({ name }) => name)].join(', ');
    throw new LateBenchError(
      'LB_CONFIG',
      `there is no preset ${JSON.stringify(options.preset)}: use ${names}`,
    );
  }
  const { temperature, topP, topK } = votes > 1 ? preset.several : preset.one;
  return {
    preset: preset.name,
    parameters: {
      temperature: options.temperature ?? temperature ?? undefined,
      top_p: options.topP ?? topP ?? undefined,
      top_k: options.topK ?? topK ?? undefined,
      [preset.limit]: options.maxTokens,
    },
    seed: options.seed,
  };
}
