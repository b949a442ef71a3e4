// Values for what is not computed (unknown functions, unevaluated integrals): a fixed smooth mix of the parts,
// so that equal parts give equal values and different ones do not.
import { type Complex, complex, isDefined, undefinedValue } from './complex.ts';

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i += 1) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 16777619);
  }
  return hash >>> 0;
}

/** A pseudo-random value for an unknown function of these arguments. */
export function opaqueValue(name: string, args: readonly Complex[]): Complex {
  if (!args.every(isDefined)) return undefinedValue;
  let re = 0.1 + (hashOf(name) % 100003) / 100003;
  let im = 0;
  let err = 0;
  for (const [k, arg] of args.entries()) {
    const weight = 0.3 + (hashOf(`${name} ${k}`) % 99991) / 99991;
    re += weight * Math.sin(arg.re * weight + k) + 0.37 * weight * arg.re;
    im += weight * arg.im;
    err += 2 * weight * arg.err;
  }
  return complex(re, im, err + 1e-15 * Math.abs(re));
}
