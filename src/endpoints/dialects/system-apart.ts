// Messages for servers that take the system message apart from the turns of the conversation.
import type { ChatMessage } from '../chat.ts';

function isSystem({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer';
}

/** Undefined where there is none. */
export function systemText(messages: readonly ChatMessage[]): string | undefined {
  const texts = messages.filter(isSystem).map(({ content }) => content);
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

export function turns(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.filter((message) => !isSystem(message));
}
