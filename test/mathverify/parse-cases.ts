// Judges the golden parse cases. For tests only.
import type { Node } from '../../src/mathverify/ast.ts';
import { Budget } from '../../src/mathverify/budget.ts';
import { configsOf, extractCase } from '../../src/mathverify/case.ts';
import { constantValue } from '../../src/mathverify/compare-number.ts';
import { defaultOptions, newContext } from '../../src/mathverify/context.ts';
import { type Parsed, parse } from '../../src/mathverify/parse.ts';
import { prepare } from '../../src/mathverify/prepare.ts';
import { toNumber } from '../../src/mathverify/rational.ts';
import { verify } from '../../src/mathverify/verify.ts';
import { withPolynomialDivisors } from './polynomial-divisor.ts';
import { readSympy } from './sympy-form.ts';

export interface ParseCase {
  readonly id: string;
  readonly kind: 'upstream' | 'latex2expr' | 'reference_snapshot';
  readonly text: string;
  readonly config: unknown;
  readonly expected: {
    readonly values?: readonly string[];
    readonly sympy?: string | null;
    readonly numeric?: string | null;
    readonly extracted_string?: string | null;
    readonly parsed_str?: string | null;
  };
}

/** Whether a case passes, and what was read instead. */
export function parsePassesCase(row: ParseCase): [boolean, unknown] {
  const got = extractCase(row as unknown as Record<string, unknown>);
  if (row.kind === 'upstream') {
    const all = [...got.values, ...(got.fallback === null ? [] : [got.fallback])];
    return [JSON.stringify(all) === JSON.stringify(row.expected.values), got];
  }
  const configs = configsOf(row.config);
  const parsed = parse(row.text, configs === null ? {} : { configs });
  if (row.kind === 'latex2expr') return [expressionPasses(row, parsed), got];
  const printed = row.expected.parsed_str ?? null;
  if (printed === null) return [parsed.value === null, got];
  const expected = readSympy(printed);
  return [expected !== null && typeof parsed.value !== 'string' && sameNodes(expected, parsed), got];
}

function expressionPasses(row: ParseCase, parsed: Parsed): boolean {
  const { sympy, numeric } = row.expected;
  if (sympy === null || sympy === undefined || sympy === 'None') return parsed.value === null;
  if (parsed.value === null || typeof parsed.value === 'string') return false;
  const value = withPolynomialDivisors(parsed.value, new Budget(20_000));
  if (numeric && !/oo/.test(numeric) && sameNumber(value, Number(numeric))) return true;
  const expected = readSympy(sympy);
  return expected !== null && sameNodes(expected, { ...parsed, value });
}

function sameNumber(node: Node, expected: number): boolean {
  const budget = new Budget(200_000);
  const value = constantValue(prepare(node, budget), newContext(defaultOptions, budget));
  return value !== null && Math.abs(toNumber(value) - expected) <= 1e-9 * Math.abs(expected);
}

function sameNodes(expected: Node, parsed: Parsed): boolean {
  const gold: Parsed = { value: expected, fallback: null, status: 'parsed', at: null };
  return verify({ gold, prediction: { ...parsed, fallback: null } }).equal;
}
