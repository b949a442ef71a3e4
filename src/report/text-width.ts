// How many terminal columns a text takes: enough for names, numbers and mathematics, not a full Unicode table.

/** One column each, alone and beside each other: most texts need no more, and a segmenter takes 20 ms to make. */
const narrow = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0391-\u03c9\u2010-\u2027\u2030-\u205e\u2200-\u22ff]*$/;

let graphemes: Intl.Segmenter | undefined;
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

/** East Asian wide and full-width blocks, as inclusive code point ranges. */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
];

function graphemeWidth(grapheme: string): number {
  if (zeroWidth.test(grapheme)) return 0;
  if (emoji.test(grapheme)) return 2;
  const point = grapheme.codePointAt(0)!;
  return wideRanges.some(([from, to]) => point >= from && point <= to) ? 2 : 1;
}

/** Columns of a one-line text without control characters. */
export function textWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}
