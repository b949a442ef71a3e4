// Chat messages as files have them: {role, content}, the content a text or a list of parts with texts in them.
import { isRow } from '../storage/rows.ts';
import { badRow } from './adapter.ts';

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

function contentOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (isRow(part) ? part.text : null));
  return texts.every((text) => typeof text === 'string') ? texts.join('') : null;
}

/** True of a list whose elements have a role. */
export function areMessages(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message) => isRow(message) && typeof message.role === 'string')
  );
}

export function messagesOf(value: unknown, name: string): ChatMessage[] {
  if (!areMessages(value)) throw badRow(`${name} is not a list of messages with roles`);
  return (value as readonly Readonly<Record<string, unknown>>[]).map(({ role, content }, index) => {
    const text = contentOf(content);
    if (text === null) throw badRow(`${name}[${index}].content is not a text`);
    return { role: role as string, content: text };
  });
}
