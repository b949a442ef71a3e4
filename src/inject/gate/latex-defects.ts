// What goes wrong with LaTeX on its way through JSON and through a model: doubled escapes, escapes that were eaten,
// delimiters and braces without a partner. It finds damage and does not parse.

const commands =
  'frac|dfrac|tfrac|sqrt|boxed|cdot|times|left|right|sum|prod|int|text|mathbb|mathrm|leq?|geq?|neq?|infty|alpha|beta|gamma|theta|lambda|pi|sin|cos|tan|log|ln|binom|begin|end|quad|equiv|pmod|implies|angle|triangle|overline|ldots|cdots|pm|div|approx|in|cap|cup|to';

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Braces that have no partner; an escaped brace is a sign and not a brace. */
function looseBraces(text: string): number {
  let open = 0;
  let loose = 0;
  for (const [brace] of text.replaceAll(/\\[\\{}]/g, '').matchAll(/[{}]/g)) {
    if (brace === '{') open += 1;
    else if (open > 0) open -= 1;
    else loose += 1;
  }
  return loose + open;
}

/** Fractions and binomials that end behind their first argument; without braces, \\frac12 has both. */
function halfFractions(text: string): number {
  return [...text.matchAll(/\\(?:[dtc]?frac|[dt]?binom)(?![a-zA-Z])\s*\{/g)].filter(({ 0: head, index }) => {
    let open = 1;
    let end = index + head.length;
    for (; end < text.length && open > 0; end += 1) {
      if (text[end] === '\\') end += 1;
      else if (text[end] === '{') open += 1;
      else if (text[end] === '}') open -= 1;
    }
    return open === 0 && !/^\s*[\w{\\]/.test(text.slice(end));
  }).length;
}

/** Each gives how often one step has the defect. */
const defects: Readonly<Record<string, (text: string) => number>> = {
  'a doubled backslash': (text) =>
    count(text, new RegExp(String.raw`(?<!\\)\\\\(?:(?:${commands})(?![a-zA-Z])|[()])`, 'g')),
  'an escaped line end as text': (text) =>
    count(text, /(?<!\\)\\n(?![a-zA-Z])/g) + count(text, /(?<!\\)\\n(?=[A-Z])/g),
  // \f, \b, \t, \r and \v of \frac, \boxed, \times, \right and \vec, read as JSON escapes.
  'a control character': (text) =>
    [...text].filter((char) => {
      const code = char.codePointAt(0)!;
      return (code < 32 && char !== '\n') || code === 127 || code === 0xfffd;
    }).length,
  'a command without its backslash': (text) =>
    count(text, /(?<![\\a-zA-Z])(?:[dt]?frac|oxed|boxed|sqrt|binom|rac|ext|mathbb|overline)\s*\{/g) +
    count(text, /(?<![\\a-zA-Z])(?:cdot|leq|geq|imes|ightarrow|infty|neq)(?![a-zA-Z])/g),
  'a fraction or binomial without its second argument': halfFractions,
  'a brace without its partner': looseBraces,
  'a brace that is open at the end of its formula': (text) =>
    (text.match(/(?<![\\$])\$[^$]+\$(?!\$)/g) ?? []).filter((formula) => looseBraces(formula) > 0).length,
  'unpaired \\( \\)': (text) => Math.abs(count(text, /(?<!\\)\\\(/g) - count(text, /(?<!\\)\\\)/g)),
  'unpaired \\[ \\]': (text) => Math.abs(count(text, /(?<!\\)\\\[/g) - count(text, /(?<!\\)\\\]/g)),
  // [ \frac{1}{2} ] where \[ … \] stood.
  'a bracket that lost its backslash': (text) => count(text, /(?<![\\\w)}\]$])\[ (?=[^\]\n]*\\[a-zA-Z])/g),
  'an odd number of $': (text) => count(text, /(?<!\\)\$/g) % 2,
  '\\left without \\right': (text) =>
    Math.abs(count(text, /\\left(?![a-zA-Z])/g) - count(text, /\\right(?![a-zA-Z])/g)),
  '\\begin without \\end': (text) => Math.abs(count(text, /\\begin\s*\{/g) - count(text, /\\end\s*\{/g)),
};

/** The kinds of damage that the new steps have more of than the old ones had. */
export function latexDefects(before: readonly string[], after: readonly string[]): string[] {
  const total = (steps: readonly string[], kind: (text: string) => number): number =>
    steps.reduce((sum, text) => sum + kind(text), 0);
  return Object.entries(defects)
    .filter(([, kind]) => total(after, kind) > total(before, kind))
    .map(([name]) => name);
}
