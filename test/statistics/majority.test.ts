import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { majority, tieRules } from '../../src/statistics/majority.ts';

test('each tie rule settles the same tie between "no error" and two steps in its own way', () => {
  const votes = [4, -1, 2, 2, -1, 4];
  const winners = tieRules.map((rule) => [rule, majority(votes, 6, rule).value]);
  assert.deepEqual(winners, [
    ['first', 4],
    ['smallest', 2],
    ['no_error', -1],
    ['abstain', null],
  ]);
});

test('the winner has the most valid votes, and only a tie depends on the order', () => {
  const votesOf = fc.array(fc.option(fc.integer({ min: -3, max: 8 }), { nil: null }), { maxLength: 12 });
  fc.assert(
    fc.property(
      votesOf,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(...tieRules),
      (votes, steps, rule) => {
        const result = majority(votes, steps, rule);
        const valid = votes.filter((vote) => vote !== null && vote >= -1 && vote < steps);
        assert.equal(result.valid, valid.length);
        assert.equal(result.invalid, votes.length - valid.length);
        for (const vote of new Set(valid)) {
          assert.ok(valid.filter((other) => other === vote).length <= result.top);
        }
        if (result.value !== null) {
          assert.equal(valid.filter((vote) => vote === result.value).length, result.top);
        }
        const reversed = majority([...votes].reverse(), steps, rule);
        if (!result.tie || rule !== 'first') assert.deepEqual(reversed, result);
      },
    ),
  );
});
