// What changed between two texts, word by word. For showing an injected step beside the original; it decides
// nothing about whether the change is an error.

export interface DiffSegment {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

// A LaTeX command, a number, a word, a run of white space, or any other single character.
const word = /\\[A-Za-z]+|\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|\s+|./gsu;

/** What a text is compared by, all of it in order. */
export type Units = (text: string) => readonly string[];

export const words: Units = (text) => text.match(word) ?? [];

/**
 * Most cells of the common-subsequence table; above it the middle is shown as replaced whole, which keeps time and
 * memory linear. 4 million cells are two texts of 2,000 words without a common beginning or end.
 */
const maxCells = 4_000_000;

/** What happens to one unit after the other; a unit that both have is met on both sides at once. */
export interface UnitChange {
  readonly kind: DiffSegment['kind'];
  /** Places on the two sides; null on the side that has it not. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Longest common subsequence by the classic table, from the end, so that the walk goes forward. */
function* diffBounded(
  before: readonly string[],
  after: readonly string[],
  [first, other]: readonly [number, number],
): Generator<UnitChange> {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      yield { kind: 'same', before: first + i, after: other + j };
      i += 1;
      j += 1;
    } else if (
      j === after.length ||
      (i < before.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    ) {
      yield { kind: 'removed', before: first + i, after: null };
      i += 1;
    } else {
      yield { kind: 'added', before: null, after: other + j };
      j += 1;
    }
  }
}

/** The changes from one list of units to another, in reading order; of a replacement the removed units come first. */
export function* diffUnits(before: readonly string[], after: readonly string[]): Generator<UnitChange> {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) {
    yield { kind: 'same', before: start, after: start };
    start += 1;
  }
  let [end, afterEnd] = [before.length, after.length];
  while (end > start && afterEnd > start && before[end - 1] === after[afterEnd - 1]) {
    end -= 1;
    afterEnd -= 1;
  }
  const [removed, added] = [before.slice(start, end), after.slice(start, afterEnd)];
  if ((removed.length + 1) * (added.length + 1) <= maxCells) {
    yield* diffBounded(removed, added, [start, start]);
  } else {
    for (const at of removed.keys()) yield { kind: 'removed', before: start + at, after: null };
    for (const at of added.keys()) yield { kind: 'added', before: null, after: start + at };
  }
  for (let at = 0; end + at < before.length; at += 1)
    yield { kind: 'same', before: end + at, after: afterEnd + at };
}

/** Collects tokens so that each change is one removed and one added segment, and blanks do not split a change. */
class Segments {
  readonly done: DiffSegment[] = [];
  private same = '';
  private removed = '';
  private added = '';

  emit(kind: DiffSegment['kind'], text: string): void {
    if (kind === 'same') {
      this.same += text;
      return;
    }
    if (this.same !== '') this.join();
    if (kind === 'removed') this.removed += text;
    else this.added += text;
  }

  /** A change begins after common text: a blank after a replacement belongs to it, other text ends it. */
  private join(): void {
    const replaces = this.removed !== '' && this.added !== '';
    if (replaces && /^\s+$/.test(this.same)) {
      this.removed += this.same;
      this.added += this.same;
      this.same = '';
      return;
    }
    this.flush();
  }

  private flush(): void {
    if (this.removed !== '') this.done.push({ kind: 'removed', text: this.removed });
    if (this.added !== '') this.done.push({ kind: 'added', text: this.added });
    if (this.same !== '') this.done.push({ kind: 'same', text: this.same });
    this.same = '';
    this.removed = '';
    this.added = '';
  }

  end(): readonly DiffSegment[] {
    this.flush();
    return this.done;
  }
}

/**
 * The segments in reading order. Same and removed together are `before`; same and added together are `after`. Where a
 * change has both, the removed text comes first.
 */
export function wordDiff(before: string, after: string, unitsOf: Units = words): readonly DiffSegment[] {
  const [left, right] = [unitsOf(before), unitsOf(after)];
  const segments = new Segments();
  for (const { kind, before: old, after: now } of diffUnits(left, right))
    segments.emit(kind, old === null ? right[now!]! : left[old]!);
  return segments.end();
}
