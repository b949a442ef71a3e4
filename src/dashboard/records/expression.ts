// Compound filters as text, so that they are part of an address: `label:erroneous AND (outcome:missed OR NOT mine:pending)
// AND steps>=8`. Precedence: NOT, AND, OR; two conditions beside each other are joined by AND.
import { LateBenchError } from '../../errors.ts';

export const comparisons = ['>=', '<=', '>', '<', '='] as const;
export type Comparison = (typeof comparisons)[number];

export type Expression =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'value'; readonly field: string; readonly value: string }
  | { readonly kind: 'steps'; readonly comparison: Comparison; readonly count: number };

interface Token {
  readonly text: string;
  /** Character of the expression, from 1. */
  readonly at: number;
}

const token = /\s*(\(|\)|(?:"(?:[^"\\]|\\.)*"|[^\s()"])+)/y;
const maxDepth = 50;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const start = token.lastIndex;
    const [, found] = token.exec(text) ?? [];
    if (found === undefined)
      throw new LateBenchError(
        'LB_USAGE',
        `filter: a quotation mark is not closed at character ${start + 1}`,
      );
    tokens.push({ text: found, at: token.lastIndex - found.length + 1 });
  }
  return tokens;
}

function unquoted(text: string): string {
  return text.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => inner.replace(/\\(.)/g, '$1'));
}

function conditionOf({ text, at }: Token): Expression {
  const [, sign, number] = /^steps:?(>=|<=|>|<|=|(?=\d))(\d{1,9})$/.exec(text) ?? [];
  if (number !== undefined) {
    return { kind: 'steps', comparison: (sign === '' ? '=' : sign) as Comparison, count: Number(number) };
  }
  const [, field, value] = /^([a-z_]+)[:=]([\s\S]+)$/.exec(text) ?? [];
  if (field !== undefined) return { kind: 'value', field, value: unquoted(value!) };
  throw new LateBenchError(
    'LB_USAGE',
    `filter: "${text}" at character ${at} is not a condition: write field:value, field:"two words" or steps>=8, joined by AND, OR, NOT and parentheses`,
  );
}

/** Throws LB_USAGE with the place of what cannot be read. */
export function parseExpression(text: string): Expression {
  const tokens = tokensOf(text);
  let next = 0;
  const is = (word: string): boolean => tokens[next]?.text.toUpperCase() === word;
  const group = (kind: 'all' | 'any', of: readonly Expression[]): Expression =>
    of.length === 1 ? of[0]! : { kind, of };

  function some(depth: number): Expression {
    const parts = [every(depth)];
    while (is('OR')) {
      next += 1;
      parts.push(every(depth));
    }
    return group('any', parts);
  }
  function every(depth: number): Expression {
    const parts = [one(depth)];
    while (next < tokens.length && !is('OR') && !is(')')) {
      if (is('AND')) next += 1;
      parts.push(one(depth));
    }
    return group('all', parts);
  }
  function one(depth: number): Expression {
    const given = tokens[next];
    if (given === undefined)
      throw new LateBenchError('LB_USAGE', 'filter: it ends where a condition should be');
    if (depth > maxDepth) throw new LateBenchError('LB_USAGE', `filter: more than ${maxDepth} levels`);
    next += 1;
    if (given.text.toUpperCase() === 'NOT') return { kind: 'not', of: one(depth + 1) };
    if (given.text !== '(') return conditionOf(given);
    const inner = some(depth + 1);
    if (!is(')'))
      throw new LateBenchError('LB_USAGE', `filter: the parenthesis at character ${given.at} is not closed`);
    next += 1;
    return inner;
  }

  const whole = some(0);
  const rest = tokens[next];
  if (rest === undefined) return whole;
  throw new LateBenchError('LB_USAGE', `filter: "${rest.text}" at character ${rest.at} is not expected`);
}

/** The fields that an expression asks for; `steps` for a number of steps. */
export function fieldsOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'value':
      return [expression.field];
    case 'steps':
      return ['steps'];
    case 'not':
      return fieldsOf(expression.of);
    default:
      return expression.of.flatMap(fieldsOf);
  }
}
