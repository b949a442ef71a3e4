// Names in messages can be read however many there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameList } from '../../src/records/name-list.ts';

test('a few names are shown, and how many more there are', () => {
  const names = Array.from({ length: 24 }, (_, at) => `cell ${at + 1}`);
  assert.equal(nameList([]), 'none');
  assert.equal(nameList(['a']), 'a');
  assert.equal(nameList(['a', 'b', 'c'], 3), 'a, b, c');
  assert.equal(nameList(['a', 'b', 'c'], 2), 'a, b and 1 more');
  assert.equal(nameList(names), 'cell 1, cell 2, cell 3, cell 4, cell 5, cell 6, cell 7, cell 8 and 16 more');
});
