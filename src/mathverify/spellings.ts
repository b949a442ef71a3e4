// Writes out spellings that stand for other mathematics, all of a table in one pass, and knows where everything was.

/** An expression and how what it finds is written out, from what its groups hold; null leaves it as it is. */
export type Spelling = readonly [RegExp, (...groups: string[]) => string | null];

/** Spellings as one expression, with the names of the groups of each. */
interface Table {
  readonly spellings: readonly Spelling[];
  readonly names: readonly (readonly string[])[];
  readonly any: RegExp;
}

export function tableOf(spellings: readonly Spelling[]): Table {
  const names = spellings.map(([{ source }]) =>
    [...source.matchAll(/\(\?<([a-z]+\d?)>/g)].map(([, name]) => name!),
  );
  return { spellings, names, any: new RegExp(spellings.map(([{ source }]) => source).join('|'), 'gu') };
}

export interface Written {
  readonly text: string;
  /** The offset in the original text of an offset in this one. */
  readonly original: (at: number) => number;
}

/** What of a text is written out: answers stand at its end. */
const ending = 20_000;
/** More of them are no answer. */
const maxWritten = 4000;

/** A text with the spellings of a table written out. */
export function rewritten(text: string, { spellings, names, any }: Table): Written {
  const shifts: { at: number; by: number }[] = [];
  const from = Math.max(0, text.length - ending);
  let [result, done, grown] = [text.slice(0, from), from, 0];
  any.lastIndex = from;
  for (let found = any.exec(text); found !== null && shifts.length < maxWritten; found = any.exec(text)) {
    const groups = found.groups!;
    const k = names.findIndex(([first]) => groups[first!] !== undefined);
    const written = spellings[k]![1](...names[k]!.map((name) => groups[name] ?? '')) ?? found[0];
    result += text.slice(done, found.index) + written;
    done = found.index + found[0].length;
    if (found[0] === '') any.lastIndex += 1;
    grown += written.length - found[0].length;
    shifts.push({ at: done, by: grown });
  }
  const original = (at: number): number => {
    const last = shifts.findLast((shift) => at >= shift.at + shift.by);
    return Math.min(text.length, at - (last?.by ?? 0));
  };
  return { text: result + text.slice(done), original };
}
