import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadline } from '../../../src/endpoints/deadline.ts';

test('a reply has a deadline; a stream has none while it moves', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const late: string[] = [];
  const stream = { events: 0 };
  deadline(1000, undefined, () => late.push('reply'));
  deadline(1000, stream, () => late.push('stream'));
  const cleared = deadline(1000, { events: 0 }, () => late.push('cleared'));
  cleared();
  stream.events = 3;
  t.mock.timers.tick(1000);
  assert.deepEqual(late, ['reply']);
  stream.events = 4;
  t.mock.timers.tick(1000);
  assert.deepEqual(late, ['reply']);
  t.mock.timers.tick(999);
  assert.deepEqual(late, ['reply']);
  t.mock.timers.tick(1);
  assert.deepEqual(late, ['reply', 'stream']);
});
