// What changed between two texts, word by word. For showing an injected step beside the original; it decides
// nothing about whether the change is an error.

export interface DiffSegment {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

// A LaTeX command, a number, a word, a run of white space, or any other single character.
const word = /\\[A-Za-z]+|\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|\s+|./gsu;

function tokens(text: string): string[] {
  return text.match(word) ?? [];
}

/**
 * Most cells of the common-subsequence table; above it the middle is shown as replaced whole, which keeps time and
 * memory linear. 4 million cells are two texts of 2,000 words without a common beginning or end.
 */
const maxCells = 4_000_000;

type Emit = (kind: DiffSegment['kind'], text: string) => void;

/** Longest common subsequence by the classic table, from the end, so that the walk goes forward. */
function diffBounded(before: readonly string[], after: readonly string[], emit: Emit): void {
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
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      emit('same', before[i]!);
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) {
      emit('removed', before[i]!);
      i += 1;
    } else {
      emit('added', after[j]!);
      j += 1;
    }
  }
  for (; i < before.length; i += 1) emit('removed', before[i]!);
  for (; j < after.length; j += 1) emit('added', after[j]!);
}

/** Collects tokens so that each change is one removed and one added segment, and blanks do not split a change. */
class Segments {
  readonly done: DiffSegment[] = [];
  private same = '';
  private removed = '';
  private added = '';

  readonly emit: Emit = (kind, text) => {
    if (kind === 'same') {
      this.same += text;
      return;
    }
    if (this.same !== '') this.join();
    if (kind === 'removed') this.removed += text;
    else this.added += text;
  };

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
export function wordDiff(before: string, after: string): readonly DiffSegment[] {
  const left = tokens(before);
  const right = tokens(after);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let leftEnd = left.length;
  let rightEnd = right.length;
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const segments = new Segments();
  segments.emit('same', left.slice(0, start).join(''));
  const removed = left.slice(start, leftEnd);
  const added = right.slice(start, rightEnd);
  if ((removed.length + 1) * (added.length + 1) <= maxCells) {
    diffBounded(removed, added, segments.emit);
  } else {
    segments.emit('removed', removed.join(''));
    segments.emit('added', added.join(''));
  }
  segments.emit('same', left.slice(leftEnd).join(''));
  return segments.end();
}
