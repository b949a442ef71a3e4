// Forms of options: what is typed into them, what an option is called there, and whether it takes a whole text. The
// browser loads this.
import type { StageOption } from './option.ts';

/** What was typed, by option key: texts as they are in the field, switches as booleans. Empty texts are not given. */
export type Typed = Readonly<Record<string, string | boolean>>;

/** Its label, or its key in words: `maxAttempts` → `Max attempts`. */
export function optionLabel({ key, label }: Pick<StageOption, 'key' | 'label'>): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The command line may take such a text from a file; elsewhere it is given as it is. */
export function isWholeText({ spelling }: StageOption): boolean {
  return spelling === 'fileText' || spelling === 'textOrFile';
}
