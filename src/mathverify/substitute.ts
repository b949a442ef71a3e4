// Puts expressions in the place of symbols.
import type { Node } from './ast.ts';
import { rewrite, someNode, symbolsOf } from './walk.ts';

/** The expression with values for symbols; null where a sum, integral or derivative would bind a symbol of a value. */
export function substituted<T extends Node>(node: T, values: ReadonlyMap<string, Node>): T | null {
  const used = new Set(values.keys());
  for (const value of values.values()) symbolsOf(value, used);
  if (someNode(node, (inner) => inner.kind === 'binder' && used.has(inner.variable))) return null;
  return rewrite(node, (inner) => (inner.kind === 'symbol' ? (values.get(inner.name) ?? inner) : inner)) as T;
}
