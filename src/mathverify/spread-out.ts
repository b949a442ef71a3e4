// An expression whose parts are in environments of their own, or beside them: `$a$ - $b$`, `$x$ + 5`, `2 × $y$`, `-$5$`.
// Each part alone would be another answer.
import type { Environment, EnvironmentScanner } from './environments.ts';
import { maxAnswer } from './fragments.ts';

const words = '(?:times|cdot|div|pm|mp|leq?|geq?|neq?)(?![a-z])';
const sign = String.raw`(?:[-+*/^=<>≤≥≠·×÷−]|\\${words})`;
const plain = String.raw`(?:\d+(?:\.\d+)?|[a-z])`;
/** On one line: a dash before a line begins an item of a list. The colon of a ratio has blanks on both sides or on none. */
const operator = new RegExp(String.raw`[ \t]*${sign}[ \t]*|[ \t]+:[ \t]+|:(?![ \t])`, 'y');
/** At the end of what is said, or before a further operator: the 5 of "$x$ - 5 points" is none of the expression. */
const atom = new RegExp(String.raw`${plain}(?=[ \t]*(?:$|[.,;)\n]|${sign}))`, 'y');
const blanks = /[ \t]*/y;
/** Without blanks behind it: what is between two sums of money is no environment. */
const open = new RegExp(`${sign}$`);
const beginning = new RegExp(String.raw`^\s*(?:${plain}[ \t]*${sign}[ \t]*)+$`);
/** Directly before an environment, and behind nothing that it could join. */
const ownSign = /(?:^|[\s([{:])([-−√]|[±∓][ \t]?)$/;

const relation = /[=<>≤≥≠]|\\(?:leq?|geq?|neq?)(?![a-z])/;

const maxParts = 12;
const maxBeginning = 60;

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** What joins the expression so far to what follows it: an operator between them or, in an answer alone, at the end of one. */
function joint(text: string, { content, end }: Environment): string | null {
  return text.length <= maxAnswer && open.test(content)
    ? matchAt(blanks, text, end)
    : matchAt(operator, text, end);
}

/** The environment with what operators join to it. */
export function spreadOut(text: string, scanner: EnvironmentScanner, first: Environment): Environment {
  let whole = first;
  for (let parts = 1; parts < maxParts; parts += 1) {
    const joins = joint(text, whole);
    if (joins === null) break;
    const at = whole.end + joins.length;
    const next = scanner.at(at);
    const value = next?.content ?? matchAt(atom, text, at);
    // Two statements with a dash between them.
    if (value === null || (relation.test(value) && relation.test(whole.content))) break;
    const end = next?.end ?? at + value.length;
    whole = { start: first.start, end, content: `${whole.content}${joins} ${value}` };
  }
  const before = text.slice(Math.max(0, first.start - maxBeginning), first.start);
  if (first.start <= maxBeginning && beginning.test(before))
    return { ...whole, start: 0, content: before.trimStart() + whole.content };
  const own = ownSign.exec(before)?.[1];
  if (own === undefined) return whole;
  const content =
    own === '√'
      ? `\\sqrt{${first.content}}${whole.content.slice(first.content.length)}`
      : own + whole.content;
  return { ...whole, start: first.start - own.length, content };
}
