// Calls of batches that have failed for good, each counted once: passes over the records meet them again and again.
import { LateBenchError } from '../../errors.ts';
import type { FailureTally } from '../failure-tally.ts';
import type { Redactor } from '../redact.ts';

export interface FailedCalls {
  get(key: string): LateBenchError | undefined;
  /** The error to throw for this call, without secrets. */
  add(key: string, error: LateBenchError): LateBenchError;
}

export function createFailedCalls(failures: FailureTally, redactor: Redactor): FailedCalls {
  const failed = new Map<string, LateBenchError>();
  return {
    get: (key) => failed.get(key),
    add(key, { code, message }) {
      const known = failed.get(key);
      if (known !== undefined) return known;
      const shown = new LateBenchError(code, redactor.text(message));
      failed.set(key, shown);
      failures.add(code, shown.message);
      return shown;
    },
  };
}
