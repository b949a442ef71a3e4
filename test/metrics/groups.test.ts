import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  emptyGroups,
  groupEntries,
  groupFor,
  type Mergeable,
  mergeGroups,
} from '../../src/metrics/groups.ts';

interface Count {
  n: number;
}
const counts: Mergeable<Count> = {
  empty: () => ({ n: 0 }),
  merge: (into, from) => {
    into.n += from.n;
  },
};

function count(names: readonly string[], cap: number) {
  const groups = emptyGroups<Count>();
  for (const name of names) groupFor(groups, name, counts, cap).n += 1;
  return groups;
}

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '(other)', '2', '10'),
  fc.string({ maxLength: 2 }),
);

test('keeps the first names in order and pools the rest, whatever the order and the split', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, fc.boolean()), { maxLength: 60 }),
      fc.integer({ min: 1, max: 6 }),
      (items, cap) => {
        const names = items.map(([text]) => text);
        const kept = [...new Set(names)]
          .filter((text) => text !== '(other)')
          .sort()
          .slice(0, cap);
        const expected = kept.map((text): [string, Count] => [
          text,
          { n: names.filter((other) => other === text).length },
        ]);
        const rest = names.filter((text) => !kept.includes(text)).length;
        if (rest > 0) expected.push(['(other)', { n: rest }]);
        assert.deepEqual(groupEntries(count(names, cap)), expected);

        const half = (side: boolean) => items.filter(([, left]) => left === side).map(([text]) => text);
        const merged = count(half(true), cap);
        mergeGroups(merged, count(half(false), cap), counts, cap);
        assert.deepEqual(groupEntries(merged), expected);
      },
    ),
  );
});
