// Congruences: the whole numbers that satisfy one, as residues of a modulus. The family n = 5k + 2 is one beside a congruence.
import { type CallNode, call, type Node, number, type RelationNode } from './ast.ts';
import type { Budget } from './budget.ts';
import { type Compare, type Context, found, type Outcome } from './context.ts';
import { exactValue } from './exact.ts';
import { keyOf } from './key.ts';
import { minus } from './kinks.ts';
import { formOf, normalDifference } from './normal-form.ts';
import { integer } from './rational.ts';
import { substituted } from './substitute.ts';
import { symbolsOf } from './walk.ts';
import { witnessOfTruth } from './witness.ts';

/** Whole numbers of a name: those with one of some residues, in increasing order, of the smallest modulus. */
interface Classes {
  readonly name: string;
  readonly modulus: number;
  readonly residues: readonly number[];
}

const maxModulus = 3000n;

/** a = b (mod m). */
export function congruence(left: Node, right: Node, modulus: Node): CallNode {
  return call('congruent', [left, right, modulus]);
}

/** A value that is meant modulo another, 3 (mod 7): all whole numbers with that residue, or the residue itself. */
export function residue(value: Node, modulus: Node): CallNode {
  return call('residue', [value, modulus]);
}

function residueParts(node: Node): [value: Node, modulus: Node] | null {
  return node.kind === 'call' && node.known && node.name === 'residue'
    ? [node.args[0]!, node.args[1]!]
    : null;
}

/** n = 1, 2 (mod 4) where only the last item names the modulus; null for other lists. */
export function residuesOf(items: readonly Node[]): Node | null {
  const [first, last] = [items[0]!, items[items.length - 1]!];
  const meant = residueParts(last);
  if (items.length < 2 || meant === null || first.kind !== 'relation' || first.operators.join() !== '=')
    return null;
  const values = [first.parts[1]!, ...items.slice(1, -1), meant[0]];
  if (values.some((value) => value.kind === 'relation' || residueParts(value) !== null)) return null;
  return congruence(first.parts[0]!, { kind: 'set', items: values }, meant[1]);
}

export function isCongruence(node: Node): node is CallNode {
  return node.kind === 'call' && node.known && node.name === 'congruent';
}

/** Compares where at least one side is a congruence; null where none is. */
export function compareCongruences(
  gold: Node,
  prediction: Node,
  context: Context,
  compare: Compare,
): Outcome | null {
  if (residueParts(gold) !== null || residueParts(prediction) !== null) {
    const [left, right] = [asCongruence(gold, prediction), asCongruence(prediction, gold)];
    return compare(left, right, context);
  }
  if (!isCongruence(gold) && !isCongruence(prediction)) return null;
  const [a, b] = [classesOf(gold, context.budget), classesOf(prediction, context.budget)];
  if (a !== null && b !== null && a.name === b.name) return compareClasses(a, b, context);
  if (isCongruence(gold) && isCongruence(prediction)) {
    const same = gold.args.every((part, k) => compare(part, prediction.args[k]!, context) === 'equal');
    if (same) return found(context, 'equal', 'the same congruence');
  }
  const other = isCongruence(gold) ? prediction : gold;
  if (a !== null && b !== null) {
    const point = new Map([
      [a.name, integer(outside(a, true))],
      [b.name, integer(outside(b, false))],
    ]);
    if (isProper(a) && isProper(b))
      return found(
        context,
        'different',
        'congruences of different unknowns',
        'exact',
        witnessOfTruth(point, true),
      );
  }
  return other.kind === 'number'
    ? found(context, 'different', 'a congruence and a single number')
    : found(context, 'undecided', 'the congruence could not be solved');
}

/** A residue beside a congruence is one of the same unknown; beside a plain value it is its value. */
function asCongruence(node: Node, other: Node): Node {
  const parts = residueParts(node);
  if (parts === null) return node;
  const [value, modulus] = parts;
  if (residueParts(other) !== null) return congruence({ kind: 'symbol', name: 'residue' }, value, modulus);
  return isCongruence(other) ? congruence(other.args[0]!, value, modulus) : value;
}

function compareClasses(a: Classes, b: Classes, context: Context): Outcome {
  if (a.modulus === b.modulus && `${a.residues}` === `${b.residues}`)
    return found(context, 'equal', `the same ${a.residues.length} residues modulo ${a.modulus}`, 'exact');
  const within = (value: number, { modulus, residues }: Classes): boolean =>
    residues.includes(((value % modulus) + modulus) % modulus);
  let value = 0;
  while (within(value, a) === within(value, b)) value += 1;
  const witness = witnessOfTruth(new Map([[a.name, integer(value)]]), within(value, a));
  return found(context, 'different', 'not the same residues', 'exact', witness);
}

/** Whether some whole numbers satisfy it and some do not. */
function isProper({ modulus, residues }: Classes): boolean {
  return residues.length > 0 && residues.length < modulus;
}

/** The smallest natural number that is in the classes, or that is not. */
function outside({ residues }: Classes, inside: boolean): number {
  if (inside) return residues[0] ?? 0;
  let value = 0;
  while (residues.includes(value)) value += 1;
  return value;
}

function classesOf(node: Node, budget: Budget): Classes | null {
  if (node.kind === 'relation') return familyOf(node, budget);
  if (node.kind === 'set') return eitherOf(node.items, budget);
  if (!isCongruence(node)) return null;
  const [left, right, divisor] = node.args as [Node, Node, Node];
  const names = symbolsOf(node);
  const modulus = exactValue(divisor, budget);
  if (names.size !== 1 || modulus === null || modulus.d !== 1n || modulus.n < 1n || modulus.n > maxModulus)
    return null;
  const name = [...names][0]!;
  const differences = (right.kind === 'set' ? right.items : [right]).map((item) => minus(left, item));
  if (!differences.every((difference) => isWholePolynomial(difference, name, budget))) return null;
  const residues: number[] = [];
  for (let r = 0; r < Number(modulus.n); r += 1) {
    const scope = new Map([[name, integer(r)]]);
    const holds = differences.some((difference) => {
      const value = exactValue(difference, budget, scope);
      return value !== null && value.n % modulus.n === 0n;
    });
    if (holds) residues.push(r);
  }
  return reduced({ name: name, modulus: Number(modulus.n), residues });
}

/** Different residues of one modulus side by side: no number has both, so that each will do. */
function eitherOf(items: readonly Node[], budget: Budget): Classes | null {
  const [first, ...others] = items.map((item) => (isCongruence(item) ? classesOf(item, budget) : null));
  if (first == null) return null;
  const residues = new Set(first.residues);
  for (const other of others) {
    if (other?.name !== first.name || other.modulus !== first.modulus) return null;
    for (const residue of other.residues) if (residues.size === residues.add(residue).size) return null;
  }
  return reduced({ ...first, residues: [...residues].sort((a, b) => a - b) });
}

/** Whether a node is a polynomial of a symbol with whole coefficients, so that its residues repeat. */
function isWholePolynomial(node: Node, name: string, budget: Budget): boolean {
  const form = formOf(node, budget);
  return (
    form !== null &&
    [...form.values()].every(
      ({ factor, atoms }) =>
        factor.d === 1n &&
        [...atoms].every(([key, { power }]) => key === keyOf({ kind: 'symbol', name }) && power > 0),
    )
  );
}

/** n = a k + b for every whole number k. */
function familyOf(node: RelationNode, budget: Budget): Classes | null {
  const [left, right] = node.parts as [Node, Node];
  if (node.operators.length !== 1 || node.operators[0] !== '=' || left.kind !== 'symbol') return null;
  const names = [...symbolsOf(right)];
  if (names.length !== 1 || names[0] === left.name) return null;
  const line = lineOf(right, names[0]!, budget);
  if (line === null || line.slope === 0n || line.slope > maxModulus || line.slope < -maxModulus) return null;
  const modulus = Number(line.slope < 0n ? -line.slope : line.slope);
  const rest = Number(line.start % BigInt(modulus));
  return reduced({ name: left.name, modulus, residues: [(rest + modulus) % modulus] });
}

function lineOf(node: Node, name: string, budget: Budget): { slope: bigint; start: bigint } | null {
  if (!isWholePolynomial(node, name, budget)) return null;
  const at = (k: number): bigint | null => {
    const value = exactValue(node, budget, new Map([[name, integer(k)]]));
    return value === null ? null : value.n;
  };
  const form = formOf(node, budget)!;
  const isLine = [...form.values()].every(({ atoms }) =>
    [...atoms.values()].every(({ power }) => power === 1),
  );
  const [start, next] = [at(0), at(1)];
  return !isLine || start === null || next === null ? null : { slope: next - start, start };
}

/** With the smallest modulus. */
function reduced(classes: Classes): Classes {
  const { name, modulus, residues } = classes;
  const members = new Set(residues);
  for (let divisor = 1; divisor < modulus; divisor += 1) {
    if (modulus % divisor !== 0) continue;
    if (residues.every((r) => members.has((r + divisor) % modulus)))
      return { name, modulus: divisor, residues: residues.filter((r) => r < divisor) };
  }
  return classes;
}

const shifts = [0, 1, -1, 2, -2, 3, -3, 4, -4];

/**
 * Whether two expressions run through the same values as a symbol of both runs through all whole numbers: k and 1 - k.
 * Only symbols that customarily do so, and small shifts.
 */
export function isSameFamily(a: Node, b: Node, budget: Budget): boolean {
  const others = symbolsOf(b);
  const names = [...symbolsOf(a)].filter((name) => others.has(name) && /^[jklmnt](?:_|'|$)/.test(name));
  for (const name of names) {
    for (const sign of [-1, 1]) {
      for (const shift of shifts) {
        if (sign > 0 && shift === 0) continue;
        const turned: Node = { kind: 'multiply', factors: [number(integer(sign)), { kind: 'symbol', name }] };
        const moved: Node = { kind: 'add', terms: [turned, number(integer(shift))] };
        const put = substituted(b, new Map([[name, moved]]));
        if (put !== null && normalDifference(a, put, budget)?.zero) return true;
      }
    }
  }
  return false;
}
