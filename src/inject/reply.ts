// Reads the injector's reply: one JSON object by a strict schema, bare, fenced or with text around it. What cannot
// be read is a value with its reason, never an exception.
import { z } from 'zod';
import { toStepIndex } from '../records/steps.ts';

const proposalSchema = z.object({
  target_step: z.int().positive(),
  steps: z.array(z.string().trim().min(1)).min(1),
  final_answer: z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1)),
  explanation: z.string().trim().min(1),
});
const declinedSchema = z.object({ target_step: z.null(), reason: z.string().optional() });

export interface Proposal {
  /** 0-based. */
  readonly target: number;
  /** The target step and every step after it. */
  readonly tail: readonly string[];
  readonly finalAnswer: string;
  readonly explanation: string;
}

export type InjectReply =
  | { readonly kind: 'proposal'; readonly proposal: Proposal }
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The first whole JSON object in the text, found by counting braces outside strings. */
function firstObject(text: string): string | null {
  const start = text.indexOf('{');
  if (start === -1) return null;
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return null;
}

export function readInjectReply(text: string): InjectReply {
  const object = firstObject(text);
  if (object === null) return { kind: 'unreadable', reason: 'the reply holds no whole JSON object' };
  let value: unknown;
  try {
    value = JSON.parse(object);
  } catch (error) {
    return { kind: 'unreadable', reason: `the reply is not JSON: ${(error as Error).message}` };
  }
  const declined = declinedSchema.safeParse(value);
  if (declined.success) return { kind: 'declined', reason: declined.data.reason ?? 'no reason given' };
  const parsed = proposalSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return {
      kind: 'unreadable',
      reason: `${issue?.path.join('.') ?? 'reply'}: ${issue?.message ?? 'not as asked'}`,
    };
  }
  const { target_step, steps, final_answer, explanation } = parsed.data;
  return {
    kind: 'proposal',
    proposal: { target: toStepIndex(target_step), tail: steps, finalAnswer: final_answer, explanation },
  };
}
