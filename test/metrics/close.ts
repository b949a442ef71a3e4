// Deep equality with a tolerance for numbers; everything that is not a number must be identical.
import assert from 'node:assert/strict';

/** Every key of `expected` must be there in `actual`; numbers within the tolerance, relative above 1. */
export function assertClose(actual: unknown, expected: unknown, path = 'value', tolerance = 1e-12): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const allowed = tolerance * Math.max(1, Math.abs(expected));
    assert.ok(Math.abs(actual - expected) <= allowed, `${path}: ${actual} is not ${expected}`);
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, `${path}: ${String(actual)} is no object`);
    assert.equal(Array.isArray(actual), Array.isArray(expected), path);
    if (Array.isArray(expected)) assert.equal((actual as unknown[]).length, expected.length, path);
    for (const [key, value] of Object.entries(expected)) {
      assertClose((actual as Record<string, unknown>)[key], value, `${path}.${key}`, tolerance);
    }
  } else {
    assert.equal(actual, expected, path);
  }
}

/** `assertClose` both ways, so that neither side has a key the other lacks. */
export function assertSame(actual: unknown, expected: unknown, path?: string, tolerance?: number): void {
  assertClose(actual, expected, path, tolerance);
  assertClose(expected, actual, path, tolerance);
}
