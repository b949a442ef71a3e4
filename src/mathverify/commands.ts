// What each LaTeX command and plain word means to the tokenizer: tables only.
import type { TokenKind } from './token.ts';

type Entry = readonly [kind: TokenKind, value: string];

const entries = new Map<string, Entry>();

function define(kind: TokenKind, pairs: string): void {
  for (const pair of pairs.trim().split(/\s+/)) {
    const [name, value] = pair.split(':') as [string, string?];
    entries.set(name, [kind, value ?? name]);
  }
}

define(
  'relation',
  'le:<= leq:<= leqslant:<= leqq:<= ge:>= geq:>= geqslant:>= geqq:>= lt:< gt:> ne:!= neq:!= equiv:= in notin',
);
define(
  'relation',
  'approx thickapprox:approx approxeq:approx simeq:approx cong:approx sim:approx subset subseteq:subset supset:superset supseteq:superset',
);
define(
  'operator',
  'cdot:* times:* ast:* star:* div:/ pm mp cup cap union:cup setminus bmod:mod mod backslash:setminus over choose',
);
define(
  'function',
  'sin cos tan cot sec csc sinh cosh tanh coth sech csch arcsin arccos arctan arccot arcsec arccsc arsinh:arcsinh arcosh:arccosh artanh:arctanh',
);
define(
  'function',
  'arcsinh arccosh arctanh asin:arcsin acos:arccos atan:arctan asinh:arcsinh acosh:arccosh atanh:arctanh tg:tan ctg:cot arctg:arctan cosec:csc',
);
define(
  'function',
  'log ln lg:log exp gcd lcm min max floor ceil ceiling:ceil abs sqrt surd:sqrt det tr trace:tr Re Im arg sgn sign:sgn cis',
);
define(
  'symbol',
  'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi omicron rho varrho sigma varsigma tau',
);
define(
  'symbol',
  'upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar aleph wp imath:i jmath:j top:T intercal:T',
);
define('constant', 'pi infty:infinity infinity exponentialE:e imaginaryI:i imaginaryJ:i');
define('dots', 'ldots cdots dots vdots ddots dotsc dotsb');
define(
  'structure',
  'frac dfrac:frac tfrac:frac cfrac:frac nicefrac:frac sfrac:frac binom dbinom:binom tbinom:binom boxed fbox:boxed begin end sum prod int lim',
);
define(
  'structure',
  'overline:bar bar vec:vec hat:hat widehat:hat tilde:tilde widetilde:tilde overrightarrow:vec dot:dot ddot:ddot underline:under',
);
define(
  'structure',
  'mathbb variable pmod not substack:group mathbbm:mathbb Bbb:mathbb overset:stack underset:stack stackrel:stack',
);
define(
  'wrapper',
  'text textbf textit textrm textnormal texttt textsf mbox hbox emph mathrm mathbf mathit mathsf mathcal mathfrak mathscr',
);
define('wrapper', 'boldsymbol bm pmb operatorname rm bf:rm it:rm sf:rm tt:rm mathop');
/** Commands whose first argument says nothing about the value. */
define('ignored', 'color textcolor colorbox phantom hphantom vphantom hspace vspace');
define('empty', 'emptyset varnothing');
define('skip', 'tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge checkmark');
define('separator', 'lor:or vee:or');
define('degree', 'circ degree');
define('percent', '% percent');
define('to', 'to rightarrow longrightarrow Rightarrow Longrightarrow');
define('prime', 'prime');
define(
  'skip',
  ', ; ! quad qquad thinspace enspace medspace negthinspace displaystyle textstyle scriptstyle limits nolimits nonumber angle measuredangle triangle ensuremath num mathopen mathclose mathord',
);
define(
  'skip',
  'big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle left mleft right mright $ & hfill allowbreak',
);
entries.set(':', ['skip', '']).set('>', ['skip', '']);
define(
  'open',
  'lparen:( lbrack:[ lbrace:{ lgroup:( lfloor:floor lceil:ceil langle:angle lvert:| lVert:| ulcorner:ceil llcorner:floor {',
);
define(
  'close',
  'rparen:) rbrack:] rbrace:} rgroup:) rfloor:floor rceil:ceil rangle:angle rvert:| rVert:| urcorner:ceil lrcorner:floor }',
);
define('bar', 'vert:| Vert:| mid:mid |');

/** Commands after which letters are often glued on by mistake (`\quadx`, `\lbracex`): the longest of these wins. */
const glued = ['displaystyle', 'lbrace', 'rbrace', 'lbrack', 'rbrack', 'lgroup', 'rgroup', 'lfloor'];
glued.push(
  'rfloor',
  'lceil',
  'rceil',
  'langle',
  'rangle',
  'lvert',
  'rvert',
  'vert',
  'qquad',
  'quad',
  'times',
  'cdot',
);
glued.push('ulcorner', 'urcorner', 'llcorner', 'lrcorner', 'infty', 'pi', 'left', 'right', 'mleft', 'mright');
glued.sort((a, b) => b.length - a.length);

/** The meaning of a command name (without its backslash), or undefined. */
export function commandOf(name: string): Entry | undefined {
  return entries.get(name);
}

/** The known command that a run of letters begins with, when the rest is glued on. */
export function gluedCommand(name: string): string | undefined {
  return glued.find((known) => name.startsWith(known));
}

const plain = new Map<string, Entry>();
for (const name of [
  'sin',
  'cos',
  'tan',
  'cot',
  'sec',
  'csc',
  'sinh',
  'cosh',
  'tanh',
  'arcsin',
  'arccos',
  'arctan',
  'asin',
]) {
  plain.set(name, entries.get(name)!);
}
for (const name of [
  'acos',
  'atan',
  'arcsinh',
  'arccosh',
  'arctanh',
  'cis',
  'lg',
  'log',
  'ln',
  'exp',
  'sqrt',
  'gcd',
  'lcm',
  'abs',
  'floor',
  'ceil',
]) {
  plain.set(name, entries.get(name)!);
}
plain.set('cbrt', ['function', 'cbrt']).set('tg', ['function', 'tan']).set('ctg', ['function', 'cot']);
for (const name of ['alpha', 'beta', 'gamma', 'delta', 'theta', 'lambda', 'sigma', 'omega', 'phi']) {
  plain.set(name, entries.get(name)!);
}
plain
  .set('pi', ['constant', 'pi'])
  .set('inf', ['constant', 'infinity'])
  .set('infinity', ['constant', 'infinity']);
plain.set('percent', ['percent', '%']).set('percentage', ['percent', '%']).set('pct', ['percent', '%']);
plain.set('and', ['separator', ',']).set('or', ['separator', 'or']);
// As a word it takes the numbers beside it, and as \choose all that is in its braces.
plain.set('choose', ['operator', 'choose numbers']);
plain.set('union', ['operator', 'cup']).set('mod', ['operator', 'mod']).set('degrees', ['degree', 'degree']);
plain.set('degree', ['degree', 'degree']).set('deg', ['degree', 'degree']).set('min', ['function', 'min']);
plain.set('max', ['function', 'max']).set('infty', ['constant', 'infinity']);

/** The meaning of a whole word written without a backslash, or undefined. */
export function wordOf(name: string): Entry | undefined {
  return plain.get(name);
}

const greek: readonly [string, Entry][] = (
  'α:alpha β:beta γ:gamma δ:delta ε:epsilon ζ:zeta η:eta θ:theta κ:kappa λ:lambda μ:mu ν:nu ξ:xi ρ:rho σ:sigma τ:tau ' +
  'φ:phi χ:chi ψ:psi ω:omega Γ:Gamma Δ:Delta Θ:Theta Λ:Lambda Ξ:Xi Π:Pi Σ:Sigma Φ:Phi Ψ:Psi Ω:Omega'
)
  .split(' ')
  .map((pair) => [pair[0]!, ['symbol', pair.slice(2)]]);
const domains: readonly [string, Entry][] = [...'ℕℤℚℝℂ'].map((c, k) => [c, ['raw', `mathbb:${'NZQRC'[k]}`]]);

/** Single characters beyond ASCII letters and digits. */
export const characters: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ...greek,
  ...domains,
  ['+', ['operator', '+']],
  ['-', ['operator', '-']],
  ['−', ['operator', '-']],
  ['–', ['operator', '-']],
  ['*', ['operator', '*']],
  ['×', ['operator', '*']],
  ['·', ['operator', '*']],
  ['∙', ['operator', '*']],
  ['∗', ['operator', '*']],
  ['✕', ['operator', '*']],
  ['✖', ['operator', '*']],
  ['⋅', ['operator', '*']],
  ['/', ['operator', '/']],
  ['÷', ['operator', '/']],
  ['∕', ['operator', '/']],
  [':', ['operator', ':']],
  ['±', ['operator', 'pm']],
  ['∓', ['operator', 'mp']],
  ['∪', ['operator', 'cup']],
  ['∩', ['operator', 'cap']],
  ['=', ['relation', '=']],
  ['<', ['relation', '<']],
  ['>', ['relation', '>']],
  ['≤', ['relation', '<=']],
  ['≥', ['relation', '>=']],
  ['⩽', ['relation', '<=']],
  ['⩾', ['relation', '>=']],
  ['≠', ['relation', '!=']],
  ['≈', ['relation', 'approx']],
  ['≡', ['relation', '=']],
  ['∈', ['relation', 'in']],
  ['∉', ['relation', 'notin']],
  ['⊂', ['relation', 'subset']],
  ['⊆', ['relation', 'subset']],
  ['(', ['open', '(']],
  ['[', ['open', '[']],
  ['{', ['open', 'group']],
  ['⌊', ['open', 'floor']],
  ['⌈', ['open', 'ceil']],
  ['⟨', ['open', 'angle']],
  [')', ['close', ')']],
  [']', ['close', ']']],
  ['}', ['close', 'group']],
  ['⌋', ['close', 'floor']],
  ['⌉', ['close', 'ceil']],
  ['⟩', ['close', 'angle']],
  ['|', ['bar', '|']],
  [',', ['separator', ',']],
  ['∨', ['separator', 'or']],
  [';', ['separator', ';']],
  ['^', ['up', '^']],
  ['_', ['down', '_']],
  ['!', ['bang', '!']],
  ["'", ['prime', "'"]],
  ['′', ['prime', "'"]],
  ['&', ['cell', '&']],
  ['%', ['percent', '%']],
  ['°', ['degree', 'degree']],
  ['π', ['constant', 'pi']],
  ['∞', ['constant', 'infinity']],
  ['√', ['function', 'sqrt']],
  ['∛', ['function', 'cbrt']],
  ['⁄', ['operator', '/']],
  ['∅', ['empty', '']],
  ['…', ['dots', '']],
  ['²', ['raised', '2']],
  ['³', ['raised', '3']],
]);

/** Letters of which several side by side are a product, as Latin ones are: Greek ones and those made for mathematics. */
const symbolic = /[\u0370-\u03ff\u2100-\u214f]/;
const letter = /^\p{L}$/u;

/** The meaning of any other letter, or undefined where it is none or a letter of a word. */
export function letterBeyondAscii(text: string, at: number): Entry | undefined {
  const c = text[at]!;
  if (!letter.test(c)) return undefined;
  const isOfWord = !symbolic.test(c) && (letter.test(text[at - 1] ?? '') || letter.test(text[at + 1] ?? ''));
  return isOfWord ? undefined : ['symbol', c];
}
