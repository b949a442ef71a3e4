// Numbers in words up to a hundred, halves and quarters, and numbers that are called negative.
const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const parts = new Map([
  ['half', 2],
  ['halves', 2],
  ['third', 3],
  ['thirds', 3],
  ['quarter', 4],
  ['quarters', 4],
  ['fourth', 4],
  ['fourths', 4],
  ['fifth', 5],
  ['fifths', 5],
  ['sixth', 6],
  ['sixths', 6],
  ['eighth', 8],
  ['eighths', 8],
  ['tenth', 10],
  ['tenths', 10],
]);

function wholeOf(word: string): number | null {
  if (word === 'hundred') return 100;
  const direct = small.indexOf(word);
  if (direct >= 0) return direct;
  const [ten = '', one = ''] = word.split(/[-\s]/);
  const base = tens.indexOf(ten);
  if (base < 0) return null;
  const rest = one === '' ? 0 : small.indexOf(one);
  return rest >= 0 && rest < 10 && !(one !== '' && rest === 0) ? (base + 2) * 10 + rest : null;
}

const mayBeNumeral = new RegExp(
  `^\\s*(?:negative|minus|a|half|hundred|${[...small, ...tens].join('|')})\\b`,
  'i',
);

/** A number in words as digits (`forty-two` is 42, `three quarters` 3/4), with words behind it left as they are; or null. */
export function numeralOf(text: string): string | null {
  if (!mayBeNumeral.test(text)) return null;
  const written = text.trim();
  if (/^negative\s+[-\d.\\$]/i.test(written)) return `-${written.replace(/^negative\s+/i, '')}`;
  const found = /^(?:(negative|minus)\s+)?([a-z]+(?:[-\s][a-z]+)?)\b(.*)$/i.exec(written);
  if (found === null) return null;
  const [, negative, words, behind] = found as unknown as [string, string | undefined, string, string];
  const sign = negative === undefined ? '' : '-';
  const lower = words.toLowerCase();
  const [first = '', second = ''] = lower.split(/[-\s]/);
  const top = first === 'a' ? 1 : wholeOf(first);
  const part = parts.get(second);
  if (top !== null && part !== undefined) return `${sign}${top}/${part}${behind}`;
  if ((first === 'a' || first === 'one') && second === 'hundred') return `${sign}100${behind}`;
  if (first === 'a') return null;
  const both = second === '' ? null : wholeOf(lower);
  if (both !== null) return `${sign}${both}${behind}`;
  const one = wholeOf(first);
  if (one === null) return first === 'half' && second === '' ? `${sign}1/2` : null;
  return `${sign}${one}${words.slice(first.length)}${behind}`;
}
