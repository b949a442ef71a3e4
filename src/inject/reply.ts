// Reads the injector's reply: one JSON object by a strict schema. What cannot be read is a value with its reason,
// never an exception. Nothing here judges what the reply says: that is the gate's.
import { z } from 'zod';
import { objectInReply } from '../endpoints/json-in-reply.ts';
import { toStepIndex } from '../records/steps.ts';

const text = z.string().trim().min(1, 'is empty');
const numberedStep = z.object({ step: z.int().positive(), text });
const proposalSchema = z.object({
  target_step: z.int().positive(),
  error_steps: z.array(z.int().positive()).optional(),
  steps: z.union([z.array(numberedStep).min(1), z.array(text).min(1)], 'is no list of {"step", "text"}'),
  final_answer: z.union([z.string(), z.number().transform(String)], 'is no text').pipe(text),
  explanation: text,
});
const declinedSchema = z.object({ target_step: z.null(), reason: z.string().optional() });

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
  readonly explanation: string;
}

export type InjectReply =
  | { readonly kind: 'proposal'; readonly proposal: Proposal }
  | { readonly kind: 'declined'; readonly reason: string }
  /** `texts`: the steps of the reply, when only their places cannot be determined. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly texts: readonly string[] };

type Given = z.infer<typeof proposalSchema>['steps'];

const textOf = (step: Given[number]): string => (typeof step === 'string' ? step : step.text);

/** Without numbers the list begins with the target. Numbers here are 1-based, as in the reply. */
function placed(
  given: Given,
  target: number,
  marked: readonly number[],
): Pick<Proposal, 'at' | 'first' | 'steps'> | string {
  const steps = given.map(textOf);
  const numbers = given.map((step) => (typeof step === 'string' ? null : step.step));
  const start = numbers[0] ?? target;
  const gap = numbers.findIndex((number, at) => number !== null && number !== start + at);
  if (gap !== -1) return `steps: number ${numbers[gap]} is where ${start + gap} should be`;
  const isGiven = (number: number): boolean => number >= start && number < start + steps.length;
  const at = [Math.min(...marked), target].find(isGiven);
  if (at === undefined) return `steps: step ${target} is not among them`;
  return { at: toStepIndex(at), first: toStepIndex(start), steps };
}

export function readInjectReply(reply: string): InjectReply {
  const unreadable = (reason: string, texts: readonly string[] = []): InjectReply => ({
    kind: 'unreadable',
    reason,
    texts,
  });
  const object = objectInReply(reply);
  if ('reason' in object) return unreadable(object.reason);
  const declined = declinedSchema.safeParse(object.value);
  if (declined.success) return { kind: 'declined', reason: declined.data.reason ?? 'no reason given' };
  const parsed = proposalSchema.safeParse(object.value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return unreadable(`${issue?.path.join('.') ?? 'reply'}: ${issue?.message ?? 'not as asked'}`);
  }
  const { target_step, error_steps = [target_step], steps, final_answer, explanation } = parsed.data;
  const list = placed(steps, target_step, error_steps);
  if (typeof list === 'string') return unreadable(list, steps.map(textOf));
  return {
    kind: 'proposal',
    proposal: {
      ...list,
      target: toStepIndex(target_step),
      errorSteps: error_steps.map(toStepIndex),
      finalAnswer: final_answer,
      explanation,
    },
  };
}
