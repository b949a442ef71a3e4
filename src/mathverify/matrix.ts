// Arithmetic of matrices of expressions: sums, products, multiples, powers, transposes, determinants, traces.
import { childrenOf, type Node, number } from './ast.ts';
import type { Budget } from './budget.ts';
import { exactValue } from './exact.ts';
import { someNode } from './walk.ts';

type Rows = readonly (readonly Node[])[];

const maxDeterminant = 5;

/** The matrix (or, for a determinant or trace, the number) that a node comes to; null when no matrix is involved. */
export function matrixOf(node: Node, budget: Budget): Node | null {
  budget.charge();
  if (node.kind === 'call' && (node.name === 'det' || node.name === 'tr') && node.args.length === 1) {
    const rows = rowsOf(node.args[0]!, budget);
    if (rows === null || rows.length !== rows[0]!.length || rows.length > maxDeterminant) return null;
    return node.name === 'det' ? determinant(rows, budget) : sum(rows.map((row, i) => row[i]!));
  }
  const rows = rowsOf(node, budget);
  return rows === null ? null : { kind: 'matrix', rows };
}

function rowsOf(node: Node, budget: Budget): Rows | null {
  budget.charge();
  switch (node.kind) {
    case 'matrix':
      return node.rows;
    case 'negate': {
      const rows = rowsOf(node.value, budget);
      return rows && mapCells(rows, (cell) => ({ kind: 'negate', value: cell }));
    }
    case 'add': {
      const parts = node.terms.map((term) => rowsOf(term, budget));
      return parts.reduce((a, b) => (a && b ? added(a, b) : null));
    }
    case 'multiply':
      return product(node.factors, budget);
    case 'divide': {
      const rows = rowsOf(node.top, budget);
      return rows && mapCells(rows, (cell) => ({ kind: 'divide', top: cell, bottom: node.bottom }));
    }
    case 'power':
      return rowsOfPower(node.base, node.exponent, budget);
    default:
      return null;
  }
}

function mapCells(rows: Rows, change: (cell: Node) => Node): Rows {
  return rows.map((row) => row.map(change));
}

function sameShape(a: Rows, b: Rows): boolean {
  return a.length === b.length && a[0]!.length === b[0]!.length;
}

function added(a: Rows, b: Rows): Rows | null {
  return sameShape(a, b) ? a.map((row, i) => row.map((cell, j) => sum([cell, b[i]![j]!]))) : null;
}

function sum(terms: readonly Node[]): Node {
  return terms.length === 1 ? terms[0]! : { kind: 'add', terms };
}

function product(factors: readonly Node[], budget: Budget): Rows | null {
  let result: Rows | null = null;
  const scalars: Node[] = [];
  for (const factor of factors) {
    const rows = rowsOf(factor, budget);
    if (rows === null) scalars.push(factor);
    else if (result === null) result = rows;
    else {
      const next = multiplied(result, rows, budget);
      if (next === null) return null;
      result = next;
    }
  }
  if (result === null || scalars.length === 0) return result;
  return mapCells(result, (cell) => ({ kind: 'multiply', factors: [...scalars, cell] }));
}

function multiplied(a: Rows, b: Rows, budget: Budget): Rows | null {
  if (a[0]!.length !== b.length) return null;
  budget.charge(a.length * b.length * b[0]!.length);
  return a.map((row) =>
    b[0]!.map((_, j) =>
      bearable(sum(row.map((cell, k): Node => ({ kind: 'multiply', factors: [cell, b[k]![j]!] }))), budget),
    ),
  );
}

const maxWeight = 200;
const weights = new WeakMap<Node, number>();

/** The nodes of an expression, each as often as it occurs. */
function weightOf(node: Node): number {
  const known = weights.get(node);
  if (known !== undefined) return known;
  const weight = childrenOf(node).reduce((total, child) => total + weightOf(child), 1);
  weights.set(node, weight);
  return weight;
}

/** A cell of a product, worked out where it grows: every further factor repeats it as often as the matrix has columns. */
function bearable(cell: Node, budget: Budget): Node {
  const weight = weightOf(cell);
  if (weight <= maxWeight) return cell;
  budget.charge(weight);
  const value = exactValue(cell, budget);
  return value === null ? cell : number(value);
}

function rowsOfPower(base: Node, exponent: Node, budget: Budget): Rows | null {
  const rows = rowsOf(base, budget);
  if (rows === null) return null;
  if (exponent.kind === 'symbol' && exponent.name === 'T')
    return rows[0]!.map((_, j) => rows.map((row) => row[j]!));
  const count = exactValue(exponent, budget);
  if (count?.d !== 1n || count.n < -8n || count.n > 8n) return null;
  if (count.n < 1n) return inverted(rows, -count.n, budget);
  let result: Rows | null = rows;
  for (let k = 1n; k < count.n && result !== null; k += 1n) result = multiplied(result, rows, budget);
  return result;
}

/** The inverse of a square matrix to a power, or the unit matrix for 0; null for a determinant of zero. */
function inverted(rows: Rows, power: bigint, budget: Budget): Rows | null {
  if (rows.length !== rows[0]!.length || rows.length > maxDeterminant - 1) return null;
  if (power === 0n) return rows.map((row, i) => row.map((_, j) => number({ n: i === j ? 1n : 0n, d: 1n })));
  const bottom = determinant(rows, budget);
  if (exactValue(bottom, budget)?.n === 0n) return null;
  const inverse = rows.map((row, i) =>
    row.map((_, j): Node => {
      const rest = rows.filter((_, k) => k !== j).map((line) => line.filter((_, k) => k !== i));
      const minor: Node = rest.length === 0 ? number({ n: 1n, d: 1n }) : determinant(rest, budget);
      const top: Node = (i + j) % 2 === 0 ? minor : { kind: 'negate', value: minor };
      return { kind: 'divide', top, bottom };
    }),
  );
  return rowsOfPower({ kind: 'matrix', rows: inverse }, number({ n: power, d: 1n }), budget);
}

function determinant(rows: Rows, budget: Budget): Node {
  budget.charge(rows.length);
  if (rows.length === 1) return rows[0]![0]!;
  const terms = rows[0]!.map((cell, j): Node => {
    const minor = rows.slice(1).map((row) => row.filter((_, k) => k !== j));
    const term: Node = { kind: 'multiply', factors: [cell, determinant(minor, budget)] };
    return j % 2 === 0 ? term : { kind: 'negate', value: term };
  });
  return sum(terms);
}

/** Whether a value is a number: no letter, words or unknown function in it can stand for a matrix. */
export function isWorkedOut(node: Node): boolean {
  return !someNode(
    node,
    (inner) =>
      /^(?:symbol|matrix|text)$/.test(inner.kind) ||
      (inner.kind === 'call' && !inner.known) ||
      (inner.kind === 'constant' && inner.name === 'i'),
  );
}
