// Checks of pairs of answers, whichever of the two is gold. For tests only.
import assert from 'node:assert/strict';
import { verify } from '../../src/mathverify/index.ts';

type Pairs = readonly (readonly [gold: string, prediction: string])[];

function check(pairs: Pairs, equal: boolean): void {
  for (const [left, right] of pairs) {
    for (const [gold, prediction] of [
      [left, right],
      [right, left],
    ] as const) {
      const { verdict, reason } = verify({ gold, prediction });
      const told = `${gold} and ${prediction}: ${verdict}, ${reason}`;
      assert.equal(verdict === 'equal', equal, told);
      assert.match(verdict, /^(?:equal|different|undecided|unparsed)$/, told);
      assert.notEqual(reason, '', told);
    }
  }
}

/** Each pair is equal either way round. */
export function areEqual(pairs: Pairs): void {
  check(pairs, true);
}

/** No pair is equal, whichever side is gold. */
export function areUnequal(pairs: Pairs): void {
  check(pairs, false);
}
