// Answers in parts that are labelled or set below each other: "(a) 3 (b) 4" says two values in their order, and lines with
// bullets or numbers below "The solutions are:" say a list.

interface ListedParts {
  /** The parts as they are written, without their labels, in the order of the labels. */
  readonly parts: readonly string[];
  /** Whether labels give each part its place. */
  readonly ordered: boolean;
}

const maxLength = 400;
const maxPart = 120;
const maxParts = 12;
const sequences = ['a b c d e f g h', 'i ii iii iv v vi vii viii', '1 2 3 4 5 6 7 8'].map((labels) =>
  labels.split(' '),
);
const label =
  /(?<=^|[\s,;.])(?:\*\*)?(?:\\text\w*\s*\{\s*)?(?:[Pp]art\s+)?(\(?)([a-h]|[ivx]{1,4}|\d)\)\s*(?:\}\s*)?(?:\*\*)?:?(?:\*\*)?(?=[\s$\\*-])/g;

/** The parts of an answer of which each has a label, from the first label on; null for anything else. */
export function labelledParts(text: string): ListedParts | null {
  const written = text.trim();
  if (written.length > maxLength || !/^[*\\Pp(aiv\d]/.test(written) || !written.includes(')')) return null;
  const found = [...written.matchAll(label)];
  if (found.length < 2 || found[0]!.index !== 0 || found.some((one) => one[1] !== found[0]![1])) return null;
  const names = found.map((one) => one[2]!);
  const order = sequences.find((sequence) => {
    const first = sequence.slice(0, names.length);
    return first.every((name) => names.includes(name));
  });
  if (order === undefined || new Set(names).size < names.length) return null;
  const parts = found.map((one, k) =>
    written
      .slice(one.index + one[0].length, found[k + 1]?.index)
      .replace(/[\s,;.*]+$|^[\s:*]+/g, '')
      .replace(/[\s,;]+and$/, ''),
  );
  // (a) x + (b) y is a sum, and sentences are steps where they do not say that they are answers.
  if (parts.some((part) => !/[\p{L}\d]/u.test(part) || /[-+*/=^<>]$/.test(part))) return null;
  if (!parts.every((part) => isBrief(part) || /\banswer\b/i.test(part))) return null;
  return { parts: order.slice(0, names.length).map((name) => parts[names.indexOf(name)]!), ordered: true };
}

const bullet = /^[ \t]{0,4}(?:[-*•–]|\d{1,2}[.)])[ \t]+(?=\S)/;
const introduced =
  /\b(?:solutions?|roots|values|answers|zeros|zeroes|points|pairs|triples|possibilities|options)\b[^\n]{0,60}:[\s*]*$/i;

/** The lines with bullets or numbers that a text is, or that end it behind a line that announces them; else null. */
export function listedLines(text: string): ListedParts | null {
  const written = text.trimEnd();
  const lines = written.slice(-maxLength).split('\n');
  const parts: string[] = [];
  let first = lines.length;
  while (first > 0 && parts.length <= maxParts) {
    const line = lines[first - 1]!;
    if (line.trim() !== '') {
      const mark = bullet.exec(line)?.[0];
      if (mark === undefined || line.length > maxPart) break;
      parts.unshift(line.slice(mark.length).replace(/[\s,;.]+$/, ''));
    }
    first -= 1;
  }
  if (parts.length < 2 || parts.length > maxParts) return null;
  const isWhole = first === 0 && written.length <= maxLength;
  const isAnnounced = first > 0 && introduced.test(lines.slice(0, first).join('\n'));
  return (isWhole && parts.every(isBrief)) || isAnnounced ? { parts, ordered: false } : null;
}

/** A value, with at most a unit. */
function isBrief(part: string): boolean {
  return (
    !/\p{L}{4}|\p{L}{2}\s+\p{L}{2}/u.test(part.replace(/\\\p{L}+/gu, '')) ||
    /^[-\d.,/$\\]+\s?\p{L}+$/u.test(part)
  );
}
