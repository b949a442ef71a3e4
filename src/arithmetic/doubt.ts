// Whether a false statement may be meant: it is supposed, tried, denied or corrected, or it belongs to another arithmetic.
// In doubt it is: what is flagged has to be wrong.
import type { Statement } from './statement.ts';

/** Problems in which familiar signs have another meaning. */
const otherArithmetic =
  /\bmod(?:ulo|ular|ulus)?\b|\\[pb]?mod(?![a-zA-Z])|\bbase[ -]?(?:\$|\d|two|three|four|five|six|seven|eight|nine|ten|b\b)|\b(?:binary|octal|hexadecimal|cryptarithm|operations? (?:\$|is|are|\w+ (?:is|are) )?defined?)\b|\\(?:star|diamond|oplus|otimes|spadesuit|heartsuit|clubsuit|ast|circ|Delta|nabla|odot)(?![a-zA-Z])\s*b|[≡⊕⊗★◇]/i;

/** In the sentence before it: the statement is supposed, tried or asked. */
const supposed =
  /\b(?:suppose|assum\w*|if|whether|unless|were|would|could|might|try(?:ing)?|tried|guess\w*|test(?:ing|s)?|check(?:ing|s)?|claim\w*|wrong(?:ly)?|incorrect(?:ly)?|instead of|rather than|contrary|not|no|never|cannot|can't|let|mistak\w*|does|do|is it|hypothe\w*|imagine|attempt\w*|swap\w*|change|replac\w*|insert\w*|put(?:ting)?|scale|corresponds?|represents?|ratio|inch(?:es)? on|map)\b/i;

/** Behind it, up to the end of the next sentence: the statement is denied or corrected. */
const denied =
  /\b(?:less than|greater than|smaller than|larger than|bigger than|not|n't|cannot|should (?:be|have)|instead|too (?:large|small|big|high|low|many|few|much)|exceeds?|however|mistake|wrong|error|correct(?:ion|ed|ing|ly)|incorrect(?:ly)?|re-?(?:check|evaluat|consider|calculat|examin|visit)\w*|contradict\w*|false|impossible|invalid|but|oops|wait|actually|approximat\w*|round\w*|closest|nearest|adjust\w*|remainder|modulo|mod|which fails|fails)\b|\\(?:neq?|not|equiv|pmod)(?![a-zA-Z])|≠|≡|\?/i;

/** Two units, one on each side: a conversion, or a scale of a map. */
function unitsDiffer({ left, right, start, end }: Statement, step: string): boolean {
  const at = step.indexOf(right, start + left.length);
  const inside = at === -1 ? '' : step.slice(start + left.length, at);
  const unitIn = (text: string): string | undefined =>
    /^[\s$)}\]]*(?:\\[ ,;:!])?\s*(?:\\(?:text|mathrm|mbox|textbf)\s*\{\s*)?(\p{L}{2,}|°|%|\\%|\\circ)/u
      .exec(text.replace(/^\^\{?\\circ\}?/, '°'))?.[1]
      ?.toLowerCase()
      .replace(/s$/, '');
  const [ours, theirs] = [unitIn(inside), unitIn(step.slice(end, end + 40))];
  return ours !== undefined && ours !== theirs;
}

/** Sides that are read in several ways: letters that may be names, angles without their unit, functions by name. */
const severalReadings = [
  /(?<![A-Za-z\\\\])[ei](?![A-Za-z])/,
  /\\(?:sin|cos|tan|cot|sec|csc)(?![A-Za-z])(?!.*(?:\\pi|π|\\circ|°))/s,
  // \pi(1) may be a function's value, 100%1000 a slip of the pen
  /\\pi\s*\(|%\s*\d/,
  /\\operatorname|\\arc|[Aa]rc(?:sin|cos|tan)|\\(?:sin|cos|tan|cot|sec|csc)\s*\^\s*\{?\s*-/,
];

/** A decimal that goes on: 0.1428... */
const goesOn = /^[\s$)}\]]*(?:\.\.|…|\\[cl]?dots)/;

function isReadOtherwise({ left, right, start, end }: Statement, step: string): boolean {
  if (goesOn.test(step.slice(end, end + 12))) return true;
  // "$1 + 2 +$ $3 = 6$": the formula began before.
  if (/[-+*/·×]\s*\$?\s*\$?\s*$/.test(step.slice(Math.max(0, start - 8), start))) return true;
  return severalReadings.some((form) => form.test(left) || form.test(right));
}

const sentenceEnd = /[.!?]\s|\n/g;

function sentenceBefore(step: string, at: number): string {
  const before = step.slice(Math.max(0, at - 240), at);
  const ends = [...before.matchAll(sentenceEnd)];
  const last = ends.at(-1);
  return last === undefined ? before : before.slice(last.index + last[0].length);
}

/** The rest of its sentence and the next one. */
function sentencesAfter(step: string, at: number): string {
  const after = step.slice(at, at + 320);
  const ends = [...after.matchAll(sentenceEnd)];
  return after.slice(0, ends[1]?.index ?? after.length);
}

/** Whether a problem gives familiar signs another meaning: moduli, bases, operations of its own. */
export function hasOtherArithmetic(problem: string): boolean {
  return otherArithmetic.test(problem);
}

/** Whether a false statement of a step may be meant, or be true as meant. */
export function mayBeMeant(statement: Statement, step: string): boolean {
  if (hasOtherArithmetic(step) || unitsDiffer(statement, step)) return true;
  if (isReadOtherwise(statement, step)) return true;
  if (supposed.test(sentenceBefore(step, statement.start))) return true;
  return denied.test(sentencesAfter(step, statement.end));
}
