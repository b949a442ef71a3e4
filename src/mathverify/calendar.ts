// Times of day and dates: 3:30 p.m. is no number of its own, and 5 May is another day than 5 June.
import { type Node, number } from './ast.ts';
import { integer } from './rational.ts';
import type { Unit } from './units.ts';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const month = `(${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`;
const day = '(\\d{1,2})(?:\\s*(?:st|nd|rd|th))?';
const year = '(?:,?\\s+(\\d{4}))?';
const days = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const weekday = `(?:${days},?\\s+)?`;
const monthFirst = new RegExp(`^${weekday}${month}\\s+${day}${year}$`, 'i');
const dayFirst = new RegExp(`^${weekday}(?:the\\s+)?${day}\\s+(?:of\\s+)?${month}${year}$`, 'i');
const numeric = /^(\d{4})-(0\d|1[0-2])-([0-2]\d|3[01])$/;
// t = 3:30 p.m. on Monday: what it is called, and words that make it no other time of day.
const time = new RegExp(
  `^(?:[a-z]\\s*=\\s*)?(\\d{1,2})(?:[:.](\\d{2}))?\\s*([ap])\\.?\\s*m\\b\\.?(?:,?\\s+(?:on\\s+)?(?:${days}|sharp|exactly))?$`,
  'i',
);

const middle = /^(?:12(?:[:.]00)?\s*)?(?:at\s+)?(noon|midnight)$/i;

/** What a text without any of these cannot be. */
const mayBeCalendar = new RegExp(
  `\\d\\s*[ap]\\.?\\s*m|noon$|midnight$|\\b(?:${months.map((name) => name.slice(0, 3)).join('|')})|^\\d{4}-`,
  'i',
);
const maxLength = 40;

/** Minutes after midnight. */
export const clock: Unit = {
  name: 'minutes after midnight',
  dimension: 'clock^1',
  scale: { n: 1n, d: 1n },
  letter: false,
};

/** 5am may also be 5 times a times m. */
const mayBeProduct = /^\d+[ap]m$/;

/**
 * The time of day or the date that a text is, or null.
 *
 * @param read Reads a text as mathematics.
 */
export function calendarOf(text: string, read: (text: string) => Node | null): Node | null {
  if (text.length > maxLength || !mayBeCalendar.test(text)) return null;
  return timeOf(text, mayBeProduct.test(text) ? read(text) : null) ?? dateOf(text);
}

function timeOf(text: string, product: Node | null): Node | null {
  const halfDay = middle.exec(text)?.[1]?.toLowerCase();
  if (halfDay !== undefined) return atMinute(halfDay === 'noon' ? 720 : 0, null);
  const found = time.exec(text);
  if (found === null) return null;
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)];
  if (hour < 1 || hour > 12 || minute > 59) return null;
  const later = found[3]!.toLowerCase() === 'p' ? 12 : 0;
  return atMinute(((hour % 12) + later) * 60 + minute, product);
}

function atMinute(minute: number, product: Node | null): Node {
  return { kind: 'quantity', value: number(integer(minute)), unit: clock, product };
}

/** 3:30 as it is read without a.m. or p.m. */
function onDial(hour: number, minute: number): Node {
  return { kind: 'divide', top: number(integer(hour)), bottom: number(integer(minute)) };
}

/** What a time of day is written as without a.m. or p.m.: 3:30 and 15:30, on the hour also 3. */
export function dialsOf(value: Node): Node[] {
  if (value.kind !== 'number') return [];
  const minutes = Number(value.value.n);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  const shown = hour % 12 || 12;
  const dials = [onDial(shown, minute), onDial(hour, minute)];
  return minute === 0 ? [number(integer(shown)), ...dials] : dials;
}

function dateOf(text: string): Node | null {
  const found = monthFirst.exec(text);
  if (found !== null) return date(found[2]!, found[1]!, found[3]);
  const other = dayFirst.exec(text);
  if (other !== null) return date(other[1]!, other[2]!, other[3]);
  const digits = numeric.exec(text);
  return digits && date(digits[3]!, months[Number(digits[2]) - 1]!, digits[1]);
}

function date(dayText: string, monthText: string, yearText = ''): Node {
  const name = months.find((full) => full.startsWith(monthText.slice(0, 3).toLowerCase()))!;
  return { kind: 'text', value: `${Number(dayText)} ${name} ${yearText}`.trim() };
}
