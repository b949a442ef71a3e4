// What a signal does to the calls of a run: those on the wire are paid for and waited for, all others end at once. Real
// processes, all at the same time.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, type Outcome, repository, runCommand } from '../support/cli.ts';
import { fullBacklog } from '../support/full-backlog.ts';
import { temporaryFolder } from '../support/temporary.ts';

const samples = join(repository, 'data', 'samples', 'problems.jsonl');
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Ending = keyof typeof codes;
const longestEndMs = 2_000;
/** As many as go first to a server that has not answered yet. */
const concurrency = 3;

interface Interrupted extends Outcome {
  /** From the first signal to the end of the process. */
  readonly endedMs: number;
}

/** Runs the critic and sends the signals, each when its moment has come. */
async function interrupted(
  cwd: string,
  url: string,
  signals: readonly { readonly signal: Ending; when(child: ChildProcess): Promise<unknown> }[],
  more: readonly string[] = [],
): Promise<Interrupted> {
  let sentMs = 0;
  const words = ['critic', samples, '--endpoint', url, '-m', 'latebench-sim/critic', '--run', 'r'];
  const outcome = await runCommand([...words, '--cache', 'off', '-c', `${concurrency}`, ...more], {
    cwd,
    started: (child) =>
      void (async () => {
        for (const { signal, when } of signals) {
          await when(child);
          sentMs ||= performance.now();
          child.kill(signal);
        }
      })(),
  });
  return { ...outcome, endedMs: performance.now() - sentMs };
}

/** The events that the run has written so far. */
async function eventsOf(cwd: string): Promise<string> {
  const folder = join(cwd, 'r');
  const names = existsSync(folder) ? await readdir(folder) : [];
  const files = names.filter((name) => name.startsWith('events'));
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}

/** The run has written such an event, and waits since. */
function afterEvent(cwd: string, type: string) {
  return async (): Promise<void> => {
    while (!(await eventsOf(cwd)).includes(`"${type}"`)) await sleep(20);
    await sleep(300);
  };
}

async function slowServer(t: TestContext, latencyMs: number) {
  const server = await startSimulator({ latencyMs });
  t.after(() => server.close());
  const seen = (calls: number) => async (): Promise<void> => {
    while (server.counts.requests < calls) await sleep(5);
  };
  return { server, seen };
}

describe('a signal', { concurrency: 3 }, () => {
  test('waits for calls on the wire as long as calls take: none is lost, and none is paid for twice', async (t) => {
    const cwd = await temporaryFolder(t);
    const { server, seen } = await slowServer(t, 2_000);
    const ended = await interrupted(cwd, server.url, [{ signal: 'SIGINT', when: seen(2 * concurrency) }]);
    assert.equal(ended.code, 130, ended.stderr);
    const said = /waiting for 3 calls in flight, for at most (\d+(?:\.\d)?) s \(a second signal/;
    const patience = Number(said.exec(ended.stderr)?.[1]);
    // Half as long again as the slowest call so far: two seconds, and more on a machine that is busy.
    const took = [...(await eventsOf(cwd)).matchAll(/"wire_ms":(\d+)/g)].map(([, ms]) => Number(ms) / 1000);
    assert.equal(took.length, 6);
    assert.ok(patience >= 3 && patience <= 1.5 * Math.max(...took) + 0.1, ended.stderr);
    const { requests, completed, aborted } = server.counts;
    assert.deepEqual({ requests, completed, aborted }, { requests: 6, completed: 6, aborted: 0 });
    assert.equal(jsonLines(ended.stdout).length, 6);
    const resumed = await interrupted(cwd, server.url, [], ['--limit', '6', '--offline']);
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.equal(resumed.stdout, ended.stdout);
  });

  test('gives up calls on the wire when it comes twice', async (t) => {
    const cwd = await temporaryFolder(t);
    const { server, seen } = await slowServer(t, 1_500);
    const waiting = (child: ChildProcess) => once(child.stderr!, 'data');
    const ended = await interrupted(cwd, server.url, [
      { signal: 'SIGTERM', when: seen(2 * concurrency) },
      { signal: 'SIGTERM', when: waiting },
    ]);
    assert.equal(ended.code, 143, ended.stderr);
    while (server.counts.in_flight > 0) await sleep(5);
    assert.deepEqual([server.counts.completed, server.counts.aborted], [3, 3]);
  });

  test('waits as long as --drain says', async (t) => {
    const cwd = await temporaryFolder(t);
    const { server, seen } = await slowServer(t, 2_000);
    const [short, long] = [join(cwd, 'short'), join(cwd, 'long')];
    const first = { signal: 'SIGINT', when: seen(concurrency) } as const;
    const given = await interrupted(cwd, server.url, [first], ['--drain', '0.2', '--run', short]);
    assert.match(given.stderr, /for at most 0\.2 s/);
    assert.deepEqual([given.code, jsonLines(given.stdout).length], [130, 0]);
    const second = { signal: 'SIGINT', when: seen(2 * concurrency) } as const;
    const waited = await interrupted(cwd, server.url, [second], ['--drain', '60', '--run', long]);
    assert.match(waited.stderr, /for at most 60 s/);
    assert.deepEqual([waited.code, jsonLines(waited.stdout).length], [130, 3]);
  });

  test('ends a wait for the rest of a vote, and the votes on the wire are kept', async (t) => {
    const cwd = await temporaryFolder(t);
    const faults = [{ do: 'rate_limit', retry_after_s: 300, when: { after_calls: 6 } }] as const;
    const server = await startSimulator({ latencyMs: 1_500, faults });
    t.after(() => server.close());
    const refused = afterEvent(cwd, 'retry');
    const ended = await interrupted(cwd, server.url, [{ signal: 'SIGINT', when: refused }], ['--votes', '8']);
    assert.equal(ended.code, 130, ended.stderr);
    assert.deepEqual([server.counts.completed, server.counts.aborted], [6, 0]);
  });

  const waits: readonly (readonly [string, Ending, string, (t: TestContext) => Promise<string>])[] = [
    [
      'of Retry-After',
      'SIGINT',
      'retry',
      async (t) => {
        const server = createServer((request, response) => {
          request.resume();
          response.writeHead(429, { 'retry-after': '300' }).end('{"error":{"message":"slow down"}}');
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        t.after(() => server.close());
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      },
    ],
    [
      'for a closed port',
      'SIGTERM',
      'call_started',
      async () => {
        const server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        const { port } = server.address() as AddressInfo;
        await new Promise((done) => server.close(done));
        return `http://127.0.0.1:${port}/v1`;
      },
    ],
    [
      'for a connection that is never made',
      'SIGHUP',
      'call_started',
      async (t) => {
        const { port, close } = await fullBacklog();
        t.after(close);
        return `http://127.0.0.1:${port}/v1`;
      },
    ],
    [
      'for a server that never answers',
      'SIGINT',
      'call_started',
      async (t) => {
        const server = createServer(() => {}).listen(0, '127.0.0.1');
        await once(server, 'listening');
        t.after(() => {
          server.close();
          server.closeAllConnections();
        });
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      },
    ],
  ];
  for (const [what, signal, event, start] of waits) {
    test(`ends the wait ${what} within 2 s: ${codes[signal]} after ${signal}`, async (t) => {
      const cwd = await temporaryFolder(t);
      const url = await start(t);
      const ended = await interrupted(
        cwd,
        url,
        [{ signal, when: afterEvent(cwd, event) }],
        [...['--wait-for-endpoint', '5m']],
      );
      assert.equal(ended.code, codes[signal], ended.stderr);
      assert.equal(ended.stdout, '');
      assert.ok(ended.endedMs < longestEndMs, `${Math.round(ended.endedMs)} ms`);
    });
  }
});
