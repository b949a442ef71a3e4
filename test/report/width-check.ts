// Which lines of a text are too wide for a terminal that nobody has made larger.
import { textWidth } from '../../src/report/text-width.ts';

export function tooWide(text: string): readonly string[] {
  return text.split('\n').filter((line) => textWidth(line) > 80);
}
