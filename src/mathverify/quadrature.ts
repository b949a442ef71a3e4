// Definite integrals in doubles: Gauss-Legendre on halves, trusted only where two resolutions agree.
import { type Complex, isDefined, undefinedValue } from './complex.ts';

// Nodes and weights of the ten-point rule on [-1, 1], positive half.
const nodes = [
  0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717,
];
const weights = [
  0.2955242247147529, 0.2692667193099963, 0.2190863625159821, 0.1494513491505806, 0.0666713443086881,
];

/** The integral of a real function over a finite range, or UNDEFINED when it does not settle. */
export function integrate(f: (x: Complex) => Complex, from: number, to: number): Complex {
  const coarse = panels(f, from, to, 2);
  const fine = panels(f, from, to, 6);
  if (!Number.isFinite(coarse) || !Number.isFinite(fine)) return undefinedValue;
  const err = Math.abs(coarse - fine);
  return err > 1e-9 * (1 + Math.abs(fine))
    ? undefinedValue
    : { re: fine, im: 0, err: err + 1e-13 * (1 + Math.abs(fine)) };
}

function panels(f: (x: Complex) => Complex, from: number, to: number, count: number): number {
  const half = (to - from) / (2 * count);
  let total = 0;
  for (let k = 0; k < count; k += 1) {
    const middle = from + half * (2 * k + 1);
    for (const [j, node] of nodes.entries()) {
      total += weights[j]! * half * (real(f, middle + half * node) + real(f, middle - half * node));
    }
  }
  return total;
}

function real(f: (x: Complex) => Complex, x: number): number {
  const value = f({ re: x, im: 0, err: 0 });
  return isDefined(value) && value.im === 0 ? value.re : Number.NaN;
}
