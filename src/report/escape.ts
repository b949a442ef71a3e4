// Escaping for HTML and SVG: every text that goes into a page passes through here, ours or not.
import { visibleText } from './visible-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Safe as element text and inside a quoted attribute; hidden and text-reordering characters are shown by name. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, (character) => entities[character]!);
}
