// Words that enter solutions together with injected errors: a shortcut that shows only over many injections.

export interface Shortcuts {
  add(before: string, after: string): void;
  /** The words gained much more often than lost, the most telling first. */
  words(): { word: string; gained: number; lost: number }[];
}

/** Words kept at most; later new ones are not counted, so memory stays bounded. */
const maxWords = 20_000;
const shownWords = 12;
/** Words in fewer injections are ignored. */
const fewest = 3;

function wordsIn(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .replaceAll(/\\[a-z]+/g, ' ')
    .match(/\p{L}{3,}/gu);
  return new Set(words ?? []);
}

export function createShortcuts(): Shortcuts {
  const known = new Map<string, { gained: number; lost: number }>();
  const count = (words: Iterable<string>, other: ReadonlySet<string>, side: 'gained' | 'lost'): void => {
    for (const word of words) {
      if (other.has(word)) continue;
      const entry = known.get(word) ?? { gained: 0, lost: 0 };
      entry[side] += 1;
      if (known.size < maxWords) known.set(word, entry);
    }
  };
  return {
    add(before, after) {
      const [old, now] = [wordsIn(before), wordsIn(after)];
      count(now, old, 'gained');
      count(old, now, 'lost');
    },
    words: () =>
      [...known]
        .map(([word, counts]) => ({ word, ...counts }))
        .filter(({ gained, lost }) => gained >= fewest && gained > 2 * lost)
        .sort((a, b) => b.gained - b.lost - (a.gained - a.lost) || (a.word < b.word ? -1 : 1))
        .slice(0, shownWords),
  };
}
