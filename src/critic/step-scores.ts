// Step scores of a process reward model, from an endpoint or from a file of stored scores.
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { failsOnlyItsRecord } from '../errors.ts';
import { noUsage, type Usage } from '../records/usage.ts';
import type { Judged } from './prompt.ts';

/** `scores`: one a step, low where the step is wrong; null where there are none that fit, and `note` says why. */
export interface StepScores {
  readonly status: 'ok' | 'unparsed' | 'failed';
  readonly scores: readonly number[] | null;
  readonly note: string;
  readonly usage: Usage;
}

export interface StepScorer {
  readonly model: string;
  /** For keys and manifests. */
  readonly config: Readonly<Record<string, unknown>>;
  /** `id` finds the record's scores in a file; nothing is asked with it. */
  score(judged: Judged, id: string, signal: AbortSignal): Promise<StepScores>;
}

/** A list of numbers, or of lists where `index` says which number of each counts. Null for anything else. */
function numbersOf(value: unknown, index: number): number[] | null {
  if (!Array.isArray(value)) return null;
  const numbers = value.map((entry: unknown) =>
    Array.isArray(entry) ? (entry.length === 1 ? entry[0] : entry[index]) : entry,
  );
  return numbers.every((number) => typeof number === 'number' && Number.isFinite(number))
    ? (numbers as number[])
    : null;
}

function checked(value: unknown, stepCount: number, index: number, usage: Usage): StepScores {
  const numbers = numbersOf(value, index);
  if (numbers === null) return { status: 'unparsed', scores: null, note: 'not_numbers', usage };
  if (numbers.length !== stepCount) {
    return { status: 'unparsed', scores: null, note: `${numbers.length} scores, ${stepCount} steps`, usage };
  }
  return { status: 'ok', scores: numbers, note: 'scores', usage };
}

/** The note of scores that are numbers and no probabilities. */
export const outsideNote = 'scores_outside_0_to_1';

/** Scores that are no probabilities as unparsed: a threshold between 0 and 1 says nothing about them. */
export function onlyProbabilities(scored: StepScores): StepScores {
  const { scores, usage } = scored;
  if (scores === null || scores.every((score) => score >= 0 && score <= 1)) return scored;
  return { status: 'unparsed', scores: null, note: outsideNote, usage };
}

export interface RewardEndpointOptions {
  readonly endpoint: ChatEndpoint;
  /** Appended to each step; default `<extra_0>`, the marker of Qwen's process reward models. */
  readonly separator?: string | undefined;
  /** Which number of each step's list is the probability of "right"; default 1, as in (wrong, right). */
  readonly index?: number | undefined;
}

/** What the card of Qwen2.5-Math-PRM asks for. */
const system = 'Please reason step by step, and put your final answer within \\boxed{}.';

export function endpointScorer(options: RewardEndpointOptions): StepScorer {
  const { endpoint, separator = '<extra_0>', index = 1 } = options;
  return {
    model: endpoint.model,
    config: {
      endpoint: endpoint.name,
      model: endpoint.model,
      separator,
      index,
      prompt_version: 'qwen-prm/1',
    },
    async score({ problem, steps }, _id, signal) {
      // The marker inside a step would count as the end of another step.
      const marked = steps.map((step) => `${step.replaceAll(separator, ' ')}${separator}`).join('');
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: problem },
        { role: 'assistant', content: marked },
      ] as const;
      try {
        // Nothing is generated: the limit is what a budget has to reserve.
        const { content, promptTokens } = await endpoint.chat({ messages, max_tokens: 1 }, { signal });
        const usage = { calls: 1, prompt_tokens: promptTokens, completion_tokens: 0 };
        return checked(JSON.parse(content), steps.length, index, usage);
      } catch (error) {
        if (!failsOnlyItsRecord(error)) throw error;
        return { status: 'failed', scores: null, note: error.code, usage: noUsage };
      }
    },
  };
}

/** `scores`: by record id, as in the file. */
export function fileScorer(
  model: string,
  sha256: string,
  scores: ReadonlyMap<string, unknown>,
  index = 1,
): StepScorer {
  return {
    model,
    config: { model, scores: sha256, index },
    async score({ steps }, id) {
      const value = scores.get(id);
      if (value === undefined) return { status: 'failed', scores: null, note: 'no_scores', usage: noUsage };
      return checked(value, steps.length, index, noUsage);
    },
  };
}
