// Several processes in one run folder, whatever they do with the cache that all runs share: one call, one payment.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SessionOptions } from '../../src/executor/session.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { configOf, opened, reply } from './opened-session.ts';

const completion = JSON.stringify({
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'It is 2' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 11, completion_tokens: 3 },
});

const ways: readonly Pick<SessionOptions, 'cacheMode' | 'freshRun'>[] = [
  { cacheMode: 'off' },
  { cacheMode: 'read' },
  { cacheMode: 'on' },
  { cacheMode: 'on', freshRun: 'one' },
  { cacheMode: 'off', freshRun: 'one' },
];
for (const way of ways) {
  test(`sessions in one run folder make a call once: ${JSON.stringify(way)}`, async (t) => {
    let calls = 0;
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') return void response.end('{"data":[{"id":"m"}]}');
      calls += 1;
      setTimeout(() => response.end(completion), 150);
    });
    const given = { 'critic.base_url': `${await listening(t, server)}/v1`, 'critic.model': 'm' };
    const folder = await temporaryFolder(t);
    const run = { config: configOf(join(folder, 'home'), given), journalFolder: join(folder, 'journal') };
    const sessions = await Promise.all([1, 2, 3].map(() => opened(t, { ...way, ...run })));
    const replies = await Promise.all(sessions.map(({ session }) => reply(session)));
    assert.deepEqual(replies, ['It is 2', 'It is 2', 'It is 2']);
    assert.equal(calls, 1);
  });
}
