// How numbers, fractions and sums are written in the generated solutions.
import { type Fraction, fraction } from './fraction.ts';

/** A number after an operator; negative ones are in parentheses. */
export function operand(value: number): string {
  return value < 0 ? `(${value})` : `${value}`;
}

/** `3`, `\frac{3}{4}` or `-\frac{3}{4}`. */
export function tex(value: Fraction): string {
  if (value.den === 1) return `${value.num}`;
  return `${value.num < 0 ? '-' : ''}\\frac{${Math.abs(value.num)}}{${value.den}}`;
}

/** The fraction as it arises, and its lowest terms where they look different: `\frac{6}{8} = \frac{3}{4}`. */
export function texQuotient(num: number, den: number): string {
  const raw = `\\frac{${num}}{${den}}`;
  const reduced = tex(fraction(num, den));
  return raw === reduced ? raw : `${raw} = ${reduced}`;
}

/** A fraction after an operator; negative ones are in parentheses. */
export function texOperand(value: Fraction): string {
  if (value.num >= 0) return tex(value);
  return value.den === 1 ? `(${value.num})` : `\\left(${tex(value)}\\right)`;
}

/** `2^3`, `(-2)^3` or `\left(\frac{2}{3}\right)^3`. */
export function texPower(base: Fraction, exponent: number): string {
  const text = base.den === 1 ? texOperand(base) : `\\left(${tex(base)}\\right)`;
  return `${text}^{${exponent}}`;
}

/** `3 - 4 + 5` from [3, -4, 5]. */
export function texSum(values: readonly number[]): string {
  return values
    .map((value, i) => (i === 0 ? `${value}` : `${value < 0 ? '-' : '+'} ${Math.abs(value)}`))
    .join(' ');
}

/** `\frac{1}{2} - \frac{1}{3}` from a list of fractions. */
export function texFractionSum(values: readonly Fraction[]): string {
  return values
    .map((value, i) =>
      i === 0 ? tex(value) : value.num < 0 ? `- ${tex(value).slice(1)}` : `+ ${tex(value)}`,
    )
    .join(' ');
}

/** `3x - y` from [3, -1] and ['x', 'y']; a symbol may be empty; terms with coefficient 0 are left out. */
export function texCombination(coefficients: readonly number[], symbols: readonly string[]): string {
  let text = '';
  coefficients.forEach((coefficient, i) => {
    if (coefficient === 0) return;
    const symbol = symbols[i] ?? '';
    const size = Math.abs(coefficient);
    const term = size === 1 && symbol !== '' ? symbol : `${size}${symbol}`;
    if (text === '') text = coefficient < 0 ? `-${term}` : term;
    else text += coefficient < 0 ? ` - ${term}` : ` + ${term}`;
  });
  return text === '' ? '0' : text;
}
