// A declaration is data: what TypeScript can put into it and JSON cannot hold would be lost, or taken for something else.
import { LateBenchError } from '../errors.ts';

/** Deeper than any declaration; a value that holds itself has no end. */
const maxDepth = 100;

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Where the first value is that `isSought` accepts, as a path; null where there is none. */
function placeOf(
  value: unknown,
  isSought: (value: unknown, depth: number) => boolean,
  path: readonly string[] = [],
): readonly string[] | null {
  if (isSought(value, path.length)) return path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = placeOf(inner, isSought, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function isForeign(value: unknown, depth: number): boolean {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && (!isPlain(value) || depth > maxDepth);
}

function placeText(place: readonly string[]): string {
  return place.slice(0, 8).join('.');
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
    place = placeOf(definition, isForeign);
  } catch (cause) {
    // A getter, which runs when it is read.
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new LateBenchError('LB_CONFIG', `${name}: a field of it cannot be read: ${said}`, { cause });
  }
  if (place === null) return;
  const where = place.length === 0 ? '' : ` (${placeText(place)})`;
  const message = `${name}: it holds a value that is not a text, number, list or plain object${where}`;
  throw new LateBenchError('LB_CONFIG', message);
}

/**
 * A field of a file that is there and undefined comes from something that is not set, such as a variable of the
 * environment. Without it, the configured endpoint would be called in place of the one that was meant, or the run would
 * have no budget.
 *
 * @throws LB_CONFIG
 */
export function checkDefined(definition: object, name: string): void {
  const place = placeOf(definition, (value) => value === undefined);
  if (place === null) return;
  const remedy = 'set what it is read from (a variable of the environment?), or leave the field out';
  throw new LateBenchError('LB_CONFIG', `${name}: ${placeText(place)} is undefined: ${remedy}`);
}
