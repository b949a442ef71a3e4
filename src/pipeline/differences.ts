// Compares two JSON values: every leaf that differs, by its path. Numbers that were computed twice may differ in the
// last digit.

export interface Difference {
  /** Such as `summary.json: critics[0].processbench.f1`. */
  readonly what: string;
  readonly stored: unknown;
  readonly recomputed: unknown;
}

const tolerance = 1e-12;

/** `leaves`: how many values were compared. */
export function differences(
  stored: unknown,
  recomputed: unknown,
  what: string,
): { readonly leaves: number; readonly found: Difference[] } {
  const found: Difference[] = [];
  let leaves = 0;
  const visit = (a: unknown, b: unknown, path: string): void => {
    if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const step = Array.isArray(a) ? `[${nameOf(a, key)}]` : `${path.endsWith(': ') ? '' : '.'}${key}`;
        visit(at(a, key), at(b, key), path + step);
      }
      return;
    }
    leaves += 1;
    if (!same(a, b)) found.push({ what: path, stored: a ?? null, recomputed: b ?? null });
  };
  visit(stored, recomputed, what);
  return { leaves, found };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function at(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** A critic is easier to find by its name than by its place. */
function nameOf(list: object, key: string): string {
  const one = at(list, key);
  const name = isObject(one) ? at(one, 'critic') : undefined;
  return typeof name === 'string' ? name : key;
}

function same(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
  }
  return (a ?? null) === (b ?? null);
}
