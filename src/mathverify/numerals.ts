// Numbers in words (forty-two, one thousand two hundred and five, two and a half), and numbers that are called negative.
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

const scales = new Map([
  ['thousand', 10n ** 3n],
  ['million', 10n ** 6n],
  ['billion', 10n ** 9n],
]);
const maxLength = 120;

const mayBeNumeral = new RegExp(
  `^\\s*(?:negative|minus|an?|half|hundred|thousand|${[...small, ...tens].join('|')})\\b`,
  'i',
);

/** A number in words as digits (`forty-two` is 42, `three quarters` 3/4), with words behind it left as they are; or null. */
export function numeralOf(text: string): string | null {
  if (text.length > maxLength || !mayBeNumeral.test(text)) return null;
  const written = text.trim();
  if (/^negative\s+[-\d.\\$]/i.test(written)) return `-${written.replace(/^negative\s+/i, '')}`;
  const negative = /^(?:negative|minus)\s+/i.exec(written)?.[0] ?? '';
  const sign = negative === '' ? '' : '-';
  const spoken = written.slice(negative.length);
  const words = [...spoken.matchAll(/(?<![^\s,-])[a-z]+(?![^\s,.-])/gi)].map((found) => ({
    word: found[0].toLowerCase(),
    end: found.index + found[0].length,
  }));
  if (words.length === 0 || !spoken.toLowerCase().startsWith(words[0]!.word)) return null;
  const names = words.map(({ word }) => word);
  const behind = (count: number): string => spoken.slice(words[count - 1]!.end);
  if (names[0] === 'half') {
    const dozen = /^half (?:a )?dozen\b/.exec(names.join(' '))?.[0];
    if (dozen !== undefined) return `${sign}6${behind(dozen.split(' ').length)}`;
    return names.length === 1 ? `${sign}1/2` : null;
  }
  if (/^an?$/.test(names[0]!)) {
    const part = parts.get(names[1] ?? '');
    if (part !== undefined) return `${sign}1/${part}${behind(2)}`;
    if (names[1] === 'dozen') return `${sign}12${behind(2)}`;
  }
  const whole = wholeOf(names);
  if (whole === null) return null;
  const { value, count } = whole;
  const part = parts.get(names[count] ?? '');
  if (part !== undefined) return `${sign}${value}/${part}${behind(count + 1)}`;
  const more = partBehind(names.slice(count));
  if (more !== null)
    return `${sign}${value * BigInt(more.of) + BigInt(more.top)}/${more.of}${behind(count + more.count)}`;
  const joined = /^(\s+(?:in|out of|to)\s+)(.+)$/i.exec(behind(count));
  const other = joined === null ? null : numeralOf(joined[2]!);
  if (other !== null) return `${sign}${value}${joined![1]}${other}`;
  // A word of a number that does not continue this one belongs to something else: one two, two thousand thousand.
  return isNumeral(names[count]) ? null : `${sign}${value}${behind(count)}`;
}

function isNumeral(word = ''): boolean {
  return word === 'hundred' || scales.has(word) || small.includes(word) || tens.includes(word);
}

/** Of "and a half", "and three quarters": the part. */
function partBehind([and, first = '', second = '']: readonly string[]): {
  top: number;
  of: number;
  count: number;
} | null {
  const top = first === 'a' ? 1 : small.indexOf(first);
  const of = parts.get(second);
  return and === 'and' && top > 0 && of !== undefined ? { top, of, count: 3 } : null;
}

/** The number that the first words say, and how many of them; null for none. */
function wholeOf(names: readonly string[]): { value: bigint; count: number } | null {
  let total = 0n;
  let current = 0n;
  let smallest = 10n ** 12n;
  let count = 0;
  const isOpen = (): boolean => current % 100n === 0n;
  for (let k = 0; k < names.length; k += 1) {
    const word = names[k]!;
    const one = BigInt(small.indexOf(word));
    const ten = tens.indexOf(word);
    const scale = scales.get(word);
    if (k === 0 && /^an?$/.test(word) && /^(?:hundred|thousand|million|billion)$/.test(names[1] ?? ''))
      current = 1n;
    else if (k === 0 && (word === 'hundred' || scale !== undefined)) current = scale ?? 100n;
    else if (word === 'and' && /^(?:hundred|thousand|million|billion|score)$/.test(names[k - 1] ?? ''))
      continue;
    else if (
      one >= 0n &&
      (isOpen()
        ? one > 0n || k === 0
        : one > 0n && one < 10n && current % 10n === 0n && current % 100n >= 20n)
    )
      current += one;
    else if (ten >= 0 && isOpen()) current += BigInt((ten + 2) * 10);
    else if (word === 'hundred' && current > 0n && current < 100n) current *= 100n;
    else if (word === 'score' && current > 0n && current < 20n) {
      total += current * 20n;
      current = 0n;
    } else if (scale !== undefined && current > 0n && scale < smallest) {
      total += current * scale;
      current = 0n;
      smallest = scale;
    } else break;
    count = k + 1;
  }
  return count === 0 ? null : { value: total + current, count };
}
