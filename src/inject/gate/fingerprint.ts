// Detects repeated injections: a hash of the problem and of the rewritten part, ignoring formatting.

import { bareFormula } from '../../records/bare-text.ts';
import { sha256Hex } from '../../records/identity.ts';

/** Short: millions of them are kept. 64 bits of a hash do not meet by chance. */
export function fingerprint(problem: string, at: number, steps: readonly string[]): string {
  const text = steps.map((step) => bareFormula(step).toLowerCase()).join('\n');
  return sha256Hex(`${bareFormula(problem)}\n${at}\n${text}`).slice(0, 16);
}
