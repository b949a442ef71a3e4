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
/** A quotient such as 1/2/3000 is no date, nor is a difference such as 2020-1-2. */
const yearOfDigits = '((?:1[5-9]|2[01])\\d\\d)';
const yearFirst = new RegExp(`^${yearOfDigits}(?:-(?=\\d\\d-\\d\\d$)|/(?=\\d+/))(\\d{1,2})[-/](\\d{1,2})$`);
const yearLast = new RegExp(`^(?!\\d-|\\d+-\\d-)(\\d{1,2})([-/.])(\\d{1,2})\\2${yearOfDigits}$`);
// t = 3:30 p.m. on Monday: what it is called, and words that make it no other time of day.
const time = new RegExp(
  `^(?:[a-z]\\s*=\\s*)?(\\d{1,2})(?:[:.](\\d{2}))?\\s*([ap])\\.?\\s*m\\b\\.?(?:,?\\s+(?:on\\s+)?(?:${days}|sharp|exactly))?$`,
  'i',
);

const middle = /^(?:12(?:[:.]00)?\s*)?(?:at\s+)?(noon|midnight)$/i;

/** What a text without any of these cannot be. */
const mayBeCalendar = new RegExp(
  `\\d\\s*[ap]\\.?\\s*m|noon$|midnight$|\\b(?:${months.map((name) => name.slice(0, 3)).join('|')})|^\\d{4}[-/]\\d|[-/.]\\d{4}$`,
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
  if (found !== null) return dateNode(dateIn(found[2]!, found[1]!, found[3]));
  const other = dayFirst.exec(text);
  if (other !== null) return dateNode(dateIn(other[1]!, other[2]!, other[3]));
  const ordered = yearFirst.exec(text);
  if (ordered !== null) return dateNode(dateInDigits(ordered[3]!, ordered[2]!, ordered[1]!));
  const digits = yearLast.exec(text);
  if (digits === null) return null;
  const [one, mark, two, year] = digits.slice(1) as [string, string, string, string];
  const [read, otherRead] = [
    dateInDigits(one, two, year),
    mark === '.' ? null : dateInDigits(two, one, year),
  ];
  return read === null || otherRead === null || read === otherRead
    ? dateNode(read ?? otherRead)
    : dateNode(`${Number(one)}/${Number(two)}/${year}`);
}

function dateNode(value: string | null): Node | null {
  return value === null ? null : { kind: 'text', value };
}

function dateInDigits(dayText: string, monthText: string, yearText: string): string | null {
  const [day, month] = [Number(dayText), months[Number(monthText) - 1]];
  return day < 1 || day > 31 || month === undefined ? null : dateIn(dayText, month, yearText);
}

function dateIn(dayText: string, monthText: string, yearText = ''): string {
  const name = months.find((full) => full.startsWith(monthText.slice(0, 3).toLowerCase()))!;
  return `${Number(dayText)} ${name} ${yearText}`.trim();
}

/** The dates that a text may be: of 1/2/2020 two. */
function datesIn(text: string): string[] {
  const [, one, , two, year] = yearLast.exec(text) ?? [];
  return one === undefined ? [text] : [dateInDigits(one, two!, year!)!, dateInDigits(two!, one, year!)!];
}

const written = new RegExp(`^\\d{1,2} (?:${months.join('|')})(?: \\d{4})?$`);

/** Whether two different dates may be the same day: its month and day the other way round, or a year said by one alone. */
export function mayBeSameDay(one: Node, other: Node): boolean {
  if (one.kind !== 'text' || other.kind !== 'text') return false;
  const [left, right] = [datesIn(one.value), datesIn(other.value)];
  return left.some((a) =>
    right.some(
      (b) =>
        written.test(a) && written.test(b) && (a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)),
    ),
  );
}
