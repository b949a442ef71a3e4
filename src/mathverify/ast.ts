// The typed expressions that a text is read into. They say what was written; nothing is simplified here.
import type { Rational } from './rational.ts';
import type { Unit } from './units.ts';

export type RelationOperator =
  | '='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | 'in'
  | 'notin'
  | 'approx'
  | 'subset'
  | 'superset';

/** A number as written: exact value, and whether it was written with a decimal point. */
export interface NumberNode {
  readonly kind: 'number';
  readonly value: Rational;
  readonly decimal: boolean;
  /** The base a subscript gives it, as in 1011_2; null without one. */
  readonly base: number | null;
  /** Both numbers of a decimal written with a comma: 3,14 is 3 and 14 beside a list. */
  readonly list?: Node;
}

/** A pair of brackets with two parts: an interval, or a point when both ends are round; the comparison decides. */
interface IntervalNode {
  readonly kind: 'interval';
  readonly low: Node;
  readonly high: Node;
  readonly lowClosed: boolean;
  readonly highClosed: boolean;
  /** Written ]0, 1[, which is no point. */
  readonly sure?: true;
}

/** A chain a < b <= c: one more part than operators. */
export interface RelationNode {
  readonly kind: 'relation';
  readonly operators: readonly RelationOperator[];
  readonly parts: readonly Node[];
  /** Written as a set, {x : x < 3}. */
  readonly set?: true;
}

/** A known function (sin, log, gcd, floor, ...) or, with `known` false, a letter applied to arguments: f(x). */
export interface CallNode {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Node[];
  readonly known: boolean;
  /** A logarithm written without its base. */
  readonly loose?: true;
}

/** Sum, product, integral, limit or derivative. Missing bounds are null. */
export interface BinderNode {
  readonly kind: 'binder';
  readonly name: 'sum' | 'product' | 'integral' | 'limit' | 'derivative';
  readonly body: Node;
  readonly variable: string;
  readonly from: Node | null;
  readonly to: Node | null;
}

/**
 * A mathematical value as a tree; `kind` says what a node is. Values are exact: integers and fractions are bigints.
 */
export type Node =
  | NumberNode
  | IntervalNode
  | RelationNode
  | CallNode
  | BinderNode
  | { readonly kind: 'percent'; readonly value: Node }
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'constant'; readonly name: 'pi' | 'e' | 'i' | 'infinity' }
  /** `tight`: written 2e-3, without blanks. */
  | { readonly kind: 'add'; readonly terms: readonly Node[]; readonly tight?: true }
  | { readonly kind: 'multiply'; readonly factors: readonly Node[] }
  | { readonly kind: 'negate'; readonly value: Node }
  /** `loose`: written 1/2x, where x may be meant as a factor of the quotient. */
  | { readonly kind: 'divide'; readonly top: Node; readonly bottom: Node; readonly loose?: true }
  | { readonly kind: 'power'; readonly base: Node; readonly exponent: Node }
  | {
      readonly kind: 'plusminus';
      readonly left: Node | null;
      readonly right: Node;
      readonly flipped: boolean;
    }
  /** A value with a unit of measure; `product` is the value where the unit is read as a factor instead. */
  | { readonly kind: 'quantity'; readonly value: Node; readonly unit: Unit; readonly product: Node | null }
  /**
   * `or`: inequalities of one unknown of which one has to hold; without it, all of them or a list. `braced`: written in
   * braces, so that how often an element is listed says nothing.
   */
  | { readonly kind: 'set'; readonly items: readonly Node[]; readonly or?: true; readonly braced?: true }
  /** `ratio`: written 1:2:3, so that a common factor says nothing. */
  | { readonly kind: 'tuple'; readonly items: readonly Node[]; readonly ratio?: true }
  | {
      readonly kind: 'setop';
      readonly name: 'union' | 'intersection' | 'difference';
      readonly parts: readonly Node[];
    }
  | { readonly kind: 'domain'; readonly name: string }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly Node[])[] }
  | { readonly kind: 'text'; readonly value: string };

export function number(value: Rational, decimal = false, base: number | null = null): NumberNode {
  return { kind: 'number', value, decimal, base };
}

export function symbol(name: string): Node {
  return { kind: 'symbol', name };
}

export function call(name: string, args: readonly Node[], known = true): CallNode {
  return { kind: 'call', name, args, known };
}

export function relation(operators: readonly RelationOperator[], parts: readonly Node[]): RelationNode {
  return { kind: 'relation', operators, parts };
}

const collections: ReadonlySet<Node['kind']> = new Set(['set', 'tuple', 'interval', 'setop', 'domain']);

/** Whether a value is a collection of values. */
export function isCollection(node: Node): boolean {
  return collections.has(node.kind);
}

/** Whether a value is no number, whatever is in it: a collection, a matrix or words. */
export function isNonNumeric(node: Node): boolean {
  return isCollection(node) || node.kind === 'matrix' || node.kind === 'text';
}

/** The direct parts of a node, in written order. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'add':
      return node.terms;
    case 'multiply':
      return node.factors;
    case 'negate':
    case 'percent':
    case 'quantity':
      return [node.value];
    case 'divide':
      return [node.top, node.bottom];
    case 'power':
      return [node.base, node.exponent];
    case 'plusminus':
      return node.left === null ? [node.right] : [node.left, node.right];
    case 'set':
    case 'tuple':
      return node.items;
    case 'setop':
    case 'relation':
      return node.parts;
    case 'interval':
      return [node.low, node.high];
    case 'call':
      return node.args;
    case 'matrix':
      return node.rows.flat();
    case 'binder':
      return [node.body, ...(node.from ? [node.from] : []), ...(node.to ? [node.to] : [])];
    default:
      return [];
  }
}
