// Successive halving on a queue: each rung is a piece of work of its own, workers stay between them, and whatever is killed
// in the middle, the files are those of one machine and no reply is paid for twice.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GridObject } from '../../src/records/grid.ts';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { type Running, runBeside } from '../support/beside.ts';
import { type Outcome, repository, runHere } from '../support/cli.ts';
import { type RedisServer, startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const declared = {
  name: 'halved',
  about: 'six settings of one critic, halved twice',
  source: { files: [join(repository, 'data', 'samples', 'late-errors-test.jsonl')] },
  stages: [{ use: 'critic', with: { protocol: 'first_error' } }],
  sinks: [{ file: 'final.jsonl' }],
  grid: {
    vary: { temperature: [0.3, 0.9, 1.2], votes: [1, 2] },
    ...{ development: 0.7, headline: 'exact', halving: { rungs: 2 } },
  },
  seed: 1,
};
const compared = ['grid.json', 'grid.csv', 'final.jsonl', 'results.json', 'records.parquet'];

interface World {
  readonly cwd: string;
  readonly paid: () => number;
  readonly coordinate: (...words: string[]) => ReturnType<typeof runHere>;
  /** As processes, which can be killed. */
  readonly begin: (...words: string[]) => Started;
  readonly work: (...words: string[]) => Started;
}

interface Started {
  readonly child: Running;
  readonly ended: Promise<Outcome>;
  /** Resolves when the process has said it. */
  said(text: RegExp): Promise<void>;
}

describe('halving on a queue', { skip: withoutRedis }, () => {
  let redis: RedisServer;
  let server: Simulator;
  let here: { readonly folder: string; readonly calls: number };

  const declare = (...words: string[]): string[] => [
    ...['run', 'g.json', '--endpoint', server.url, '--model', 'latebench-sim/critic'],
    ...words,
  ];

  async function world(t: TestContext): Promise<World> {
    const cwd = await temporaryFolder(t);
    await writeFile(join(cwd, 'g.json'), JSON.stringify(declared));
    const common = ['--cache', 'off', '--redis', redis.url];
    const queued = (...words: string[]) => declare('--engine', 'bullmq', ...words);
    const start = (...words: string[]): Started => {
      let child: Running | undefined;
      let printed = '';
      let over = false;
      const ended = runBeside(t, [...words, ...common], {
        cwd,
        started(one) {
          child = one;
        },
        said(text) {
          printed += text;
        },
      });
      void ended.finally(() => {
        over = true;
      });
      return {
        child: child!,
        ended,
        async said(text) {
          while (!text.test(printed)) {
            assert.ok(!over, printed);
            await sleep(5);
          }
        },
      };
    };
    const first = server.counts.requests;
    return {
      cwd,
      paid: () => server.counts.requests - first,
      coordinate: (...words) => runHere([...queued(...words), ...common], { cwd }),
      begin: (...words) => start(...queued(...words)),
      work: (...words) => start('worker', ...words),
    };
  }

  async function sameAsHere(folder: string): Promise<void> {
    for (const name of compared) {
      const [queued, alone] = await Promise.all([folder, here.folder].map((of) => readFile(join(of, name))));
      assert.ok(queued!.equals(alone!), name);
    }
  }

  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latebench-test-'));
    [redis, server] = await Promise.all([startRedis(), startSimulator({ latencyMs: 3 })]);
    await writeFile(join(folder, 'g.json'), JSON.stringify(declared));
    const { code, stderr } = await runHere(declare('--run', 'alone', '--cache', 'off'), { cwd: folder });
    assert.equal(code, 0, stderr);
    here = { folder: join(folder, 'alone'), calls: server.counts.requests };
  });
  after(async () => {
    await Promise.all([redis.close(), server.close()]);
    await rm(dirname(here.folder), { recursive: true });
  });

  test('workers, one of them killed and one late, and a coordinator killed between the rungs', async (t) => {
    const { cwd, paid, coordinate, begin, work } = await world(t);
    const { settings } = JSON.parse(await readFile(join(here.folder, 'grid.json'), 'utf8')) as GridObject;
    assert.ok(settings.rungs.every(({ eliminated }) => eliminated.length > 0));

    await mkdir(join(cwd, 'q'));
    const doomed = work('q', '-c', '2', '--lock', '5');
    const killed = begin('--run', 'q');
    while (paid() < 10) await sleep(5);
    doomed.child.kill('SIGKILL');
    const worker = work('q', '-c', '2', '--lock', '5');
    await killed.said(/rung 2 of 2: \d+ records are on the queue/);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const late = work('q', '-c', '2');
    const resumed = await coordinate('--run', 'q');
    assert.equal(resumed.code, 0, resumed.stderr);
    await sameAsHere(join(cwd, 'q'));
    const calls = paid();
    assert.ok(
      calls >= here.calls && calls <= here.calls + 2,
      `${calls} calls for ${here.calls}, 2 in flight`,
    );
    for (const { code, stderr } of [await worker.ended, await late.ended]) {
      assert.equal(code, 0, stderr);
      assert.match(stderr, /the run is done/);
    }

    // What is there already needs no worker.
    const again = await coordinate('--run', 'q');
    assert.equal(again.code, 0, again.stderr);
    assert.equal(paid(), calls);
    const verified = await runHere(['verify-run', 'q'], { cwd });
    assert.equal(verified.code, 0, verified.stdout);
  });

  test('machines that share no disk, by a store', async (t) => {
    const { cwd, paid, coordinate, work } = await world(t);
    const store = ['--store', join(cwd, 'store')];
    const worker = work('own', '-c', '4', ...store);
    const { code, stderr } = await coordinate('--run', 'q', ...store);
    assert.equal(code, 0, stderr);
    await sameAsHere(join(cwd, 'q'));
    assert.equal(paid(), here.calls);
    assert.equal((await worker.ended).code, 0);
    assert.ok(!existsSync(join(cwd, 'store', 'latebench')), 'nothing is left in the store');
    const layouts = await readdir(join(cwd, 'own', 'queue'));
    assert.equal(layouts.length, 1, 'a worker keeps no files of rungs that are over');
  });
});
