// An expression whose parts are in environments of their own, or beside them: `$a$ - $b$`, `$x$ + 5`, `2 × $y$`. Each part
// alone would be another answer.
import type { Environment, EnvironmentScanner } from './environments.ts';

const sign = String.raw`(?:[-+*/^=<>≤≥·×÷−]|\\(?:times|cdot|div|pm|mp|leq?|geq?|neq?)(?![a-z]))`;
const plain = String.raw`(?:\d+(?:\.\d+)?|[a-z])`;
/** On one line: a dash before a line begins an item of a list. */
const operator = new RegExp(String.raw`[ \t]*${sign}[ \t]*`, 'y');
/** At the end of what is said, or before a further operator: the 5 of "$x$ - 5 points" is none of the expression. */
const atom = new RegExp(String.raw`${plain}(?=[ \t]*(?:$|[.,;)\n]|${sign}))`, 'y');
const beginning = new RegExp(String.raw`^\s*(?:${plain}[ \t]*${sign}[ \t]*)+$`);

const relation = /[=<>≤≥]|\\(?:leq?|geq?|neq?)(?![a-z])/;

const maxParts = 12;
const maxBeginning = 60;

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** The environment with what operators join to it. */
export function spreadOut(text: string, scanner: EnvironmentScanner, first: Environment): Environment {
  let { start, end, content } = first;
  for (let parts = 1; parts < maxParts; parts += 1) {
    const joins = matchAt(operator, text, end);
    if (joins === null) break;
    const at = end + joins.length;
    const next = scanner.at(at);
    const value = next?.content ?? matchAt(atom, text, at);
    // Two statements with a dash between them.
    if (value === null || (relation.test(value) && relation.test(content))) break;
    content += joins + value;
    end = next?.end ?? at + value.length;
  }
  const before = first.start <= maxBeginning ? text.slice(0, first.start) : '';
  if (beginning.test(before)) {
    content = before.trimStart() + content;
    start = 0;
  }
  return { start, end, content };
}
