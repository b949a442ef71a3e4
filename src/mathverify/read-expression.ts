// The grammar above products: lists, relation chains, set operations and sums.
import { call, type Node, number, type RelationOperator, relation } from './ast.ts';
import { type Cursor, maxRowLength } from './cursor.ts';
import { unreadable } from './failure.ts';
import { readProduct } from './read-product.ts';
import { congruence, residue } from './residues.ts';

/** A list of items and the separators between them, up to a closing token or the end. */
export interface ItemList {
  readonly groups: readonly (readonly Node[])[];
  /** Whether "or" is in front of each item but the first, of the last alone, or elsewhere, if anywhere. */
  readonly or: 'each' | 'last' | 'none';
  /** The items between one "or" and the next. */
  readonly alternatives: readonly (readonly Node[])[];
}

/** Reads items parted by commas into groups parted by semicolons. Empty places between separators are skipped. */
export function readList(cursor: Cursor): ItemList {
  const groups: Node[][] = [[]];
  const choices: boolean[] = [];
  const alternatives: Node[][] = [[]];
  let isChoice = false;
  while (!cursor.sees('end') && !cursor.sees('close')) {
    const separator = cursor.peek();
    if (separator.kind === 'separator') {
      cursor.next();
      if (separator.value === 'or') isChoice = choices.length > 0 || unreadable();
      if (separator.value === ';' && groups[groups.length - 1]!.length > 0) groups.push([]);
      continue;
    }
    if (cursor.takes('row')) {
      if (groups[groups.length - 1]!.length === 0) continue;
      continue;
    }
    const item = readItem(cursor);
    groups[groups.length - 1]!.push(item);
    choices.push(isChoice);
    if (isChoice && alternatives[0]!.length > 0) alternatives.push([]);
    alternatives[alternatives.length - 1]!.push(item);
    isChoice = false;
    const after = cursor.peek();
    if (after.kind !== 'separator' && after.kind !== 'end' && after.kind !== 'close' && after.kind !== 'row')
      break;
  }
  if (groups.length > 1 && groups[groups.length - 1]!.length === 0) groups.pop();
  const [, ...behind] = choices;
  const isLast = behind.indexOf(true) === behind.length - 1;
  return {
    groups,
    alternatives,
    or: !behind.includes(true) ? 'none' : behind.every(Boolean) ? 'each' : isLast ? 'last' : 'none',
  };
}

/** One element of a list: an expression or a chain of relations between expressions. */
export function readItem(cursor: Cursor): Node {
  return cursor.nested(() => {
    const parts: Node[] = [readSetExpression(cursor)];
    const operators: RelationOperator[] = [];
    let isCongruent = false;
    for (;;) {
      if (/^(?:\\equiv|≡)/.test(cursor.text.slice(cursor.peek().start, cursor.peek().end)))
        isCongruent = true;
      const operator = relationAhead(cursor);
      if (operator === null) break;
      operators.push(operator);
      parts.push(readSetExpression(cursor));
    }
    if (operators.length === 0)
      return cursor.takes('structure', 'pmod') ? residue(parts[0]!, readProduct(cursor)) : parts[0]!;
    const chain = withoutApproximations(operators, parts);
    if (cursor.takes('structure', 'pmod')) return withModulus(chain, readProduct(cursor));
    const last = parts[parts.length - 1]!;
    // x \equiv 3 \bmod 7
    return isCongruent && last.kind === 'call' && last.known && last.name === 'mod' && operators.length === 1
      ? withModulus(relation(operators, [parts[0]!, last.args[0]!]), last.args[1]!)
      : chain;
  });
}

/** A relation with its modulus, the right side reduced where both are whole numbers. */
function withModulus(chain: Node, modulus: Node): Node {
  if (chain.kind !== 'relation' || chain.parts.length !== 2 || chain.operators[0] !== '=')
    return { kind: 'tuple', items: [chain, modulus] };
  const [left, right] = chain.parts as [Node, Node];
  const remainder = wholeOf(right);
  const divisor = wholeOf(modulus);
  if (remainder === null || divisor === null || divisor <= 0n) return congruence(left, right, modulus);
  const rest = ((remainder % divisor) + divisor) % divisor;
  return congruence(left, number({ n: rest, d: 1n }), modulus);
}

function wholeOf(node: Node): bigint | null {
  if (node.kind === 'negate') {
    const value = wholeOf(node.value);
    return value === null ? null : -value;
  }
  return node.kind === 'number' && node.value.d === 1n ? node.value.n : null;
}

function relationAhead(cursor: Cursor): RelationOperator | null {
  if (cursor.sees('structure', 'not') && cursor.peek(1).kind === 'relation') {
    cursor.next();
    const operator = cursor.next().value;
    return operator === '=' ? '!=' : operator === 'in' ? 'notin' : unreadable();
  }
  return cursor.sees('relation') ? (cursor.next().value as RelationOperator) : null;
}

/** What a value is called: a letter, or a function of no known meaning such as f(3) and \text{Area}(ABC). */
function isName(node: Node): boolean {
  return node.kind === 'symbol' || (node.kind === 'call' && !node.known && !node.name.startsWith('base '));
}

/** An approximation adds nothing to an exact left side; a bare name takes the value on its right. */
function withoutApproximations(operators: readonly RelationOperator[], parts: readonly Node[]): Node {
  const keptParts: Node[] = [parts[0]!];
  const keptOperators: RelationOperator[] = [];
  for (let i = 0; i < operators.length; i += 1) {
    const right = parts[i + 1]!;
    if (operators[i] !== 'approx') {
      keptOperators.push(operators[i]!);
      keptParts.push(right);
    } else if (isName(keptParts[keptParts.length - 1]!)) {
      keptParts[keptParts.length - 1] = right;
    }
  }
  return keptOperators.length === 0 ? keptParts[0]! : relation(keptOperators, keptParts);
}

/** Unions, intersections and differences of sets, from left to right. */
function readSetExpression(cursor: Cursor): Node {
  let left = readSum(cursor);
  for (let row = 0; cursor.sees('operator'); row += 1) {
    if (row > maxRowLength) unreadable();
    const name = setOperators.get(cursor.peek().value);
    if (name === undefined) break;
    cursor.next();
    const right = readSum(cursor);
    left = {
      kind: 'setop',
      name,
      parts:
        left.kind === 'setop' && left.name === name && name !== 'difference'
          ? [...left.parts, right]
          : [left, right],
    };
  }
  return left;
}

const setOperators = new Map<string, 'union' | 'intersection' | 'difference'>([
  ['cup', 'union'],
  ['cap', 'intersection'],
  ['setminus', 'difference'],
]);

/** Sums and differences, with ± and ∓ among them. */
export function readSum(cursor: Cursor): Node {
  let terms: Node[] = [];
  let signs = 0;
  const { start } = cursor.peek();
  if (isSign(cursor)) terms.push(readSigned(cursor, null));
  else terms.push(readProduct(cursor));
  while (cursor.sees('operator') && !cursor.integral?.closed) {
    const operator = cursor.peek().value;
    if (operator === '+' || operator === '-') {
      cursor.next();
      const term = isSign(cursor) ? readSigned(cursor, null) : readProduct(cursor);
      terms.push(operator === '+' ? term : { kind: 'negate', value: term });
    } else if (isSign(cursor)) {
      signs += 1;
      if (signs > maxRowLength) unreadable();
      terms = [readSigned(cursor, sumOf(terms))];
    } else {
      break;
    }
  }
  const isTight = terms.length === 2 && programmed.test(cursor.text.slice(start, start + maxProgrammed));
  return readInfix(cursor, isTight ? { kind: 'add', terms, tight: true } : sumOf(terms));
}

/** 2e-3, which may be a power of ten. */
const programmed = /^[\d.]+e-\d{1,3}(?!\d)/;
const maxProgrammed = 24;

/** {n \choose k} and {a \over b}, which take all that is on either side of them. */
function readInfix(cursor: Cursor, top: Node): Node {
  const chooses = cursor.sees('operator', 'choose');
  if (!chooses && !cursor.sees('operator', 'over')) return top;
  cursor.next();
  const bottom = cursor.nested(() => readSum(cursor));
  return chooses ? call('binomial', [top, bottom]) : { kind: 'divide', top, bottom };
}

function isSign(cursor: Cursor): boolean {
  return cursor.sees('operator', 'pm') || cursor.sees('operator', 'mp');
}

function readSigned(cursor: Cursor, left: Node | null): Node {
  const flipped = cursor.next().value === 'mp';
  return { kind: 'plusminus', left, right: readProduct(cursor), flipped };
}

function sumOf(terms: Node[]): Node {
  return terms.length === 1 ? terms[0]! : { kind: 'add', terms };
}
