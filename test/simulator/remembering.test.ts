import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembering } from '../../src/simulator/remembering.ts';

test('what was computed for a text is given again, and what was asked for longest ago is forgotten', () => {
  const computed: string[] = [];
  const lengthOf = remembering((text) => {
    computed.push(text.charAt(0));
    return text.length;
  });
  const half = 2 ** 17;
  const [a, b, c] = ['a', 'b', 'c'].map((sign) => sign.repeat(half));
  for (const text of [a!, b!, a!, c!, a!, b!]) assert.equal(lengthOf(text), half);
  assert.deepEqual(computed, ['a', 'b', 'c', 'b']);
});

test('a text that is longer than all that is remembered is computed each time', () => {
  let times = 0;
  const count = remembering(() => {
    times += 1;
    return times;
  });
  const long = 'x'.repeat(2 ** 18 + 1);
  assert.deepEqual([count(long), count(long), count('short'), count('short')], [1, 2, 3, 3]);
});
