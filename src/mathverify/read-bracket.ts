// Brackets of every shape: grouping, points, intervals, sets, set builders, floors and ceilings.
import { call, type Node } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { unreadable } from './failure.ts';
import { assembled } from './lists.ts';
import { type ItemList, readItem, readList } from './read-expression.ts';
import { builderOf } from './set-builder.ts';
import type { Token } from './token.ts';

/** The content of the bracket ahead, up to its partner, as one value. */
export function readBrackets(cursor: Cursor): Node {
  return cursor.bracketed(() => {
    const open = cursor.next().value;
    if (open === '{') return readBraces(cursor);
    const list = readList(cursor);
    const close = cursor.sees('close') ? cursor.next().value : unreadable();
    if (open === 'floor' || open === 'ceil') return call(open, [onlyItem(list)]);
    const items = list.groups.length === 1 ? list.groups[0]! : list.groups.flat();
    if (items.length === 0) return open === 'group' ? unreadable() : { kind: 'tuple', items: [] };
    if (open === 'group')
      return list.groups.length > 1
        ? assembled(list.groups)
        : items.length === 1
          ? items[0]!
          : { kind: 'set', items };
    if (open === 'angle') return { kind: 'tuple', items };
    if (items.length === 1) return items[0]!;
    // [0; 1] as [0, 1]: a semicolon where commas are decimal.
    if (items.length === 2) {
      return {
        kind: 'interval',
        low: items[0]!,
        high: items[1]!,
        lowClosed: open.startsWith('['),
        highClosed: close === ']',
        ...(open.endsWith('interval') ? { sure: true as const } : {}),
      };
    }
    return { kind: 'tuple', items };
  });
}

function onlyItem(list: ItemList): Node {
  const items = list.groups.length === 1 ? list.groups[0]! : list.groups.flat();
  return items.length === 1 ? items[0]! : unreadable();
}

function readBraces(cursor: Cursor): Node {
  if (cursor.takes('close')) return { kind: 'set', items: [] };
  const length = cursor.closerOf(-1);
  const inside = cursor.slice(length);
  const bars = inside.filter((token) => token.kind === 'bar').length;
  cursor.barEnds = bars % 2 === 1 || isColonBuilder(inside);
  const list = readList(cursor);
  if (cursor.barEnds && (cursor.takes('bar') || cursor.takes('operator', ':')))
    return readBuilder(cursor, list);
  if (!cursor.takes('close')) unreadable();
  return { kind: 'set', items: list.groups.flat(), braced: true };
}

// {x : condition} has a relation behind its colon; a ratio in braces has none.
function isColonBuilder(inside: readonly Token[]): boolean {
  const colon = inside.findIndex((token) => token.kind === 'operator' && token.value === ':');
  return colon >= 0 && inside.slice(colon).some((token) => token.kind === 'relation');
}

// {x | condition}: the condition represents the set of its solutions; {2k | k in Z} needs both.
function readBuilder(cursor: Cursor, list: ItemList): Node {
  cursor.barEnds = false;
  const head = onlyItem(list);
  const conditions = [readItem(cursor)];
  while (cursor.takes('separator', 'or')) conditions.push(readItem(cursor));
  return (cursor.takes('close') ? builderOf(head, conditions) : null) ?? unreadable();
}
