// Expressions by cases: a call of `piecewise` whose arguments are values and conditions in turns. The first case whose
// condition holds gives the value.
import { call, type Node, number, type RelationOperator, relation } from './ast.ts';

/** A condition that holds everywhere. */
export const always = relation(['='], [number({ n: 0n, d: 1n }), number({ n: 0n, d: 1n })]);

/** The rows of a cases environment as one value; null when they are not values with conditions. */
export function piecewiseOf(rows: readonly (readonly Node[])[]): Node | null {
  const args: Node[] = [];
  for (const row of rows) {
    const [value, second] = row;
    const condition = second === undefined ? undefined : withRemainder(second);
    if (row.length !== 2 || value === undefined || value.kind === 'relation') return null;
    if (condition?.kind === 'relation' && condition.operators.every(isOrder)) args.push(value, condition);
    else if (condition?.kind === 'text' && /^(?:otherwise|else)\b/i.test(condition.value))
      args.push(value, always);
    else if (condition?.kind === 'text') return call('cases', rows.flat());
    else return null;
  }
  return args.length < 4 ? null : call('piecewise', args);
}

/** A congruence as a condition: the remainder of its difference is zero. */
function withRemainder(node: Node): Node {
  if (node.kind !== 'call' || node.name !== 'congruent') return node;
  const [left, right, modulus] = node.args as [Node, Node, Node];
  const difference: Node = { kind: 'add', terms: [left, { kind: 'negate', value: right }] };
  return relation(['='], [call('mod', [difference, modulus]), number({ n: 0n, d: 1n })]);
}

/** A condition in words, `if n is even`, as plain words; null for anything without words. */
export function conditionWords(text: string): string | null {
  if (!/\\(?:text|mbox|textrm|mathrm)\b/.test(text)) return null;
  return text
    .replace(/\\[a-z]+/gi, ' ')
    .replace(/[{}$,.;\\]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
}

/** `n even`, `if n is odd`, `for even n` as a remainder; null for other words. */
export function parityOf(words: string): Node | null {
  const found =
    /^(?:(?:if|when|for|where) )?(?:([a-zA-Z]) (?:is )?(?:an )?(even|odd)|(even|odd) ([a-zA-Z]))(?: (?:number|integer))?$/.exec(
      words,
    );
  if (found === null) return null;
  const remainder = (found[2] ?? found[3]) === 'even' ? 0n : 1n;
  return isRemainder({ kind: 'symbol', name: (found[1] ?? found[4])! }, 2n, remainder);
}

function isRemainder(value: Node, divisor: bigint, remainder: bigint): Node {
  const parts = [call('mod', [value, number({ n: divisor, d: 1n })]), number({ n: remainder, d: 1n })];
  return relation(['='], parts);
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

/** Whether a chain holds, by the signs of the differences of its parts; null when one that counts is not known. */
export function holdsAt(
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
