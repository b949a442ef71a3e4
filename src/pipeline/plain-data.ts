// A declaration is data: what TypeScript can put into it and JSON cannot hold would be lost, or taken for something else.
import { LateBenchError } from '../errors.ts';

/** Deeper than any declaration; a value that holds itself has no end. */
const maxDepth = 100;

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Where the first such value is, as a path; null where there is none. */
function foreignPlace(value: unknown, path: readonly string[]): readonly string[] | null {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return path;
  if (typeof value !== 'object' || value === null) return null;
  if (!isPlain(value) || path.length > maxDepth) return path;
  for (const [key, inner] of Object.entries(value)) {
    const found = foreignPlace(inner, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

/**
 * A URL, a date or a promise has no fields of its own, so that it would be read as `{}`: a place in which nothing is set.
 *
 * @param name What the declaration is called in messages: its file.
 * @throws LB_CONFIG
 */
export function checkPlainData(definition: object, name: string): void {
  let place: readonly string[] | null;
  try {
    place = foreignPlace(definition, []);
  } catch (cause) {
    // A getter, which runs when it is read.
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new LateBenchError('LB_CONFIG', `${name}: a field of it cannot be read: ${said}`, { cause });
  }
  if (place === null) return;
  const where = place.length === 0 ? '' : ` (${place.slice(0, 8).join('.')})`;
  const message = `${name}: it holds a value that is not a text, number, list or plain object${where}`;
  throw new LateBenchError('LB_CONFIG', message);
}
