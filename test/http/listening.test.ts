// A port that cannot be had is said in one line that names the option, whichever command serves.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { listening } from '../../src/http/listening.ts';
import { runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const serving: readonly (readonly string[])[] = [
  ['simulate', '--port'],
  ['verify', '--serve', '--port'],
  ['view', 'data/samples/problems.jsonl', '--port'],
  ['critic', '--endpoint', 'sim', 'data/samples/problems.jsonl', '--metrics-port'],
  ['run', 'quickstart', '--metrics-port'],
];

test('a number that is no port, and a port that is taken, are refused by every command that serves', async (t) => {
  const cwd = await temporaryFolder(t);
  const other = createServer();
  t.after(() => other.close());
  const taken = await listening(other, { port: 0 });
  const turns = serving.flatMap((words) =>
    ['70000', String(taken)].map((port) => ({
      args: [...words.map((word) => (word.startsWith('data/') ? `${process.cwd()}/${word}` : word)), port],
    })),
  );
  const outcomes = await runInTurn(turns, { cwd });
  for (const [at, { code, stderr }] of outcomes.entries()) {
    const { args } = turns[at]!;
    const option = args.at(-2)!;
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    const wanted =
      at % 2 === 0
        ? `${option} 70000: give a port from 0 (any free one) to 65535 (LB_USAGE)`
        : `cannot serve on 127.0.0.1:${taken}: the port is taken; choose another with ${option} (LB_CONFIG)`;
    assert.ok(stderr.includes(wanted), `${args.join(' ')}: ${stderr}`);
  }
});

test('a server has the port that it asks for, or a free one', async (t) => {
  const [first, second] = [createServer(), createServer()];
  t.after(() => [first, second].map((server) => server.close()));
  const free = await listening(first, { port: 0 });
  assert.ok(free > 0);
  // As for a connection that the system has no file for.
  for (const _ of [1, 2]) first.emit('error', Object.assign(new Error('accept'), { code: 'EMFILE' }));
  assert.ok(first.listening);
  await new Promise((resolve) => first.close(resolve));
  assert.equal(await listening(second, { port: free }), free);
  await assert.rejects(listening(createServer(), { port: 1.5 }), { code: 'LB_USAGE' });
  await assert.rejects(listening(createServer(), { host: '192.0.2.1', port: 0 }), { code: 'LB_CONFIG' });
});
