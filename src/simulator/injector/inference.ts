// False inferences: a sentence added to a step, whose reason is false and whose arithmetic holds.
import { exactNumber } from '../../mathverify/index.ts';
import type { Candidate } from './candidates.ts';
import type { Adjustment, ErrorKind } from './error-kinds.ts';
import { inStyleOf, numeralPlaces, printValue, signedNumeral } from './numerals.ts';

/** The text before a number that a step states as its result: "= 42", "is 42", "\equiv 42", … */
const statement = /(?:=|\\equiv|\bis|\bequals?)\s*\$?[-−]?$/;

interface Place {
  readonly sign: '' | '-';
  readonly numeral: string;
  readonly start: number;
  readonly end: number;
}

/** At the last result that the step states, and at the number that is the final answer where the step has it. */
export function inferencesIn(text: string, kind: ErrorKind, answer: string | null): Candidate[] {
  const unboxed = numeralPlaces(text).flatMap(({ numeral, start }): Place[] => {
    const before = text.slice(Math.max(0, start - 16), start);
    if (/\\boxed\{[-−]?$|[_^]\{?$/.test(before)) return [];
    return [{ sign: /[-−]$/.test(before) ? '-' : '', numeral, start, end: start + numeral.length }];
  });
  const stated = unboxed.findLast(({ start }) => statement.test(text.slice(Math.max(0, start - 16), start)));
  const final = unboxed.findLast(({ sign, numeral }) => sign + numeral === answer);
  return [...new Set([stated, final])].flatMap((place) => {
    const made = place === undefined ? null : inferenceAt(text, place, kind);
    return made === null ? [] : [made];
  });
}

function inferenceAt(text: string, place: Place, { because, adjustment }: ErrorKind): Candidate | null {
  const computation = adjusted(place, adjustment);
  const result = exactNumber(computation);
  const changed = result === null ? null : signedNumeral(printValue(result, text));
  if (result === null || changed?.sign !== place.sign) return null;
  const sentence = /[.!](?=\s|$)/g;
  sentence.lastIndex = place.end;
  const end = sentence.exec(text) === null ? text.length : sentence.lastIndex;
  const claim = `${because} ${inMath(text, `${computation} = ${printValue(result, text)}`)}.`;
  const stop = /[.!]$/.test(text.slice(0, end)) ? ' ' : '. ';
  return {
    style: 'inferred',
    head: `${text.slice(0, end)}${stop}${claim}`,
    rest: text.slice(end),
    before: text.slice(0, place.start),
    old: place.numeral,
    changed: changed.numeral,
    was: `${place.sign}${place.numeral}`,
    became: claim,
  };
}

function adjusted({ sign, numeral }: Place, adjustment: Adjustment): string {
  const operand = sign === '' ? numeral : `(-${numeral})`;
  if (adjustment === 'oneMore') return `${sign}${numeral} + 1`;
  if (adjustment === 'oneLess') return `${sign}${numeral} - 1`;
  return adjustment === 'halve' ? `\\frac{1}{2} \\cdot ${operand}` : `2 \\cdot ${operand}`;
}

function inMath(text: string, formula: string): string {
  if (text.includes('$')) return `$${formula}$`;
  return text.includes('\\(') ? `\\(${formula}\\)` : inStyleOf(text, formula);
}
