// The one scanner of \boxed{...} and \fbox{...} with balanced braces; who reads which of them is a few lines each.

/** One box. `end` is behind its closing brace; an unclosed box reaches to the end of the text. */
export interface Box {
  readonly start: number;
  /** Where the content begins: behind the opening brace. */
  readonly inside: number;
  readonly end: number;
  readonly content: string;
  readonly closed: boolean;
}

const boxNames = ['\\boxed', '\\fbox'];
/** With those whose backslash became a control character, as "\b" + "oxed" does in JSON. */
const namesOfReplies = [...boxNames, '\boxed', '\fbox'];
const near = 10;
const joined = 70;
const maxLength = 20_000;

/** Whether a text holds a box at all. */
export function hasBox(text: string): boolean {
  return boxNames.some((name) => text.includes(name));
}

/**
 * Every box in order of opening, those within another too. One pass over the braces, whatever their nesting; a character
 * behind a backslash is content.
 */
export function boxesIn(text: string, names: readonly string[] = namesOfReplies): Box[] {
  const opened = boxStarts(text, names);
  if (opened.length === 0) return [];
  const closers = closingBraces(text, opened);
  return opened.map(({ start, brace }, k) => {
    const close = closers[k] ?? text.length;
    const end = Math.min(close + 1, text.length);
    return {
      start,
      inside: brace + 1,
      end,
      content: text.slice(brace + 1, close),
      closed: close < text.length,
    };
  });
}

/** The boxes that hold no other one, in order of appearance. Whole traces come here: only names as written, for speed. */
export function innermostBoxes(text: string): Box[] {
  const boxes = boxesIn(text, boxNames);
  return boxes
    .filter(({ end }, k) => k + 1 === boxes.length || boxes[k + 1]!.start >= end)
    .map((box) =>
      box.content.length > maxLength ? { ...box, content: box.content.slice(0, maxLength) } : box,
    );
}

/** The trimmed content of the last box; null without one, if it is empty, or if the text breaks off in it. */
export function lastBoxed(text: string): string | null {
  const last = boxesIn(text).at(-1);
  return last?.closed ? last.content.trim() || null : null;
}

interface Opening {
  readonly start: number;
  readonly brace: number;
}

function boxStarts(text: string, names: readonly string[]): Opening[] {
  const result: Opening[] = [];
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      let brace = at + name.length;
      while (/\s/.test(text[brace] ?? '')) brace += 1;
      if (text[brace] === '{') result.push({ start: at, brace });
    }
  }
  return result.sort((a, b) => a.start - b.start);
}

/** Where each opening's brace is closed; a hole where it is not. */
function closingBraces(text: string, opened: readonly Opening[]): number[] {
  const closers: number[] = [];
  const stack: number[] = [];
  let next = 0;
  let open = opened.length;
  for (let i = opened[0]!.brace; open > 0 && i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 92) i += 1;
    else if (code === 123) {
      if (opened[next]?.brace === i) {
        stack.push(next);
        next += 1;
      } else stack.push(-1);
    } else if (code === 125) {
      const k = stack.pop() ?? -1;
      if (k < 0) continue;
      closers[k] = i;
      open -= 1;
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
  if (gap.length < near) return true;
  if (gap.length >= joined || left.content === right.content) return false;
  return (
    /\b(and|or)\b|[,;]/.test(gap) &&
    !/\b(?:answer|not|wrong|instead|incorrect|actually|wait|sorry|mistake|correction)\b/i.test(gap)
  );
}

/** The contents of boxes as one list; neighbours that repeat each other count once. */
export function joinBoxes(boxes: readonly Box[]): string {
  const contents = boxes.map((box) => box.content.trim());
  return contents.filter((content, k) => content !== '' && content !== contents[k - 1]).join(', ');
}

/** Whether a number is in a box with others: had \boxed{77 42} been read as a whole, its numbers would not be looked for. */
export function isOneOfSeveral(
  text: string,
  boxes: readonly Box[],
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const box = boxes.find((one) => start >= one.inside && end <= one.end);
  return box !== undefined && /\d/.test(text.slice(box.inside, start) + text.slice(end, box.end));
}
