// What a fault is to the chat route, and the fields that every rule of a fault script has.
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ChatCall } from '../chat-call.ts';
import type { Completion } from '../completion.ts';
import type { Delivery } from '../reply.ts';
import { type When, whenSchema } from './when.ts';

/** Answers, or leaves unanswered, in place of the model: at once, and whatever the call asks for. */
export interface Refusal {
  readonly kind: 'refusal';
  /** The server itself tears the connection. */
  readonly tears?: true;
  perform(response: ServerResponse): void;
}

/** Lets the model answer, and changes the call, the completion, or how it goes out. */
export interface ReplyFault {
  readonly kind: 'reply';
  readonly tears?: true;
  /** Whether a client that waits long enough holds a whole completion that is fit for use. */
  good(call: ChatCall): boolean;
  /** The call as the model gets it. */
  ask?(call: ChatCall): ChatCall;
  edit?(completion: Completion, call: ChatCall): Completion;
  /** In place of the usual way. */
  deliver?(delivery: Delivery): void | Promise<void>;
}

export type Fault = Refusal | ReplyFault;

export interface ReadyRule {
  /** What the rule is counted under: its name, or what it does. */
  readonly label: string;
  readonly when: When;
  readonly fault: Fault;
}

/** The fields of a rule beside those of its own action. */
function ruleFields<const Action extends string>(action: Action) {
  return {
    do: z.literal(action),
    /** For counts and messages; rules may share one. */
    name: z.string().min(1).optional(),
    when: whenSchema.optional(),
  };
}

/**
 * The schema of a rule.
 *
 * @param action The rule's `do`.
 * @param fields Schemas of the fields that this action has besides `do`, `name` and `when`.
 * @param fault What a rule does, from its own fields.
 */
export function faultRule<const Action extends string, Fields extends z.ZodRawShape>(
  action: Action,
  fields: Fields,
  fault: (rule: z.output<z.ZodObject<Fields>>) => Fault,
) {
  return z.strictObject({ ...ruleFields(action), ...fields }).transform((rule): ReadyRule => {
    const { name = action, when = {} } = rule as { name?: string; when?: When };
    return { label: name, when, fault: fault(rule as unknown as z.output<z.ZodObject<Fields>>) };
  });
}
