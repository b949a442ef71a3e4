// What a user sees of a server in trouble: how the command ends, what it says, and how much memory it takes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { repository, runCommand } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const samples = join(repository, 'data', 'samples', 'problems.jsonl');
const fastClock = pathToFileURL(join(repository, 'test', 'support', 'fast-clock.mjs')).href;

async function serve(t: TestContext, answer: (response: ServerResponse) => void) {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    response.on('error', () => {});
    request.resume().on('end', () => answer(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls: () => calls };
}

function wordsFor(url: string, ...more: string[]): string[] {
  return ['critic', samples, '--endpoint', url, '-m', 'm', '--cache', 'off', '--run', 'r', ...more];
}

const mebibyte = Buffer.alloc(1 << 20, 'a');

/** Sends a body of 1 GB, as fast as it is read. */
function sendGigabyte(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  let left = 1 << 10;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(mebibyte)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
}

describe('a server in trouble', { concurrency: 3 }, () => {
  for (const [status, headers, cause] of [
    [429, { 'retry-after': '0.05' }, /rejected every call for .*429: come back later/],
    [429, {}, /rejected every call for .*429: come back later/],
  ] as const) {
    const asked = 'retry-after' in headers ? ' with Retry-After' : '';
    test(`that answers ${status}${asked} for ten minutes ends the command with 4 and the cause`, async (t) => {
      const cwd = await temporaryFolder(t);
      const { url, calls } = await serve(t, (response) => {
        response.writeHead(status, headers).end('{"error":{"message":"come back later"}}');
      });
      const { code, stdout, stderr } = await runCommand(wordsFor(url), { cwd, probe: fastClock });
      assert.match(stderr, cause);
      assert.match(stderr, /run the command again to resume/);
      assert.deepEqual([code, stdout], [4, ''], stderr);
      assert.ok(calls() < 500, `${calls()} calls`);
    });
  }

  test('that answers 503 from the first call on ends the command with 2, the cause and the way to wait', async (t) => {
    const cwd = await temporaryFolder(t);
    const { url } = await serve(t, (response) => {
      response.writeHead(503).end('{"error":{"message":"come back later"}}');
    });
    const { code, stdout, stderr } = await runCommand(wordsFor(url), { cwd, probe: fastClock });
    assert.match(stderr, /answered 503: come back later.*--wait-for-endpoint/);
    assert.deepEqual([code, stdout], [2, ''], stderr);
  });

  test('that asks to wait an hour ends the command with 4 after one call for each place', async (t) => {
    const cwd = await temporaryFolder(t);
    const { url, calls } = await serve(t, (response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end('{}');
    });
    const { code, stderr } = await runCommand(wordsFor(url, '-c', '2'), { cwd });
    assert.match(stderr, /asks to wait for 60 minutes/);
    assert.deepEqual([code, calls()], [4, 3], stderr);
  });

  test('whose every reply is empty ends the command with 2 and the cause: no call has ever worked', async (t) => {
    const cwd = await temporaryFolder(t);
    const { url } = await serve(t, (response) => response.end('{"model":"m","choices":[]}'));
    const limit = ['--limit', '5', '--max-retries', '0'];
    const { code, stdout, stderr } = await runCommand(wordsFor(url, ...limit), { cwd });
    assert.match(stderr, /choices/);
    assert.deepEqual([code, stdout], [2, ''], stderr);
  });

  test('that sends bodies of 1 GB fails each call with the cause, in bounded memory', async (t) => {
    const cwd = await temporaryFolder(t);
    const { url, calls } = await serve(t, sendGigabyte);
    let peakMb = 0;
    const limits = ['--limit', '4', '-c', '2', '--max-reply-mb', '64'];
    const { code, stderr } = await runCommand(wordsFor(url, ...limits), {
      cwd,
      started: (child) => {
        const timer = setInterval(() => {
          try {
            const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
            peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
          } catch {
            // It has ended.
          }
        }, 20);
        child.once('exit', () => clearInterval(timer));
      },
    });
    assert.match(stderr, /larger than 64 MB; --max-reply-mb sets the limit/);
    assert.deepEqual([code, calls()], [4, 5], stderr);
    // Two bodies of 64 MB, a moment of garbage, and 110 MB of Node and the program.
    assert.ok(peakMb > 0 && peakMb < 450, `${Math.round(peakMb)} MB`);
  });
});
