// Definite integrals in doubles: Gauss-Legendre on panels that are halved until two resolutions agree and no value in
// the panel can lie far outside those that were seen, so that no spike is missed.
import { type Complex, isDefined, undefinedValue } from './complex.ts';
import type { Range } from './range.ts';

// Nodes and weights of the ten-point rule on [-1, 1], positive half.
const nodes = [
  0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717,
];
const weights = [
  0.2955242247147529, 0.2692667193099963, 0.2190863625159821, 0.1494513491505806, 0.0666713443086881,
];

const maxPanels = 260;
const relative = 1e-11;
/** How much wider than the values seen the bounds may be: interval arithmetic overestimates. */
const overestimate = 40;

/**
 * The integral of a real function over a finite range, or UNDEFINED when it does not settle.
 *
 * @param bounds Bounds of the function over a range, or null where they are not known.
 */
export function integrate(
  f: (x: Complex) => Complex,
  from: number,
  to: number,
  bounds: (over: Range) => Range | null,
): Complex {
  if (!(Number.isFinite(from) && Number.isFinite(to))) return undefinedValue;
  const [low, high] = from < to ? [from, to] : [to, from];
  const waiting = startPanels(low, high);
  let total = 0;
  let err = 0;
  let size = 0;
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count > maxPanels) return undefinedValue;
    const [a, b] = waiting.pop()!;
    const middle = (a + b) / 2;
    const seen: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const coarse = panel(f, a, b, seen);
    const fine = panel(f, a, middle, seen) + panel(f, middle, b, seen);
    if (!Number.isFinite(fine) || !Number.isFinite(coarse)) return undefinedValue;
    const inside = (b - a) * 1e-12;
    const range = bounds([a + inside, b - inside]);
    const spread = range === null ? Number.POSITIVE_INFINITY : range[1] - range[0];
    const scale = Math.abs(fine) + size;
    const steady = Math.abs(fine - coarse) <= relative * scale || Math.abs(fine - coarse) < 1e-280;
    const bounded =
      spread <=
      overestimate * (seen[1] - seen[0]) + relative * Math.max(Math.abs(seen[0]), Math.abs(seen[1]));
    if ((steady && bounded) || spread * (b - a) <= 1e-13 * scale) {
      total += fine;
      size += Math.abs(fine);
      err += Math.abs(fine - coarse) + 1e-14 * Math.abs(fine);
    } else if (b - a < 1e-14 * (Math.abs(a) + Math.abs(b))) return undefinedValue;
    else waiting.push([a, middle], [middle, b]);
  }
  return { re: from < to ? total : -total, im: 0, err: err + 1e-13 * Math.abs(total) };
}

/** Whole numbers part the panels of a short range: steps jump there. */
function startPanels(low: number, high: number): [number, number][] {
  const edges = [low];
  if (high - low <= 32) for (let k = Math.floor(low) + 1; k < high; k += 1) edges.push(k);
  edges.push(high);
  return edges.slice(1).map((edge, k) => [edges[k]!, edge]);
}

function panel(f: (x: Complex) => Complex, from: number, to: number, seen: [number, number]): number {
  const half = (to - from) / 2;
  const middle = from + half;
  let total = 0;
  for (const [j, node] of nodes.entries()) {
    for (const x of [middle - half * node, middle + half * node]) {
      const value = real(f, x);
      seen[0] = Math.min(seen[0], value);
      seen[1] = Math.max(seen[1], value);
      total += weights[j]! * half * value;
    }
  }
  return total;
}

function real(f: (x: Complex) => Complex, x: number): number {
  const value = f({ re: x, im: 0, err: 0 });
  return isDefined(value) && value.im === 0 ? value.re : Number.NaN;
}
