// A plan that is given up at any of its calls, as often as one likes, and run again: its output is that of a plan that
// nobody touched, and only calls that were in flight are made twice.
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { run } from '../../src/library/run.ts';
import { critic, ingest, inject, write } from '../../src/library/stages.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { repetitions } from '../support/thorough.ts';

interface Counting {
  readonly url: string;
  calls: number;
  /** Called as a call arrives, before it is answered, with its number since it was set. */
  onCall: (calls: number) => void;
}

/** The simulation behind a server that sees each call first. */
async function startCounting(t: TestContext): Promise<Counting> {
  const simulation = await startSimulator({ seed: 1, requestCounts: false });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const post = request.method === 'POST';
    if (post) {
      counting.calls += 1;
      counting.onCall(counting.calls);
    }
    const answer = await fetch(`${new URL(simulation.url).origin}${request.url}`, {
      method: request.method ?? 'GET',
      ...(post ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await simulation.close();
  });
  const { port } = server.address() as AddressInfo;
  const counting: Counting = { url: `http://127.0.0.1:${port}/v1`, calls: 0, onCall: () => {} };
  return counting;
}

test('given up at any call and run again, a plan makes the same and pays for little twice', async (t) => {
  const home = await temporaryFolder(t);
  const server = await startCounting(t);
  const models = { CRITIC: 'critic', INJECT: 'injector' };
  const set = (name: string, value: string): void => {
    const before = process.env[name];
    process.env[name] = value;
    t.after(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  };
  for (const [role, model] of Object.entries(models))
    set(`LATEBENCH_${role}_MODEL`, `latebench-sim/${model}`);
  set('LATEBENCH_HOME', home);
  let runs = 0;
  const attempt = async (folder: string, concurrency: number, signal?: AbortSignal): Promise<boolean> => {
    const settings = {
      endpoint: server.url,
      folder: join(folder, 'run'),
      seed: 1,
      concurrency,
      ...(signal && { signal }),
    };
    const stages = [inject({ cleanFraction: 0.5, verifyVotes: 0 }), critic({ votes: 2 })] as const;
    const output = write(join(folder, 'out.jsonl'));
    const { complete } = await run(settings, ingest({ synthetic: { count: 6, seed: 3 } }), ...stages, output);
    return complete;
  };
  const prepared = async (): Promise<string> => {
    runs += 1;
    const folder = join(home, String(runs));
    await mkdir(folder);
    process.env.LATEBENCH_HOME = join(folder, '.latebench');
    server.calls = 0;
    server.onCall = () => {};
    return folder;
  };
  const calm = await prepared();
  assert.ok(await attempt(calm, 4));
  const whole = server.calls;
  const expected = await readFile(join(calm, 'out.jsonl'), 'utf8');
  assert.ok(whole > 12, `${whole} calls`);

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: whole }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 5 }),
      async (kills, concurrency) => {
        const folder = await prepared();
        let givenUp = 0;
        for (const after of kills) {
          const stop = new AbortController();
          const from = server.calls;
          server.onCall = (calls) => {
            if (calls === from + after) stop.abort();
          };
          const complete = await attempt(folder, concurrency, stop.signal).catch(() => false);
          if (!complete) {
            givenUp += 1;
            await assert.rejects(
              readFile(join(folder, 'out.jsonl')),
              'nothing half-written has the final name',
            );
          }
        }
        server.onCall = () => {};
        assert.ok(await attempt(folder, concurrency));
        assert.equal(await readFile(join(folder, 'out.jsonl'), 'utf8'), expected);
        // Each of the two endpoints has its own calls in flight.
        const max = whole + givenUp * 2 * concurrency;
        assert.ok(server.calls <= max, `${server.calls} calls, ${max} allowed`);
      },
    ),
    { numRuns: repetitions(3, 12) },
  );
});
