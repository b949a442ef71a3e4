// A Redis that is there and does not answer in time, or refuses what it is asked: nobody says that it is not there.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { examineRedis } from '../../src/queue/check-redis.ts';
import { askRedis, startRedis, withoutRedis } from '../support/redis.ts';

test('a server that takes a connection and gives no answer is said to do that', {
  timeout: 30_000,
}, async (t) => {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as { readonly port: number };
  const problem = await examineRedis(`redis://127.0.0.1:${port}`);
  assert.match(problem?.what ?? '', /^the server at 127\.0\.0\.1:\d+ gives no answer within 5 s$/);
  assert.match(problem?.remedy ?? '', /port|load/);
});

test('a Redis that a script keeps busy, and one without INFO, are said to be that', {
  skip: withoutRedis,
  timeout: 30_000,
}, async (t) => {
  const [busy, bare] = await Promise.all([startRedis(), startRedis(['--rename-command', 'INFO', ''])]);
  t.after(() => Promise.all([busy.close(), bare.close()]));
  const port = Number(new URL(busy.url).port);
  askRedis(port, 'config', 'set', 'busy-reply-threshold', '1');
  const script = spawn('redis-cli', ['-p', String(port), 'eval', 'while true do end', '0'], {
    stdio: 'ignore',
  });
  t.after(() => script.kill());
  while (!askRedis(port, 'ping').startsWith('BUSY')) await new Promise((resolve) => setTimeout(resolve, 50));
  const held = await examineRedis(busy.url);
  assert.match(held?.what ?? '', /^the Redis at 127\.0\.0\.1:\d+ is busy with a script$/);
  assert.match(held?.remedy ?? '', /script kill/);
  const refused = await examineRedis(bare.url);
  assert.match(
    refused?.what ?? '',
    /^the Redis at 127\.0\.0\.1:\d+ refuses what a queue needs: .*unknown command/,
  );
});
