// Whether the points of a comparison have been on every side of what bends. Where all signs are the same, abs, max and min
// are what is inside them, so points of each pattern of signs say what holds there; a pattern without a point is a piece
// that nobody has looked at, such as a small disc far from zero.
import type { Node } from './ast.ts';
import type { Budget } from './budget.ts';
import { complex } from './complex.ts';
import { evaluate } from './evaluate.ts';
import { exactValue } from './exact.ts';
import type { Kink } from './kinks.ts';
import type { ProbePoint } from './probe-points.ts';
import { toNumber } from './rational.ts';

/**
 * True where every pattern of signs has a point, or where straight lines alone are the borders: the points follow lines
 * across all of those.
 */
export function reachesEverySide(
  kinks: readonly Kink[],
  points: readonly ProbePoint[],
  budget: Budget,
): boolean {
  const bends = kinks.filter((kink) => kink.bends && fixedSign(kink.node) === null);
  if (bends.every(({ node }) => degreeOf(node) <= 1)) return true;
  const seen = new Set<string>();
  for (const point of points) {
    const signs = bends.map(({ node }) => signAt(node, point, budget));
    if (!signs.includes(0)) seen.add(signs.join(' '));
  }
  return seen.size === 2 ** bends.length;
}

/** In doubles, nothing nearer to zero has a sign. */
const nearZero = 1e-9;

/** 0 also where there is none. */
function signAt(node: Node, point: ProbePoint, budget: Budget): number {
  const exact = exactValue(node, budget, point);
  if (exact !== null) return exact.n > 0n ? 1 : exact.n < 0n ? -1 : 0;
  const values = new Map([...point].map(([name, value]) => [name, complex(toNumber(value))]));
  const { re, im } = evaluate(node, { values }, budget);
  return Math.abs(re) > nearZero && Math.abs(im) < nearZero ? Math.sign(re) : 0;
}

/** As a polynomial of its symbols; infinite for what is none. */
function degreeOf(node: Node): number {
  switch (node.kind) {
    case 'number':
    case 'constant':
      return 0;
    case 'symbol':
      return 1;
    case 'negate':
      return degreeOf(node.value);
    case 'add':
      return Math.max(...node.terms.map(degreeOf));
    case 'multiply':
      return node.factors.reduce((sum, factor) => sum + degreeOf(factor), 0);
    case 'divide':
      return degreeOf(node.bottom) === 0 ? degreeOf(node.top) : Number.POSITIVE_INFINITY;
    case 'power': {
      const { base, exponent } = node;
      if (degreeOf(base) === 0 && degreeOf(exponent) === 0) return 0;
      const times = exponent.kind === 'number' && exponent.value.d === 1n ? Number(exponent.value.n) : -1;
      return times < 0 ? Number.POSITIVE_INFINITY : times * degreeOf(base);
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** 1 for what is negative nowhere, -1 for what is positive nowhere, as its form shows; null for all else. */
function fixedSign(node: Node): 1 | -1 | null {
  switch (node.kind) {
    case 'number':
      return node.value.n < 0n ? -1 : 1;
    case 'constant':
      return node.name === 'i' ? null : 1;
    case 'negate': {
      const sign = fixedSign(node.value);
      return sign === null ? null : sign === 1 ? -1 : 1;
    }
    case 'add': {
      const signs = node.terms.map(fixedSign);
      return signs.every((sign) => sign === signs[0]) ? signs[0]! : null;
    }
    case 'multiply':
      return productOf(node.factors);
    case 'divide':
      return productOf([node.top, node.bottom]);
    case 'power': {
      const { base, exponent } = node;
      const isEven = exponent.kind === 'number' && exponent.value.d === 1n && exponent.value.n % 2n === 0n;
      return isEven || fixedSign(base) === 1 ? 1 : null;
    }
    case 'call':
      return node.known && (node.name === 'abs' || node.name === 'root') ? 1 : null;
    default:
      return null;
  }
}

function productOf(factors: readonly Node[]): 1 | -1 | null {
  const signs = factors.map(fixedSign);
  if (signs.includes(null)) return null;
  return signs.filter((sign) => sign === -1).length % 2 === 0 ? 1 : -1;
}
