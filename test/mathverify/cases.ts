// Reads case files for the tests. For tests only.
import { existsSync, readFileSync } from 'node:fs';
import { verifyCase } from '../../src/mathverify/index.ts';

export type Case = Record<string, unknown> & { readonly id: string; readonly expected: boolean };

/** The rows of a JSONL file, or null when it is not there. */
export function readCases<T = Case>(path: string): T[] | null {
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

/** How many cases come out as expected, and the ids of those that do not. */
export function agreement(cases: readonly Case[]): { right: number; wrong: string[] } {
  const wrong = cases.filter((row) => verifyCase(row).equal !== row.expected).map((row) => row.id);
  return { right: cases.length - wrong.length, wrong };
}

/** `n of m (p %)` for a line of the test report. */
export function share(right: number, all: number): string {
  return `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`;
}
