// Text with mathematics in it, cut into prose and formulas, so that two texts can be compared beyond their formatting.
import { verify } from '../../mathverify/index.ts';
import { bareFormula, bareProse } from '../../records/bare-text.ts';

/** $$…$$, $…$, \[…\], \(…\): whichever opens first. */
const formula = /\$\$([\s\S]*?)\$\$|\$([^$]*)\$|\\\[([\s\S]*?)\\\]|\\\(([\s\S]*?)\\\)/g;

interface MathText {
  /** The words, in small letters, each formula as one placeholder. */
  readonly prose: string;
  readonly formulas: readonly string[];
}

export function mathText(text: string): MathText {
  const formulas: string[] = [];
  const prose = text.replaceAll(formula, (...groups) => {
    formulas.push(groups.slice(1, 5).find((part) => typeof part === 'string') ?? '');
    return ' ¤ ';
  });
  return { prose: bareProse(prose), formulas };
}

const relation = /(=|\\neq?|\\leq?(?:slant)?|\\geq?(?:slant)?|<|>|\\equiv|\\approx|\\in)(?![a-zA-Z])/;

/** Relations must be the same and have the same sides: x = 5 and y = 5 are two statements. */
function sameFormula(left: string, right: string): boolean {
  const [a, b] = [left.split(relation), right.split(relation)];
  if (a.length !== b.length) return false;
  return a.every((part, at) => {
    const other = b[at]!;
    if (bareFormula(part) === bareFormula(other)) return true;
    return at % 2 === 0 && verify({ gold: `$${part}$`, prediction: `$${other}$` }).verdict === 'equal';
  });
}

/** True when the two texts say the same words and the same mathematics, however they are written. */
export function saysTheSame(left: string, right: string): boolean {
  const [a, b] = [mathText(left), mathText(right)];
  if (a.formulas.length !== b.formulas.length) {
    return bareFormula(stripped(left)) === bareFormula(stripped(right));
  }
  if (a.prose !== b.prose && bareFormula(a.prose) !== bareFormula(b.prose)) return false;
  return a.formulas.every((part, at) => sameFormula(part, b.formulas[at]!));
}

function stripped(text: string): string {
  return bareProse(text.replaceAll(/\$|\\[()[\]]/g, ' '));
}
