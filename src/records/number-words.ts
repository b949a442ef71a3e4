// English number words and their digits, so that "three boxes" and "3 boxes" are one text.

const words =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Digits by number word, in small letters: zero to nineteen, the tens to ninety, hundred. */
export const digitsOf: ReadonlyMap<string, string> = new Map([
  ...words.map((word, at) => [word, String(at)] as const),
  ...tens.map((word, at) => [word, String((at + 2) * 10)] as const),
  ['hundred', '100'],
]);
