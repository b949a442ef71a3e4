// The tests chosen for a change are those that reach it by imports that run, its own module first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFiles, testsReaching } from '../support/tests-of-change.ts';

const tests = testFiles();

test('a source file is reached by the tests of its module, nearest first', () => {
  const reaching = testsReaching(['src/statistics/wilson.ts'], tests);
  assert.ok(reaching.slice(0, 3).includes('test/statistics/wilson.test.ts'), reaching.join(' '));
  assert.ok(reaching.every((file) => file.startsWith('test/statistics/')));
});

test('where no test of its module imports it, those of others are taken', () => {
  const others = tests.filter((file) => !file.startsWith('test/statistics/'));
  const reaching = testsReaching(['src/statistics/wilson.ts'], others);
  assert.ok(reaching.includes('test/metrics/breakdown.test.ts'), reaching.join(' '));
  assert.ok(!reaching.includes('test/mathverify/parse.test.ts'));
});

test('a change of a test, or of a file that tests share, is reached too', () => {
  assert.deepEqual(testsReaching(['test/statistics/wilson.test.ts'], tests), [
    'test/statistics/wilson.test.ts',
  ]);
  assert.ok(testsReaching(['test/support/loopback-hub-faults.ts'], tests).length > 3);
});

test('what no test imports is reached by none', () => {
  assert.deepEqual(testsReaching(['README.md'], tests), []);
});
