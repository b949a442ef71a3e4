// The text that a reply was made from, looked at once: every doubtful escape of the reply asks which commands and words
// it has, and where.
import { alignedReading, type DoubtfulPlace, even } from './aligned-reading.ts';

export interface SourceText {
  readonly isEmpty: boolean;
  readonly hasBackslash: boolean;
  /** Whether it has \\name, and no longer name. */
  hasCommand(name: string): boolean;
  /** Whether it has these letters as a whole word that is no command. */
  hasWord(letters: string): boolean;
  /** Whether it has a backslash in front of this. */
  hasEscaped(char: string): boolean;
  /** What the source has at this place, where it says so. */
  readingOf(place: DoubtfulPlace): 'command' | 'plain' | null;
}

/** A reply with more doubtful places than this is no rewritten solution: they stay doubtful. */
const maxPlaces = 5_000;

export function sourceText(text: string): SourceText {
  const commands = new Set<string>();
  const words = new Set<string>();
  for (const { 0: letters, index } of text.matchAll(/[a-zA-Z]+/g)) {
    if (text[index - 1] === '\\') commands.add(letters);
    else words.add(letters);
  }
  const escaped = new Set([...text.matchAll(/\\(.)/gsu)].map(([, char]) => char!));
  const evenText = even(text);
  let places = 0;
  return {
    isEmpty: text === '',
    hasBackslash: text.includes('\\'),
    hasCommand: (name) => commands.has(name),
    hasWord: (letters) => words.has(letters),
    hasEscaped: (char) => escaped.has(char),
    readingOf(place) {
      places += 1;
      return places > maxPlaces ? null : alignedReading(evenText, place);
    },
  };
}
