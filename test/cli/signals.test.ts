// What is said of a signal, by when it comes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchSignals } from '../../src/cli/signals.ts';

function watching() {
  const said: string[] = [];
  return { said, watch: watchSignals({ say: (line) => said.push(line), resumes: true }) };
}

test('a signal that ends the command is said at its end, once', () => {
  const { said, watch } = watching();
  process.emit('SIGTERM', 'SIGTERM');
  assert.equal(watch.stopReading.aborted, true);
  assert.equal(watch.exitCode, 143);
  watch.dispose();
  watch.dispose();
  assert.deepEqual(said, ['interrupted; run the command again to resume']);
});

test('one that comes when all is done has interrupted nothing', () => {
  const { said, watch } = watching();
  assert.equal(watch.exitCode, undefined);
  process.emit('SIGTERM', 'SIGTERM');
  watch.dispose();
  assert.deepEqual(said, []);
});
