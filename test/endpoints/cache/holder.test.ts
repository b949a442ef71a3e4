// Whether what a process holds is still held.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasLapsed, holdFor, livenessOfHolder } from '../../../src/endpoints/cache/holder.ts';

test('a hold lasts from when it began for as long as it was taken', () => {
  const hold = holdFor(60_000);
  assert.deepEqual([hold.ms, hasLapsed(hold), livenessOfHolder(hold)], [60_000, false, 'living']);
  assert.equal(hasLapsed(holdFor(0)), true);
  assert.equal(hasLapsed({ ...hold, at: hold.at - 59_000 + 10 }), false);
  assert.equal(hasLapsed({ ...hold, at: hold.at - 60_000 }), true);
  assert.equal(hasLapsed({ ...hold, at: hold.at + 60_000 }), true, 'of another boot');
});

test('a hold of a process that has ended, or cannot be seen, is known as such', () => {
  const hold = holdFor(1);
  const of = (change: object) => livenessOfHolder({ ...hold, process: { ...hold.process, ...change } });
  if (hold.process.started !== null) assert.equal(of({ started: '1' }), 'dead');
  assert.equal(of({ host: 'another', boot: 'another' }), 'unknown');
});
