// Finds the parts of a text that must stay whole when it is cut into steps: mathematics, LaTeX environments,
// drawings and code. An opener that nothing closes protects nothing, so a stray dollar sign swallows no text.

interface Pair {
  readonly open: string;
  readonly close: string;
  /** Inline mathematics does not go on over a blank line. */
  readonly oneParagraph?: boolean;
}

/** Longer openers precede their own prefixes. */
const pairs: readonly Pair[] = [
  { open: '```', close: '```' },
  { open: '[asy]', close: '[/asy]' },
  { open: '\\[', close: '\\]' },
  { open: '\\(', close: '\\)' },
  { open: '$$', close: '$$' },
  { open: '$', close: '$', oneParagraph: true },
];

/** Whether an odd number of backslashes precedes the character at `at`. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

const environment = /\\(begin|end)\s*\{([^{}\n]{1,40})\}/y;
/** Environments open at once that are kept in mind: hostile text shall not make the search for a begin long. */
const deepest = 64;
const blankLine = /\n[ \t\r]*\n/g;

/**
 * One entry a position, and one more for the end of the text: 1 inside a protected part. Cutting
 * right before and right after such a part is allowed. Time grows with the length of the text.
 */
export function protectedPositions(text: string): Uint8Array {
  const change = new Int32Array(text.length + 1);
  const protect = (from: number, to: number): void => {
    change[from] = change[from]! + 1;
    change[to] = change[to]! - 1;
  };
  /** Closers that do not come any more: looked for once only. */
  const gone = new Set<string>();
  const open: { readonly name: string; readonly at: number }[] = [];
  let paragraphEnd = -1;
  const endOfParagraph = (at: number): number => {
    if (paragraphEnd < at) {
      blankLine.lastIndex = at;
      paragraphEnd = blankLine.exec(text)?.index ?? text.length;
    }
    return paragraphEnd;
  };
  const closerOf = ({ open: opener, close, oneParagraph = false }: Pair, at: number): number => {
    if (gone.has(close)) return -1;
    const limit = oneParagraph ? endOfParagraph(at) : text.length;
    let found = text.indexOf(close, at + opener.length);
    while (found !== -1 && found < limit && isEscaped(text, found)) found = text.indexOf(close, found + 1);
    if (found === -1) gone.add(close);
    return found === -1 || found >= limit ? -1 : found + close.length;
  };

  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (char !== '\\' && char !== '$' && char !== '`' && char !== '[') {
      at += 1;
      continue;
    }
    const pair = pairs.find(({ open: opener }) => text.startsWith(opener, at));
    const end = pair === undefined ? -1 : closerOf(pair, at);
    if (end !== -1) {
      protect(at, end);
      at = end;
      continue;
    }
    environment.lastIndex = at;
    const found = char === '\\' ? environment.exec(text) : null;
    if (found !== null) {
      const [whole, kind, name = ''] = found;
      if (kind === 'begin') {
        if (open.length === deepest) open.shift();
        open.push({ name, at });
      } else {
        const opened = open.findLastIndex((candidate) => candidate.name === name);
        if (opened !== -1) {
          protect(open[opened]!.at, at + whole.length);
          open.length = opened;
        }
      }
      at += whole.length;
    } else at += char === '\\' ? 2 : (pair?.open.length ?? 1);
  }

  const inside = new Uint8Array(text.length + 1);
  let depth = 0;
  for (let position = 0; position <= text.length; position += 1) {
    depth += change[position]!;
    inside[position] = depth > 0 ? 1 : 0;
  }
  return inside;
}
