// What callers from JavaScript hear of an argument of another type: no compiler has told them.
import { LateBenchError } from '../errors.ts';

function described(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

/** @returns LB_USAGE. `wanted` with its article: `the path of a file`. */
export function wrongArgument(call: string, wanted: string, value: unknown): LateBenchError {
  return new LateBenchError('LB_USAGE', `${call}: give ${wanted}, not ${described(value)}`);
}

/** @throws LB_USAGE for anything but a text */
export function checkText(call: string, wanted: string, value: unknown): void {
  if (typeof value !== 'string') throw wrongArgument(call, wanted, value);
}

/** @throws LB_USAGE for anything but an object */
export function checkObject(call: string, wanted: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw wrongArgument(call, wanted, value);
}

export function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return (
    typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
  );
}
