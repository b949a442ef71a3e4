// What sort of value was read, in one word for people. It looks at the outside of a value only.
import type { Node } from './ast.ts';
import { isBuilder } from './set-builder.ts';
import { hasFreeSigns } from './signs.ts';
import { symbolsOf } from './walk.ts';

/** `number` for anything that comes to one (1/2, 2 sqrt(3)), `expression` with unknowns, else the value's own kind. */
export function kindOf(value: Node | string): string {
  if (typeof value === 'string') return 'choice';
  switch (value.kind) {
    case 'set':
    case 'tuple':
    case 'interval':
    case 'relation':
    case 'matrix':
    case 'percent':
    case 'symbol':
    case 'text':
      return value.kind;
    case 'quantity':
      return kindOf(value.value);
    case 'setop':
    case 'domain':
      return 'set';
    case 'call':
      if (isBuilder(value) || hasFreeSigns(value)) return 'set';
      break;
  }
  return symbolsOf(value).size === 0 ? 'number' : 'expression';
}
