// The one form in which problems are compared: without source tags, mark-up, delimiters and spelling of formulas. Its
// tokens know what they are, so that one index can look through names of variables and another through numbers too.
import { bareTokens } from '../../records/bare-text.ts';
import { digitsOf } from '../../records/number-words.ts';
import { withoutSourceTags } from './source-tags.ts';

/** What a token is: a number, a variable, a word of prose, a name in prose, or a sign or command of a formula. */
export type TokenKind = 'number' | 'variable' | 'word' | 'name' | 'sign';

export interface ProblemForm {
  readonly tokens: readonly string[];
  readonly kinds: readonly TokenKind[];
}

/** Spellings of one sign that bare-text.ts, whose form the gate's fingerprints rest on, leaves apart. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\n)\s*[-*•]\s+(?=\p{Lu})|\\(?:bullet|item)(?![a-zA-Z])|\[\/?(?:list|b|i|asy)\]|\[\*\]/gu, ' '],
  [/\\begin\s*\{array\}\s*\{[^{}]*\}/g, ' '],
  [/([_^])\s*\{\s*([^\s{}\\]{1,2}|\\[a-zA-Z]+)\s*\}/gu, '$1$2 '],
  [/\. \. \./g, '\\dots '],
  [/\\(?:neq?|not\s*=)(?![a-zA-Z])|≠/g, '\\ne '],
  [/≤|<=/g, '\\le '],
  [/≥|>=/g, '\\ge '],
  [/\\(?:rightarrow|longrightarrow)(?![a-zA-Z])|→/g, '\\to '],
  [/\\(?:ldots|cdots|dots[cbmio]?)(?![a-zA-Z])|…|\.{3}/g, '\\dots '],
  [/\\[dt]?frac(?![a-zA-Z])/g, '\\frac'],
  [/\\(?:d|t)?binom(?![a-zA-Z])/g, '\\binom '],
  [/\\(?:lvert|rvert|vert|mid)(?![a-zA-Z])/g, '|'],
  [/\\(?:lbrace|rbrace|lbrack|rbrack)(?![a-zA-Z])|\\[{}]/g, ' '],
  [/\\var(epsilon|phi|theta|rho|sigma|pi)(?![a-zA-Z])/g, '\\$1 '],
  [/\\varnothing(?![a-zA-Z])|∅/g, '\\emptyset '],
  [/\\(?:setminus|smallsetminus)(?![a-zA-Z])/g, '\\backslash '],
  [/\\(?:Longrightarrow|implies)(?![a-zA-Z])/g, '\\Rightarrow '],
  [/\\(?:land|wedge)(?![a-zA-Z])/g, '\\wedge '],
  [/\\[bp]?mod(?![a-zA-Z])/g, '\\mod '],
  [/\^\s*\{?\s*\\circ\s*\}?|°|\\degree(?![a-zA-Z])/g, ' degrees '],
  [/\\(?:operatorname|mathop)\*?\s*\{([^{}]*)\}/g, '\\$1 '],
  [/\\(?:mathbb|mathbf|mathcal|mathrm|mathit|boldsymbol|overline|bar)\s*\{([^{}]*)\}/g, '$1'],
  [/\\(?:displaystyle|textstyle|limits|nolimits|hspace\*?\{[^{}]*\}|phantom\{[^{}]*\})/g, ' '],
  [/\\(?:begin|end)\s*\{[^{}]*\}|\\\\|&/g, ' '],
  [/\\(?:left|right|[bB]igg?[lr]?)(?![a-zA-Z])\s*\.?/g, ' '],
  [/\\?%/g, ' percent '],
  [/\{,\}/g, ','],
  [/π/g, '\\pi '],
  [/√/g, '\\sqrt '],
  [/∞/g, '\\infty '],
  [/\\frac\s*(\d)\s*(\d)/g, '\\frac{$1}{$2}'],
  [/\\frac\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g, ' $1 / $2 '],
  [/\\[,;:! ]|\\q?quad(?![a-zA-Z])|~/g, ' '],
];

const mathAlphabet = 0x1d400;
const asVariable = (letter: string): string => {
  const code = letter.charCodeAt(0);
  const place = code >= 97 ? 26 + code - 97 : code - 65;
  return String.fromCodePoint(mathAlphabet + place);
};
const variableOf = (token: string): string | null => {
  const place = (token.codePointAt(0) ?? 0) - mathAlphabet;
  return place >= 0 && place < 52 && token.length === 2
    ? String.fromCharCode(place < 26 ? 65 + place : 97 + place - 26)
    : null;
};

const formula = /\$\$?([^$]{1,500}?)\$\$?|\\\(([\s\S]{1,500}?)\\\)|\\\[([\s\S]{1,500}?)\\\]/g;

/** Letters of formulas become bold letters, each alone: `ab` is a product. A dollar before an amount opens none. */
function withVariables(text: string): string {
  return text.replace(formula, (whole, dollars?: string, round?: string, square?: string) => {
    const inside = dollars ?? round ?? square ?? '';
    if (dollars !== undefined && /(?<![\\a-zA-Z])[a-z]{4,}/.test(inside)) return whole;
    const letters = inside.replace(/\\[a-zA-Z]+|[a-zA-Z]/g, (found) =>
      found.length > 1 ? `${found} ` : ` ${asVariable(found)} `,
    );
    return ` ${letters} `;
  });
}

/** Words with a capital within a sentence: people, places, days. In small letters. */
function namesIn(text: string): ReadonlySet<string> {
  const found = text.matchAll(/(?<=[\p{Ll}\d,;)'’]\s+)\p{Lu}\p{Ll}{2,}/gu);
  return new Set(Array.from(found, ([name]) => name.toLowerCase()));
}

const number = /^\d/;
const word = /^\p{L}/u;
const ornament = /^(?:[(){}[\]'"’‘“”`_*.…?\\]|\\emph|\\textbf|\\textit|\\boxed)$/;

/** The form of a problem. Takes time linear in its length. */
export function problemForm(problem: string): ProblemForm {
  // Rows of white space are shortened first: no pattern below meets one that it would have to search again and again.
  const spaced = problem.normalize('NFKC').replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
  let text = withoutSourceTags(spaced.trim());
  const names = namesIn(text);
  text = text.replaceAll(/\\(?:text|mbox|textrm|textbf|textit|emph)\s*\{([^{}]*)\}/g, ' $$ $1 $$ ');
  text = withVariables(text.replaceAll('\\$', ' dollar '));
  for (const [spelling, one] of synonyms) text = text.replaceAll(spelling, one);
  const tokens: string[] = [];
  const kinds: TokenKind[] = [];
  const push = (token: string, kind: TokenKind): void => {
    tokens.push(token);
    kinds.push(kind);
  };
  for (const token of bareTokens(text)) {
    const letter = variableOf(token);
    const small = token.toLowerCase();
    if (letter !== null) push(letter, 'variable');
    else if (ornament.test(token)) continue;
    else if (number.test(token)) push(token.replaceAll(',', ''), 'number');
    else if (!word.test(token)) push(small, 'sign');
    else if (digitsOf.has(small)) push(digitsOf.get(small)!, 'number');
    else if (/^[a-zA-Z]$/.test(token) && !/^[aAIs]$/.test(token)) push(token, 'variable');
    else push(small, names.has(small) ? 'name' : 'word');
  }
  return { tokens, kinds };
}

/** The text by which two copies are equal whatever their dress and case: variables and numbers count. */
export function equalText({ tokens }: ProblemForm): string {
  return tokens.join(' ').toLowerCase();
}

/** As `equalText`, whatever the variables are called. */
export function nearText({ tokens, kinds }: ProblemForm): string {
  return tokens.map((token, at) => (kinds[at] === 'variable' ? 'v' : token)).join(' ');
}

/** What a problem has in common with others made from it by changing numbers and names. */
export function templateText({ tokens, kinds }: ProblemForm): string {
  const masked: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const kind = kinds[at];
    if (token === '+' || token === '-') continue;
    masked.push(kind === 'variable' ? 'v' : kind === 'number' ? '0' : kind === 'name' ? 'name' : token);
  }
  return masked.join(' ');
}
