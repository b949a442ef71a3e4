// Conditions of `filter --where FIELD<op>VALUE`: dotted fields, compared as numbers where both sides are numbers.
// Nothing is evaluated: a condition is data.
import { LateBenchError } from '../errors.ts';

const operators = ['!=', '<=', '>=', '=', '<', '>', '~'] as const;
type Operator = (typeof operators)[number];

export interface Condition {
  readonly path: readonly string[];
  readonly operator: Operator;
  readonly value: string;
  readonly pattern: RegExp | null;
}

function refusal(text: string, message: string, cause?: unknown): LateBenchError {
  return new LateBenchError('LB_USAGE', `--where ${JSON.stringify(text)}: ${message}`, { cause });
}

/** `subject = "number theory"` is as good as `subject=number theory`; `==` and `=>` are slips. */
function comparedValue(written: string, operator: Operator, condition: string): string {
  const value = written.trim();
  if (operator !== '~' && /^[=<>~]/.test(value))
    throw refusal(
      condition,
      `${JSON.stringify(value)} begins with an operator; the operators are ${operators.join(' ')}`,
    );
  return /^"[^"]*"$|^'[^']*'$/.test(value) ? value.slice(1, -1) : value;
}

export function parseCondition(text: string): Condition {
  const at = text.search(/[!<>=~]/);
  const operator = at < 1 ? undefined : operators.find((candidate) => text.startsWith(candidate, at));
  if (operator === undefined) {
    throw refusal(
      text,
      `write FIELD<op>VALUE with one of ${operators.join(' ')}, for example subject=algebra`,
    );
  }
  const value = comparedValue(text.slice(at + operator.length), operator, text);
  let pattern: RegExp | null = null;
  if (operator === '~') {
    try {
      pattern = new RegExp(value, 'iu');
    } catch (cause) {
      throw refusal(text, (cause as Error).message, cause);
    }
  }
  return { path: text.slice(0, at).trim().split('.'), operator, value, pattern };
}

/** The value a dotted path leads to (`meta.level`, `steps.length`), undefined when it leads nowhere. */
export function valueAt(record: object, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) && key === 'length') value = value.length;
    else if (Object.hasOwn(value, key)) value = (value as Record<string, unknown>)[key];
    else return undefined;
  }
  return value;
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Numbers as numbers, other texts by code unit; null is neither smaller nor larger than anything. */
function compare(left: unknown, right: string): number | null {
  if (left === undefined || left === null) return null;
  const number = Number(right);
  if (typeof left === 'number' && right.trim() !== '' && !Number.isNaN(number)) return left - number;
  if (typeof left === 'object') return null;
  const text = String(left);
  return text < right ? -1 : text > right ? 1 : 0;
}

export function holds(record: object, { path, operator, value, pattern }: Condition): boolean {
  const found = valueAt(record, path);
  switch (operator) {
    case '~':
      return found !== undefined && found !== null && pattern!.test(plain(found));
    case '=':
      return plain(found) === value || compare(found, value) === 0;
    case '!=':
      return plain(found) !== value && compare(found, value) !== 0;
    default: {
      const order = compare(found, value);
      if (order === null) return false;
      if (operator === '<') return order < 0;
      if (operator === '<=') return order <= 0;
      return operator === '>' ? order > 0 : order >= 0;
    }
  }
}
