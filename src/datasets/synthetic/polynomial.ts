// Polynomials with rational coefficients: their value and how it is written. Coefficients run from the highest
// degree down to the constant.
import { add, type Fraction, fraction, multiply } from './fraction.ts';
import { tex, texFractionSum, texOperand, texPower } from './latex.ts';

export type Polynomial = readonly Fraction[];

/** The terms' values at `x`, from the highest degree down; terms with coefficient 0 are left out. */
function termsAt(polynomial: Polynomial, x: Fraction): Fraction[] {
  const terms: Fraction[] = [];
  let power = fraction(1);
  for (const coefficient of polynomial.toReversed()) {
    if (coefficient.num !== 0) terms.push(multiply(coefficient, power));
    power = multiply(power, x);
  }
  return terms.reverse();
}

function sumOf(terms: readonly Fraction[]): Fraction {
  return terms.reduce((sum, term) => add(sum, term), fraction(0));
}

export function evaluate(polynomial: Polynomial, x: Fraction): Fraction {
  return sumOf(termsAt(polynomial, x));
}

/** `\frac{1}{3}x^3 - 2x + 1`; the polynomial is not zero. */
export function texPolynomial(polynomial: Polynomial): string {
  return signed(polynomial, (size, exponent) => {
    if (exponent === 0) return tex(size);
    const variable = exponent === 1 ? 'x' : `x^${exponent}`;
    return size.num === size.den ? variable : `${tex(size)}${variable}`;
  });
}

/** The value at `x` worked out, as a formula: `$2 \cdot 3^{2} - 5 \cdot 3 + 1 = 18 - 15 + 1 = 4$`. */
export function texEvaluation(polynomial: Polynomial, x: Fraction): string {
  if (x.num === 0) return `$${tex(evaluate(polynomial, x))}$, the constant term`;
  const inserted = signed(polynomial, (size, exponent) => {
    if (exponent === 0) return tex(size);
    const variable = exponent === 1 ? texOperand(x) : texPower(x, exponent);
    return size.num === size.den ? variable : `${tex(size)} \\cdot ${variable}`;
  });
  const terms = termsAt(polynomial, x);
  return `$${inserted} = ${texFractionSum(terms)} = ${tex(sumOf(terms))}$`;
}

/** The terms joined by their signs; `write` gets the coefficient without its sign. */
function signed(polynomial: Polynomial, write: (size: Fraction, exponent: number) => string): string {
  let text = '';
  polynomial.forEach((coefficient, i) => {
    if (coefficient.num === 0) return;
    const negative = coefficient.num < 0;
    const term = write({ num: Math.abs(coefficient.num), den: coefficient.den }, polynomial.length - 1 - i);
    if (text === '') text = negative ? `-${term}` : term;
    else text += negative ? ` - ${term}` : ` + ${term}`;
  });
  return text;
}
