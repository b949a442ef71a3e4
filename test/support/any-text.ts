// Any text for fast-check: of all code points but halves of pairs, as `fc.string({ unit: 'binary' })` draws it. That one
// lists a million characters when it is made, which takes a second and stays in the memory of the process.
import fc from 'fast-check';

const firstHalf = 0xd800;
const halves = 0x800;

const character = fc.integer({ min: 0, max: 0x10ffff - halves }).map(
  (nth) => String.fromCodePoint(nth < firstHalf ? nth : nth + halves),
  (sign) => {
    const point = typeof sign === 'string' ? sign.codePointAt(0) : undefined;
    if (
      point === undefined ||
      String.fromCodePoint(point) !== sign ||
      (point >= firstHalf && point < firstHalf + halves)
    )
      throw new Error('not one character');
    return point < firstHalf ? point : point - halves;
  },
);

export function anyText(
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: character });
}
