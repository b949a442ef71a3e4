// Which of the known names somebody may have meant: for commands, options, choices, fields, stages and settings.

/** Changes of one letter, or exchanges of two neighbours, that make `left` into `right`; above `max` the exact number is not worked out. */
function editDistance(left: string, right: string, max: number): number {
  if (Math.abs(left.length - right.length) > max) return max + 1;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, at) => at);
  let leastAbove = 0;
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let leastHere = row;
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let least = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      const exchanged =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (exchanged) least = Math.min(least, before[column - 2]! + 1);
      current.push(least);
      leastHere = Math.min(leastHere, least);
    }
    if (leastHere > max && leastAbove > max) return max + 1;
    leastAbove = leastHere;
    [before, above] = [above, current];
  }
  return above[right.length]!;
}

/** Letters alone: how a name is joined and capitalised is no difference. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_. ]/g, '');
}

const farthest = 2;
const most = 3;

/** Two changes in a name of four letters leave half of it, which resembles too many others. */
const shortName = 4;

/** A bit for each letter and digit that is in it: each change of a letter brings in at most one that was not there. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function howMany(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** `nearestNames` for names that are looked at more than once. */
export function nameFinder(known: Iterable<string>): (name: string) => readonly string[] {
  const all = [...new Set(known)].map((one) => {
    const bare = plain(one);
    return { one, bare, letters: lettersOf(bare) };
  });
  return (name) => {
    const given = plain(name);
    const letters = lettersOf(given);
    // What is spelt as one of them was not misspelt.
    const names = all.filter(({ one }) => one !== name);
    const reach = given.length <= shortName ? Math.min(1, Math.max(0, given.length - 1)) : farthest;
    const near = names
      .filter(
        (other) => howMany(other.letters & ~letters) <= reach && howMany(letters & ~other.letters) <= reach,
      )
      .map(({ one, bare }) => ({ one, distance: editDistance(given, bare, reach) }))
      .filter(({ distance }) => distance <= reach);
    const least = Math.min(...near.map(({ distance }) => distance));
    const nearest = near.filter(({ distance }) => distance === least).map(({ one }) => one);
    if (nearest.length > 0) return nearest.slice(0, most);
    if (given.length < 3) return [];
    const begins = names.filter(({ bare }) => bare.startsWith(given) || given.startsWith(bare));
    return begins.slice(0, most).map(({ one }) => one);
  };
}

/**
 * The other known names nearest to `name`, at most three, none that is more than two changes away (one, where `name` has four
 * letters or fewer). Where none is so near, names that begin with it.
 */
export function nearestNames(name: string, known: Iterable<string>): readonly string[] {
  return nameFinder(known)(name);
}

/** `; did you mean score?`, or nothing. `shown`: how a name is written. */
export function didYouMean(
  name: string,
  known: Iterable<string>,
  shown: (name: string) => string = (one) => one,
): string {
  const near = nearestNames(name, known).map(shown);
  if (near.length === 0) return '';
  const last = near.at(-1)!;
  return `; did you mean ${near.length === 1 ? last : `${near.slice(0, -1).join(', ')} or ${last}`}?`;
}
