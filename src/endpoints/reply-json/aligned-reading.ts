// Which of two readings of a place the original text has: a rewritten step is mostly the old one, so that what is
// written to the left and to the right of a doubtful escape is found there again.

export interface DoubtfulPlace {
  /** What was read so far. */
  readonly left: string;
  /** With its backslash. */
  readonly command: string;
  /** What is left without the control character in front. */
  readonly plain: string;
  /** As written. */
  readonly right: string;
}

/** Characters on each side that are compared. */
const reach = 12;
/** Characters that must agree for a reading, and how many more than for the other one. */
const fewest = 5;
const lead = 3;

/** As texts are compared here: kinds of white space and numbers of backslashes do not matter. */
export const even = (text: string): string =>
  text.replaceAll(/\\+/g, '\\').replaceAll(/(?:\\n(?![a-z])|\s)+/g, ' ');

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < reach && length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length))
    length += 1;
  return length;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < reach && length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** The best agreement around any place where the source has `piece` as a whole word or command. */
function agreement(source: string, left: string, piece: string, right: string): number {
  let best = -1;
  for (let at = source.indexOf(piece); at !== -1; at = source.indexOf(piece, at + 1)) {
    const end = at + piece.length;
    const inWord =
      /[a-zA-Z]/.test(source[end] ?? '') || (piece[0] !== '\\' && /[a-zA-Z\\]/.test(source[at - 1] ?? ''));
    if (inWord) continue;
    const before = source.slice(Math.max(0, at - reach - 1), at).trimEnd();
    best = Math.max(best, commonEnd(before, left) + commonStart(source.slice(end, end + reach), right));
  }
  return best;
}

/** @param evenSource The source, evened: it is compared with many places. */
export function alignedReading(evenSource: string, place: DoubtfulPlace): 'command' | 'plain' | null {
  if (evenSource === '') return null;
  const left = even(place.left.slice(-4 * reach))
    .trimEnd()
    .slice(-reach);
  const right = even(place.right).slice(0, reach);
  const command = agreement(evenSource, left, place.command, right);
  const plain = agreement(evenSource, left, place.plain, right);
  if (Math.max(command, plain) < fewest || Math.abs(command - plain) < lead) return null;
  return command > plain ? 'command' : 'plain';
}
