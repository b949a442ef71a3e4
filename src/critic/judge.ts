// The judge stage: for each critique that names the first error, asks a model whether its explanation gives the annotated
// reason, and keeps the answer in that critique. It comes after the critics: what it sees of the truth they never do.
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { isDeclined } from '../endpoints/finish-reason.ts';
import { bareStatement, readChoice, textOf } from '../endpoints/reply-json/reply-choice.ts';
import { failsOnlyItsRecord } from '../errors.ts';
import type { Critique } from '../records/critique.ts';
import type { Solution } from '../records/solution.ts';
import { firstStep } from '../records/steps.ts';
import { noUsage } from '../records/usage.ts';
import { solutionStage } from '../stream/solution-stage.ts';
import type { Stage } from '../stream/stage.ts';
import { annotatedReason } from './annotated-reason.ts';
import { judgeMessages, judgePromptHash, judgePromptVersion, type Reasons } from './judge-prompt.ts';
import { samplingOf } from './sampling.ts';

/** Which critiques are judged, and by which model. */
export interface JudgeOptions {
  /** The model that compares explanation and annotated reason. */
  readonly endpoint: ChatEndpoint;
  /** Sent with every call. */
  readonly seed: number;
  /** Only the critiques of this critic. */
  readonly critic?: string | undefined;
  /** Default: what the model's family asks for, 0 for most. */
  readonly temperature?: number | undefined;
}

const fields = {
  match: ['matches', 'matched', 'verdict', 'answer', 'result', 'judgement', 'judgment', 'same', 'decision'],
  why: ['reason', 'reasoning', 'explanation', 'rationale'],
};

/** "Yes", "partly.", "partially", true. */
function matchOf(stated: string): 'yes' | 'partly' | 'no' | undefined {
  const words = bareStatement(stated);
  if (/^(?:yes|true|match|same)$/.test(words)) return 'yes';
  if (/^(?:partly|partial(?:ly)?)(?: match)?$/.test(words)) return 'partly';
  return /^(?:no|false|no match)$/.test(words) ? 'no' : undefined;
}

/** What the critic says about the step: its explanation, else the first kept reply that names it. */
function explanationOf({ explanations, votes }: Critique, step: number): string | null {
  const reply = votes?.find(({ error_steps }) => error_steps?.includes(step) === true)?.reply;
  const text = explanations?.[step] ?? reply ?? '';
  return text.trim() === '' ? null : text.trim();
}

function read(text: string): Pick<NonNullable<Critique['judge']>, 'status' | 'match' | 'why'> {
  const found = readChoice(text, { fields }, 'match', matchOf);
  if (found === null) return { status: 'unparsed', match: null, why: null };
  return { status: 'ok', match: found.choice, why: textOf(found.object, 'why') };
}

/**
 * Asks a model whether the explanations of a critic's right verdicts give the annotated reason: one call for each
 * critique that names the first error and explains it. Records without an annotated reason pass unchanged.
 *
 * @param options The endpoint to call, the critic to judge (all by default), temperature and seed.
 * @returns A stage that adds `judge: {status, match, why, step}` to each critique that it judged; `match` is `yes`,
 * `partly` or `no`, and null where the reply cannot be read. A failed call has the status `failed`.
 */
export function judgeStage(options: JudgeOptions): Stage<Solution, Solution> {
  const { endpoint, seed, critic } = options;
  const { preset, parameters } = samplingOf(options, endpoint.model, 1);
  const config = {
    endpoint: endpoint.name,
    model: endpoint.model,
    critic: critic ?? null,
    preset,
    ...parameters,
    seed,
    prompt_version: judgePromptVersion,
    prompt_hash: judgePromptHash,
  };

  async function ask(reasons: Reasons, signal: AbortSignal): Promise<NonNullable<Critique['judge']>> {
    const reported = { step: reasons.step, model: endpoint.model, prompt_version: judgePromptVersion };
    const request = {
      messages: judgeMessages(reasons),
      ...parameters,
      seed,
      response_format: { type: 'json_object' },
    } as const;
    try {
      const reply = await endpoint.chat(request, { signal });
      const { promptTokens, completionTokens } = reply;
      const usage = { calls: 1, prompt_tokens: promptTokens, completion_tokens: completionTokens };
      return { ...read(isDeclined(reply) ? '' : reply.content), ...reported, usage };
    } catch (error) {
      if (!failsOnlyItsRecord(error)) throw error;
      return { status: 'failed', match: null, why: null, ...reported, usage: noUsage };
    }
  }

  return solutionStage({
    name: 'judge',
    version: '1',
    config,
    inputs: ({ problem, steps, error_steps, critiques }) => ({
      problem,
      steps,
      error_steps: error_steps ?? null,
      // Without earlier judgements, so that judging a record again replaces the provenance entry.
      critiques: critiques?.map(unjudged),
    }),
    async change(record, { signal }) {
      const { problem, steps, error_steps: wrong, critiques } = record;
      const step = firstStep(wrong ?? []);
      const annotated = step === -1 ? null : annotatedReason(record, step);
      if (annotated === null || critiques == null) return null;
      let asked = 0;
      const judged = await Promise.all(
        critiques.map(async (critique) => {
          if (critic !== undefined && critique.critic !== critic) return critique;
          const named = critique.status === 'ok' && critique.error_steps?.includes(step) === true;
          const explanation = named ? explanationOf(critique, step) : null;
          if (explanation === null) return unjudged(critique);
          asked += 1;
          return { ...critique, judge: await ask({ problem, steps, step, annotated, explanation }, signal) };
        }),
      );
      return asked === 0 ? null : { ...record, critiques: judged };
    },
  });
}

function unjudged({ judge: _, ...critique }: Critique): Critique {
  return critique as Critique;
}
