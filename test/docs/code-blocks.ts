// The code blocks of a page under docs/, in order.
import { readFileSync } from 'node:fs';

/** Of one language, as the fence names it. */
export function codeBlocks(page: string, language: string): string[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code ?? '');
}
