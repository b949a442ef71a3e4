// The classify stage: labels the error of a solution with a kind of the taxonomy and the problem's domain. Records
// without a known error pass untouched. A reply that cannot be read leaves null labels and says so.
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { isDeclined } from '../endpoints/finish-reason.ts';
import { bareStatement, readChoice } from '../endpoints/reply-json/reply-choice.ts';
import { failsOnlyItsRecord } from '../errors.ts';
import type { Solution } from '../records/solution.ts';
import { firstStep } from '../records/steps.ts';
import { errorTypes, mathDomains, otherErrorLabels } from '../records/taxonomy.ts';
import { noUsage, type Usage } from '../records/usage.ts';
import { solutionStage } from '../stream/solution-stage.ts';
import type { Stage } from '../stream/stage.ts';
import { classifyMessages, classifyPromptHash, classifyPromptVersion } from './classify-prompt.ts';

/** Which errors are labelled, and by which model. */
export interface ClassifyOptions {
  /** The model that chooses type and domain. */
  readonly endpoint: ChatEndpoint;
  /** Sent with every call. */
  readonly seed: number;
  /** Label injected errors too, whose type is known. Default false: natural errors only. */
  readonly all?: boolean | undefined;
  /** Sampling temperature, 0 to 2. Default 0. */
  readonly temperature?: number | undefined;
}

/** The field `classification` of a record. */
export interface Classification {
  readonly error_type: string | null;
  /** Null where the reply names none of the taxonomy's. */
  readonly domain: string | null;
  /** 0 to 1, as the model says it; null where it states none ("high", 85). */
  readonly confidence: number | null;
  readonly model: string;
  readonly status: 'ok' | 'unparsed' | 'failed';
  readonly prompt_version: string;
  readonly usage: Usage;
}

const fields = {
  error_type: ['kind', 'type', 'error_kind', 'error', 'kind_of_error', 'category'],
  domain: ['subject', 'mathematical_domain', 'area', 'field'],
  confidence: ['probability', 'score', 'certainty'],
};

const label = (names: readonly string[]) => (stated: string) => {
  const words = bareStatement(stated).replaceAll(/[\s-]+/g, '_');
  return names.find((name) => name.replaceAll(' ', '_') === words);
};
const errorTypeOf = label([...errorTypes, ...otherErrorLabels].map(({ key }) => key));
const domainOf = label([...mathDomains, 'other']);

/** 0.8, "0.8", "80%" and "80 %". */
function confidenceOf(stated: string): number | undefined {
  const [, digits, percent] = /^~?(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(bareStatement(stated)) ?? [];
  const value = digits === undefined ? Number.NaN : Number(digits) / (percent === '%' ? 100 : 1);
  return value >= 0 && value <= 1 ? value : undefined;
}

type Labels = Pick<Classification, 'error_type' | 'domain' | 'confidence' | 'status'>;

function read(text: string): Labels {
  const shape = { fields };
  const errorType = readChoice(text, shape, 'error_type', errorTypeOf)?.choice;
  if (errorType === undefined)
    return { error_type: null, domain: null, confidence: null, status: 'unparsed' };
  const domain = readChoice(text, shape, 'domain', domainOf)?.choice ?? null;
  const confidence = readChoice(text, shape, 'confidence', confidenceOf)?.choice ?? null;
  return { error_type: errorType, domain, confidence, status: 'ok' };
}

/** What a person wrote about a natural error, where a source or an annotation has it. */
function noteOf(record: Solution): string | null {
  const note = record.meta?.error_description ?? record.meta?.explanation;
  return typeof note === 'string' && note.trim() !== '' ? note.trim() : null;
}

/**
 * Labels the first error of each solution with an error type of the taxonomy and the problem's domain. Records without
 * a known error pass unchanged, and so do injected errors unless `all` is set.
 *
 * @returns A stage that adds `classification`; a reply that cannot be read gives null labels with status `unparsed`.
 */
export function classifyStage(options: ClassifyOptions): Stage<Solution, Solution> {
  const { endpoint, seed, all = false, temperature = 0 } = options;
  const config = {
    endpoint: endpoint.name,
    model: endpoint.model,
    all,
    temperature,
    seed,
    prompt_version: classifyPromptVersion,
    prompt_hash: classifyPromptHash,
  };

  async function ask(record: Solution, step: number, signal: AbortSignal): Promise<Classification> {
    const reported = { model: endpoint.model, prompt_version: classifyPromptVersion };
    const { problem, steps } = record;
    const messages = classifyMessages({ problem, steps, step, note: noteOf(record) });
    const request = { messages, temperature, seed, response_format: { type: 'json_object' } } as const;
    try {
      const reply = await endpoint.chat(request, { signal, sample: 0 });
      const usage = {
        calls: 1,
        prompt_tokens: reply.promptTokens,
        completion_tokens: reply.completionTokens,
      };
      return { ...read(isDeclined(reply) ? '' : reply.content), ...reported, usage };
    } catch (error) {
      if (!failsOnlyItsRecord(error)) throw error;
      return {
        error_type: null,
        domain: null,
        confidence: null,
        status: 'failed',
        ...reported,
        usage: noUsage,
      };
    }
  }

  return solutionStage({
    name: 'classify',
    version: '1',
    config,
    inputs: ({ problem, steps, error_steps }) => ({ problem, steps, error_steps: error_steps ?? null }),
    async change(record, { signal }) {
      const first = firstStep(record.error_steps ?? []);
      if (first === -1 || (record.error_source === 'injected' && !all)) return null;
      return { ...record, classification: await ask(record, first, signal) };
    },
  });
}
