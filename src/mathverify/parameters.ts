// Answers with a parameter and what it runs through: x = 2k pi, k in Z. The parameter's name means nothing.
import type { Node } from './ast.ts';
import { type Compare, type Context, found, type Outcome } from './context.ts';
import { compareFamilies } from './families.ts';
import { isBuilder } from './set-builder.ts';
import { substituted } from './substitute.ts';
import { symbolsOf } from './walk.ts';

interface Parametrised {
  readonly value: Node;
  readonly name: string;
  readonly domain: string;
}

/** Compares where at least one side names a parameter and its domain; null where none does. */
export function compareParametrised(
  gold: Node,
  prediction: Node,
  context: Context,
  compare: Compare,
): Outcome | null {
  const [a, b] = [parametrised(gold), parametrised(prediction)];
  if (a === null && b === null) return null;
  if (a !== null && b !== null && a.domain !== b.domain)
    return found(context, 'undecided', 'parameters that run through different numbers');
  const known = (a ?? b)!;
  // A side that does not say what its parameter runs through means all whole or all real numbers.
  if ((a === null || b === null) && !/^[ZR]$/.test(known.domain)) return null;
  const other = a === null ? gold : b === null ? prediction : b.value;
  const name = b !== null && a !== null ? b.name : parameterOf(other, known);
  const renamed = name === null || name === known.name ? other : renameIn(other, name, known);
  if (name === null || renamed === null) return null;
  const outcome =
    a === null ? compare(renamed, known.value, context) : compare(known.value, renamed, context);
  if (outcome === 'equal') return outcome;
  const [left, right] = a === null ? [renamed, known.value] : [known.value, renamed];
  const family = known.domain === 'Z' ? compareFamilies(left, right, known.name, context, compare) : null;
  return family ?? found(context, 'undecided', 'the parameter may run through the same values');
}

function parametrised(node: Node): Parametrised | null {
  if (isBuilder(node) && node.args.length === 2 && node.args[0]!.kind !== 'relation')
    return withParameter(node.args[0]!, node.args[1]!);
  if (node.kind !== 'set' || node.items.length < 2) return null;
  const last = node.items[node.items.length - 1]!;
  const rest = node.items.slice(0, -1);
  return withParameter(rest.length === 1 ? rest[0]! : { kind: 'set', items: rest }, last);
}

function withParameter(value: Node, membership: Node): Parametrised | null {
  if (membership.kind !== 'relation' || membership.operators.join() !== 'in') return null;
  const [element, domain] = membership.parts as [Node, Node];
  if (element.kind !== 'symbol' || domain.kind !== 'domain' || !symbolsOf(value).has(element.name))
    return null;
  // x = k, k in Z says that x is whole, which x = n does not.
  const told = value.kind === 'relation' ? value.parts[value.parts.length - 1]! : value;
  if (told.kind === 'symbol') return null;
  return { value, name: element.name, domain: domain.name };
}

/** The only symbol that the other side does not use, or the parameter itself; null where there is no choice. */
function parameterOf(node: Node, known: Parametrised): string | null {
  const names = symbolsOf(node);
  if (names.has(known.name)) return known.name;
  const shared = symbolsOf(known.value);
  const own = [...names].filter((name) => !shared.has(name));
  return own.length === 1 ? own[0]! : null;
}

function renameIn(node: Node, name: string, known: Parametrised): Node | null {
  if (symbolsOf(node).has(known.name)) return null;
  return substituted(node, new Map([[name, { kind: 'symbol', name: known.name }]]));
}
