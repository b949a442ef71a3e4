// Finds \boxed{...} and \fbox{...} with balanced braces, and chooses those that make up the answer.

/** One box. `end` is behind its closing brace; an unclosed box reaches to the end of the text. */
interface Box {
  readonly start: number;
  readonly end: number;
  readonly content: string;
  readonly closed: boolean;
}

const NAMES = ['\\boxed', '\\fbox'];
const NEAR = 10;
const JOINED = 70;
const LONGEST = 20_000;

/** Whether a text holds a box at all. */
export function hasBox(text: string): boolean {
  return NAMES.some((name) => text.includes(name));
}

/** The innermost boxes in order of appearance. One pass over the braces, whatever their nesting. */
export function innermostBoxes(text: string): Box[] {
  const opened = boxStarts(text);
  if (opened.length === 0) return [];
  const closers = closingBraces(text, opened);
  const boxes: Box[] = [];
  for (const [k, { start, brace }] of opened.entries()) {
    const close = closers.get(brace) ?? text.length;
    const next = opened[k + 1];
    if (next !== undefined && next.start < close) continue;
    const content = text.slice(brace + 1, Math.min(close, brace + 1 + LONGEST));
    boxes.push({ start, end: Math.min(close + 1, text.length), content, closed: close < text.length });
  }
  return boxes;
}

interface Opening {
  readonly start: number;
  readonly brace: number;
}

function boxStarts(text: string): Opening[] {
  const result: Opening[] = [];
  for (const name of NAMES) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      let brace = at + name.length;
      while (text[brace] === ' ') brace += 1;
      if (text[brace] === '{') result.push({ start: at, brace });
    }
  }
  return result.sort((a, b) => a.start - b.start);
}

function closingBraces(text: string, opened: readonly Opening[]): Map<number, number> {
  const requested = new Set(opened.map((opening) => opening.brace));
  const closers = new Map<number, number>();
  const stack: number[] = [];
  for (let i = opened[0]!.brace; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 92) {
      // An escaped brace is content; a doubled backslash escapes nothing that matters here.
      const next = text.charCodeAt(i + 1);
      if (next === 123 || next === 125) i += 1;
    } else if (code === 123) stack.push(i);
    else if (code === 125 && stack.length > 0) {
      const open = stack.pop()!;
      if (requested.has(open)) closers.set(open, i);
    }
  }
  return closers;
}

/** The last box together with those right before it that belong to the same answer, in order of appearance. */
export function lastBoxes(text: string, boxes: readonly Box[]): readonly Box[] {
  const chosen: Box[] = [];
  for (let k = boxes.length - 1; k >= 0; k -= 1) {
    const box = boxes[k]!;
    const right = chosen[0];
    if (right !== undefined && !belongs(text.slice(box.end, right.start), box, right)) break;
    chosen.unshift(box);
  }
  return chosen;
}

function belongs(gap: string, left: Box, right: Box): boolean {
  if (gap.length < NEAR) return true;
  if (gap.length >= JOINED || left.content === right.content) return false;
  return /\b(and|or)\b|[,;]/.test(gap) && !/\b(?:answer|not|wrong|instead|incorrect)\b/i.test(gap);
}

/** The contents of boxes as one list; neighbours that repeat each other count once. */
export function joinBoxes(boxes: readonly Box[]): string {
  const contents = boxes.map((box) => box.content.trim());
  return contents.filter((content, k) => content !== '' && content !== contents[k - 1]).join(', ');
}
