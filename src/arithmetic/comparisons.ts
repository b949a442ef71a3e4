// Finds closed inequalities and approximations in the mathematics of a step (7 > 3 + 5, \frac{1}{3} \approx 0.4) and says
// of each whether it holds. Only what is marked as mathematics is read, and only sides that are numbers as a whole.
import { approximateNumber } from '../mathverify/equation-number.ts';
import { exactNumber } from '../mathverify/index.ts';
import type { Statement } from './statement.ts';

type Sign = '<' | '>' | '≤' | '≥' | '≈';

const signOf: Readonly<Record<string, Sign>> = {
  ...{ '<': '<', '\\lt': '<', '>': '>', '\\gt': '>', '≈': '≈', '\\approx': '≈' },
  ...{ '≤': '≤', '\\le': '≤', '\\leq': '≤', '\\leqslant': '≤', '<=': '≤' },
  ...{ '≥': '≥', '\\ge': '≥', '\\geq': '≥', '\\geqslant': '≥', '>=': '≥' },
};

const environments = /\\\[(.*?)\\\]|\\\((.*?)\\\)|\$\$(.*?)\$\$|\$([^$\n]*?)\$/gs;
// What ends a side; the signs that are checked are captured.
const between =
  /(<=|>=|[<>≤≥≈]|\\(?:lt|gt|leqslant|geqslant|leq?|geq?|approx)(?![A-Za-z]))|\\(?:text|mathrm|quad|qquad|implies|iff|sim|cong|neq?|begin|end|to|(?:R|r|Longr|Leftr)ightarrow)(?![A-Za-z])|\\\\|[=;:&]|,\s/g;

/** How far an approximation may be from the value, as a share of it: people round as they go. */
const roughly = 0.05;

function numberOf(text: string): number | null {
  // Inverse functions have many values, in degrees as in radians.
  if (!/\d/.test(text) || text.length > 120 || /\\arc|^\{?-1|°|\\circ/.test(text)) return null;
  const exact = exactNumber(text);
  return exact === null ? approximateNumber(text) : Number(exact.n) / Number(exact.d);
}

/** A unit of the last written digit of a lone number: of 3.14 it is 0.01, of 20 it is 10; 0 for anything else. */
function lastDigit(text: string): number {
  const [, whole, decimals] = /^[-−]?(\d[\d,]*)(?:\.(\d+))?[.,;]?$/.exec(text.replaceAll('{,}', ',')) ?? [];
  if (whole === undefined) return 0;
  if (decimals !== undefined) return 10 ** -decimals.length;
  return 10 ** /0*$/.exec(whole.replaceAll(',', ''))![0].length;
}

function holds(sign: Sign, left: number, right: number, texts: readonly [string, string]): boolean {
  const size = Math.max(Math.abs(left), Math.abs(right));
  const apart = Math.abs(left - right);
  const slack = 1e-9 * size;
  // Orders of magnitude are rough.
  if (sign === '≈' && texts.some((text) => /10\s*\^/.test(text))) return true;
  if (sign === '≈') return apart <= Math.max(roughly * size, ...texts.map(lastDigit));
  if (sign === '<') return left < right + slack;
  if (sign === '>') return left > right - slack;
  return sign === '≤' ? left <= right + slack : left >= right - slack;
}

function isInequality(mark: RegExpExecArray | undefined): boolean {
  const sign = signOf[mark?.[1] ?? ''];
  return sign !== undefined && sign !== '≈';
}

/** The closed comparisons of a text that do not hold. */
export function falseComparisons(text: string): Statement[] {
  if (!/[<>≤≥≈]|\\(?:[lg]eq?|[lg]t|approx)/.test(text)) return [];
  const found: Statement[] = [];
  for (const environment of text.matchAll(environments)) {
    const content = environment.slice(1).find((part) => part !== undefined) ?? '';
    const start = environment.index + environment[0].indexOf(content);
    const marks = [...content.matchAll(between)];
    for (const [k, mark] of marks.entries()) {
      const sign = signOf[mark[1] ?? ''];
      if (sign === undefined) continue;
      const before = marks[k - 1];
      // "a < b ≈ 0.7 < x" says the inequality again, in decimals.
      if (sign === '≈' && [before, marks[k + 1]].every(isInequality)) continue;
      const from = before === undefined ? 0 : before.index + before[0].length;
      const at = mark.index + mark[0].length;
      const left = content.slice(from, mark.index).trim();
      const right = content.slice(at, marks[k + 1]?.index ?? content.length).trim();
      const [a, b] = [numberOf(left), numberOf(right)];
      if (a === null || b === null || holds(sign, a, b, [left, right])) continue;
      found.push({
        left,
        sign,
        right,
        start: start + from,
        end: start + (marks[k + 1]?.index ?? content.length),
      });
    }
  }
  return found;
}
