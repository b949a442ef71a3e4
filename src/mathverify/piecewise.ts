// Expressions by cases: a call of `piecewise` whose arguments are values and conditions in turns. The first case whose
// condition holds gives the value.
import { call, type Node, number, type RelationOperator, relation } from './ast.ts';

const always = relation(['='], [number({ n: 0n, d: 1n }), number({ n: 0n, d: 1n })]);

/** The rows of a cases environment as one value; null when they are not values with conditions. */
export function piecewiseOf(rows: readonly (readonly Node[])[]): Node | null {
  const args: Node[] = [];
  for (const row of rows) {
    const [value, condition] = row;
    if (row.length !== 2 || value === undefined || value.kind === 'relation') return null;
    if (condition?.kind === 'relation' && condition.operators.every(isOrder)) args.push(value, condition);
    else if (condition?.kind === 'text' && /^(?:otherwise|else)\b/i.test(condition.value))
      args.push(value, always);
    else return null;
  }
  return args.length < 4 ? null : call('piecewise', args);
}

function isOrder(operator: RelationOperator): boolean {
  return /^(?:=|!=|<|>|<=|>=)$/.test(operator);
}

/**
 * The value of the case that applies.
 *
 * @param sign The sign of the difference of two parts at the point, or null when that is not known.
 * @returns null when no case applies or a condition cannot be decided.
 */
export function chosenCase(
  args: readonly Node[],
  sign: (left: Node, right: Node) => number | null,
): Node | null {
  for (let k = 0; k + 1 < args.length; k += 2) {
    const condition = args[k + 1]!;
    if (condition.kind !== 'relation') return null;
    const holds = holdsAt(condition.operators, condition.parts, sign);
    if (holds === null) return null;
    if (holds) return args[k]!;
  }
  return null;
}

function holdsAt(
  operators: readonly RelationOperator[],
  parts: readonly Node[],
  sign: (left: Node, right: Node) => number | null,
): boolean | null {
  for (const [k, operator] of operators.entries()) {
    const found = sign(parts[k]!, parts[k + 1]!);
    if (found === null) return null;
    if (!satisfies(operator, found)) return false;
  }
  return true;
}

/** Whether two sides whose difference has a sign are in a relation. */
export function satisfies(operator: RelationOperator, sign: number): boolean {
  switch (operator) {
    case '=':
      return sign === 0;
    case '!=':
      return sign !== 0;
    case '<':
      return sign < 0;
    case '>':
      return sign > 0;
    case '<=':
      return sign <= 0;
    default:
      return sign >= 0;
  }
}
