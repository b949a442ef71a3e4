// Reads the injector's reply: one JSON object, in whatever form models write it. What cannot be read is a value with its
// reason, never an exception, and a text that can be read in two ways is not read at all. Nothing here judges what the
// reply says: that is the gate's.
import { z } from 'zod';
import { type ReadReply, readObject } from '../endpoints/reply-json/object-in-reply.ts';
import { statedNumber, statedNumbers } from '../endpoints/reply-json/reply-numbers.ts';
import { firstIssue } from '../records/issue-text.ts';
import { toStepIndex } from '../records/steps.ts';

const text = z.string().trim().min(1, 'is empty');
const number = z.preprocess((value) => statedNumber(value) ?? value, z.int().positive());
const numbers = z.preprocess((value) => statedNumbers(value) ?? value, z.array(z.int().positive()));
const numberedStep = z.object({ step: number, text });
const proposalSchema = z.object({
  target_step: number,
  error_steps: numbers.nullish(),
  steps: z.union([z.array(numberedStep).min(1), z.array(text).min(1)], 'is no list of {"step", "text"}'),
  final_answer: z.union([z.string(), z.number().transform(String)], 'is no text').pipe(text),
  explanation: z.string().trim().nullish(),
});
const declinedSchema = z.object({ target_step: z.null(), reason: z.string().optional() });

const fields = {
  target_step: [
    'target',
    'target step number',
    'changed_step',
    'error_step',
    'modified_step',
    'step_changed',
  ],
  error_steps: ['errors', 'wrong_steps'],
  steps: ['rewritten_steps', 'modified_steps', 'new_steps', 'solution_steps', 'modified_solution'],
  final_answer: ['answer', 'new_answer', 'new_final_answer'],
  explanation: ['error_explanation', 'why', 'rationale'],
  reason: [],
};
const stepNumberKeys = ['step', 'step_number', 'stepnumber', 'number', 'step_num', 'index', 'id', 'n'];
const stepTextKeys = [
  'text',
  'content',
  'step_text',
  'rewritten',
  'rewritten_text',
  'new_text',
  'step_content',
];

export interface Proposal {
  /** The step that the reply says it chose, 0-based. */
  readonly target: number;
  /** Every step that the reply marks as an independent error, 0-based; the target when it marks none. */
  readonly errorSteps: readonly number[];
  /** Where the error begins by what is marked: the target, unless the reply contradicts itself. One of `steps`. */
  readonly at: number;
  /** The step that `steps` begins with, 0-based, at most `at`. */
  readonly first: number;
  /** The steps as rewritten, up to the end of the solution. */
  readonly steps: readonly string[];
  readonly finalAnswer: string;
  /** Null where the reply has none that can be used. */
  readonly explanation: string | null;
}

export type InjectReply =
  | { readonly kind: 'proposal'; readonly proposal: Proposal }
  | { readonly kind: 'declined'; readonly reason: string }
  /**
   * `texts`: the steps of the reply, when only their places cannot be determined. `form`: the reply may say all that was
   * asked for, and only its form is wrong.
   */
  | {
      readonly kind: 'unreadable';
      readonly reason: string;
      readonly texts: readonly string[];
      readonly form: boolean;
    };

type Given = z.infer<typeof proposalSchema>['steps'];

const textOf = (step: Given[number]): string => (typeof step === 'string' ? step : step.text);

/** Without numbers the list begins with the target. Numbers here are 1-based, as in the reply. */
function placed(
  given: Given,
  target: number,
  marked: readonly number[],
): Pick<Proposal, 'at' | 'first' | 'steps'> | string {
  const steps = given.map(textOf);
  const places = given.map((step) => (typeof step === 'string' ? null : step.step));
  const start = places[0] ?? target;
  const gap = places.findIndex((place, at) => place !== null && place !== start + at);
  if (gap !== -1) return `steps: number ${places[gap]} is where ${start + gap} should be`;
  const isGiven = (place: number): boolean => place >= start && place < start + steps.length;
  const at = [marked.reduce((least, mark) => Math.min(least, mark), Number.POSITIVE_INFINITY), target].find(
    isGiven,
  );
  if (at === undefined) return `steps: step ${target} is not among them`;
  return { at: toStepIndex(at), first: toStepIndex(start), steps };
}

function isNamed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** {"step": 7, "text": …} by any of the names that models give the two. */
function stepOf(value: unknown): unknown {
  if (!isNamed(value)) return value;
  const entries = Object.entries(value);
  const by = (keys: readonly string[]): unknown =>
    entries.find(([key]) => keys.includes(key.toLowerCase()))?.[1];
  const content = by(stepTextKeys);
  if (typeof content === 'string') return { step: by(stepNumberKeys), text: content };
  // {"7": "…"} or {"step_7": "…"}
  const [only, ...more] = entries;
  return only !== undefined && more.length === 0 ? { step: only[0], text: only[1] } : value;
}

/** A list of steps, or an object that has them under their numbers. */
function stepsOf(value: unknown): unknown {
  if (typeof value === 'string') return [value];
  if (isNamed(value) && 'steps' in value) return stepsOf(value.steps);
  if (isNamed(value) && typeof value.text !== 'string') {
    return Object.entries(value).map(([step, content]) =>
      isNamed(content) ? stepOf({ step, ...content }) : { step, text: content },
    );
  }
  return Array.isArray(value) ? value.map(stepOf) : value;
}

/** A doubt about any text that would become part of a solution. */
function doubtOf({ doubts }: ReadReply): string | undefined {
  for (const [path, reason] of doubts) {
    if (/^(?:steps|final_answer)(?:\.|$)/.test(path))
      return `${path}: ${reason} (double each backslash of LaTeX)`;
  }
  return undefined;
}

/**
 * @param source The problem and the original solution: they decide escapes that can be read in two ways.
 */
export function readInjectReply(reply: string, source = ''): InjectReply {
  const unreadable = (reason: string, form: boolean, texts: readonly string[] = []): InjectReply => ({
    kind: 'unreadable',
    reason,
    texts,
    form,
  });
  const object = readObject(reply, { fields, source });
  if ('reason' in object) return unreadable(object.reason, object.form);
  const value = { ...object.value, steps: stepsOf(object.value.steps) };
  const declined = declinedSchema.safeParse(value);
  if (declined.success) return { kind: 'declined', reason: declined.data.reason ?? 'no reason given' };
  const parsed = proposalSchema.safeParse(value);
  if (!parsed.success) {
    return unreadable(firstIssue(parsed.error, value, 'reply'), false);
  }
  const { target_step, steps, final_answer, explanation } = parsed.data;
  const marked = parsed.data.error_steps ?? [target_step];
  const doubt = doubtOf(object);
  if (doubt !== undefined) return unreadable(doubt, true, steps.map(textOf));
  const list = placed(steps, target_step, marked);
  if (typeof list === 'string') return unreadable(list, false, steps.map(textOf));
  return {
    kind: 'proposal',
    proposal: {
      ...list,
      target: toStepIndex(target_step),
      errorSteps: marked.map(toStepIndex),
      finalAnswer: final_answer,
      explanation: (object.doubts.has('explanation') ? null : explanation) || null,
    },
  };
}
