// Asks a model to write a reply of its own again as valid JSON: cheaper than a new attempt, whose content would have to
// be invented again. The request shows the reply and the form, never the problem, so that nothing else can change.
import type { ChatEndpoint, ChatReply } from '../endpoints/chat.ts';
import { failsOnlyItsRecord } from '../errors.ts';

const instructions = `The reply below was to be one JSON object and cannot be read as one. Return the same as valid JSON: the same fields, the same texts, nothing added and nothing left out. In JSON each backslash of LaTeX is written twice, quotation marks inside a text are written \\", and a new line inside a text is written \\n. Reply with the JSON object and nothing else.`;

export interface Repair {
  readonly reply: string;
  /** The form that was asked for. */
  readonly form: string;
  /** Why the reply cannot be read. */
  readonly reason: string;
}

/** The repaired reply; null where the call finally failed, which costs no more than the repair. */
export async function repaired(
  endpoint: ChatEndpoint,
  { reply, form, reason }: Repair,
  { seed, sample, signal }: { readonly seed: number; readonly sample: number; readonly signal: AbortSignal },
): Promise<ChatReply | null> {
  const content = `${instructions}\n\nForm: ${form}\n\nWhat is wrong with it: ${reason}\n\n<reply>\n${reply}\n</reply>`;
  const request = {
    messages: [{ role: 'user', content }],
    temperature: 0,
    seed,
    response_format: { type: 'json_object' },
  } as const;
  try {
    return await endpoint.chat(request, { signal, sample });
  } catch (error) {
    if (!failsOnlyItsRecord(error)) throw error;
    return null;
  }
}
