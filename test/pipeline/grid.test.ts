// A grid through the commands: calls that cells share, a kill, halving, batches, and mistakes that are said before a call.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentHash } from '../../src/publish/publication.ts';
import type { GridObject } from '../../src/records/grid.ts';
import type { Solution } from '../../src/records/solution.ts';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, repository, runCommand, runHere } from '../support/cli.ts';
import { sameInDuckdb } from '../support/in-duckdb.ts';
import { temporaryFolder } from '../support/temporary.ts';

const records = join(repository, 'data', 'samples', 'late-errors-test.jsonl');

const small = {
  name: 'small-grid',
  about: 'six settings of one critic',
  source: { files: [records], limit: 12 },
  stages: [{ use: 'critic', with: { protocol: 'first_error' } }],
  sinks: [{ file: 'final.jsonl' }],
  grid: {
    vary: { temperature: [0.5, 1], votes: [1, 2, 4] },
    reference: { temperature: 0.5, votes: 1 },
  },
  seed: 1,
};
/** Of six cells on twelve records: each on its own, and the largest of each temperature alone. */
const [alone, shared] = [12 * 2 * (1 + 2 + 4), 12 * 2 * 4];

interface Setting {
  readonly cwd: string;
  readonly server: Simulator;
  readonly run: (...words: string[]) => ReturnType<typeof runHere>;
  readonly args: (...words: string[]) => string[];
}

async function setting(t: TestContext, declaration: object = small, latencyMs = 0): Promise<Setting> {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs });
  t.after(() => server.close());
  await writeFile(join(cwd, 'grid.json'), JSON.stringify(declaration));
  const endpoint = ['--endpoint', server.url, '--model', 'latebench-sim/critic', '--cache', 'off'];
  const args = (...words: string[]) => ['run', 'grid.json', ...endpoint, ...words];
  return { cwd, server, args, run: (...words) => runHere(args(...words), { cwd }) };
}

const gridIn = async (cwd: string, folder: string): Promise<GridObject> =>
  JSON.parse(await readFile(join(cwd, folder, 'grid.json'), 'utf8')) as GridObject;

const finalIn = async (cwd: string, folder: string): Promise<Solution[]> =>
  jsonLines(await readFile(join(cwd, folder, 'final.jsonl'), 'utf8')) as unknown as Solution[];

test('six cells make the calls of the largest two; killed and resumed, none is paid for twice', async (t) => {
  const { cwd, server, args, run } = await setting(t, small, 10);
  const planned = await run('--dry-run', '--price', 'in=1,out=2');
  assert.equal(planned.code, 0, planned.stderr);
  assert.match(planned.stdout, /^6 cells \(2 values of temperature, 3 values of votes\) over 12 records\./m);
  assert.match(planned.stdout, new RegExp(`Calls: ${shared}; ${alone} if each cell were run alone`));
  assert.match(planned.stdout, /\$0\.\d+/);
  assert.equal(server.counts.requests, 0);

  const whole = await run('--run', 'whole');
  assert.equal(whole.code, 0, whole.stderr);
  assert.equal(server.counts.requests, shared);

  const killed = await runCommand(args('--run', 'killed', '-c', '4'), {
    cwd,
    started(child) {
      void (async () => {
        while (server.counts.requests < shared + 20 && child.exitCode === null) await sleep(2);
        child.kill('SIGKILL');
      })();
    },
  });
  assert.equal(killed.signal, 'SIGKILL');
  const resumed = await run('--run', 'killed', '-c', '4');
  assert.equal(resumed.code, 0, resumed.stderr);
  const paid = server.counts.requests - shared;
  assert.ok(
    paid >= shared && paid <= shared + 4,
    `${paid} calls for ${shared}, at most 4 in flight at the kill`,
  );
  assert.deepEqual(await gridIn(cwd, 'killed'), await gridIn(cwd, 'whole'));
  assert.deepEqual(await finalIn(cwd, 'killed'), await finalIn(cwd, 'whole'));
  const { cells } = await gridIn(cwd, 'whole');
  assert.equal(
    cells.reduce((sum, { usage }) => sum + usage.calls, 0),
    alone,
  );
  assert.ok(whole.stdout.split('\n').every((line) => line.length <= 80 || line.includes(cwd)));
  assert.match(whole.stdout, /^(No cell|temperature)/);
  assert.match(whole.stdout, /made by a simulation/);
});

test('a cell says of each record what its critic says alone, and every command reads the folder', async (t) => {
  const { cwd, run } = await setting(t);
  const done = await run('--run', 'r');
  assert.equal(done.code, 0, done.stderr);
  const name = 'temperature 1; votes 2';
  const { grid: _, ...plain } = small;
  const stages = [{ use: 'critic', with: { temperature: 1, votes: 2, name } }];
  await writeFile(join(cwd, 'grid.json'), JSON.stringify({ ...plain, stages }));
  const one = await run('--run', 'one');
  assert.equal(one.code, 0, one.stderr);
  const own = await finalIn(cwd, 'one');
  const ofGrid = await finalIn(cwd, 'r');
  for (const [at, { critiques }] of ofGrid.entries()) {
    assert.equal(critiques!.length, 6);
    assert.deepEqual(
      critiques!.find(({ critic }) => critic === name),
      own[at]!.critiques![0],
    );
  }

  const page = await readFile(join(cwd, 'r/grid.html'), 'utf8');
  for (const said of ['made by a simulation', 'chart-development', name, 'Quote the second'])
    assert.ok(page.includes(said), said);
  const table = await readFile(join(cwd, 'r/grid.csv'), 'utf8');
  assert.equal(table.trim().split('\n').length, 7);
  assert.ok(
    table
      .trim()
      .split('\n')
      .slice(1)
      .every((line) => line.includes('latebench-sim/critic')),
  );
  const final = await finalIn(cwd, 'r');
  assert.deepEqual(
    (await sameInDuckdb(join(cwd, 'r/records.parquet'))).map(contentHash),
    final.map(contentHash),
  );
  const scored = await runHere(['score', 'r/records.parquet', '--format', 'json', '-q'], { cwd });
  assert.equal(JSON.parse(scored.stdout).critics.length, 6);
  const packed = await runHere(['bundle', 'r'], { cwd });
  assert.equal(packed.code, 0, packed.stderr);
  const verified = await runHere(['verify-run', 'r.tar.gz'], { cwd });
  assert.equal(verified.code, 0, verified.stdout);
  assert.match(verified.stdout, /72 critiques from stored replies/);

  const grid = await gridIn(cwd, 'r');
  const [best] = grid.cells;
  const changed = {
    ...grid,
    cells: [{ ...best, held_out: { ...best!.held_out, value: 0.123 } }, ...grid.cells.slice(1)],
  };
  await writeFile(join(cwd, 'r/grid.json'), JSON.stringify(changed));
  const wrong = await runHere(['verify-run', 'r'], { cwd });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /grid\.json: cells\[0\]\.held_out\.value: stored 0\.123, recomputed/);
});

test('halving spends less, says who went when, and keeps what was eliminated with the records it judged', async (t) => {
  const vary = { temperature: [0.3, 0.6, 0.9, 1.2], votes: [1, 2] };
  const grid = { vary, development: 0.7, headline: 'exact', halving: { rungs: 2 } };
  const { cwd, server, run } = await setting(t, { ...small, source: { files: [records] }, grid });
  const planned = await run('--dry-run');
  assert.match(planned.stdout, /at most, before cells are eliminated/);
  assert.match(planned.stdout, /Rung 1: 8 cells judge 35\.0% of the problems; 4 continue/);
  const done = await run('--run', 'r', '--full');
  assert.equal(done.code, 0, done.stderr);
  const full = 17 * 4 * 2;
  const made = server.counts.requests;
  assert.ok(made < full, `${made} of ${full}`);
  assert.match(done.stdout.replaceAll('\n', ' '), /Rung 1: 8 cells judged 35\.0% of the problems/);
  assert.match(done.stdout.replaceAll(/\s+/g, ' '), /with the lowest exact on the development records/);
  const { cells, settings } = await gridIn(cwd, 'r');
  const gone = settings.rungs.map(({ eliminated }) => eliminated.length);
  // The reference may stay beyond those that a rung keeps.
  assert.ok(gone[0]! >= 3 && gone[0]! <= 4 && gone[1]! >= 1, String(gone));
  const judged = new Map<string, number>();
  for (const { critiques } of await finalIn(cwd, 'r'))
    for (const { critic } of critiques!) judged.set(critic, (judged.get(critic) ?? 0) + 1);
  for (const { name, eliminated, development, held_out } of cells) {
    assert.equal(judged.get(name), development.n + held_out.n);
    if (eliminated === null) assert.equal(judged.get(name), 17);
    else assert.equal(held_out.n, 0);
  }
  const first = cells.filter(({ eliminated }) => eliminated === 1).map(({ development }) => development.n);
  const second = cells.filter(({ eliminated }) => eliminated === 2).map(({ development }) => development.n);
  assert.ok(Math.max(...first) < Math.min(...second));
  const again = await run('--run', 'r', '--offline');
  assert.equal(again.code, 0, again.stderr);
  assert.equal(server.counts.requests, made);
  const verified = await runHere(['verify-run', 'r'], { cwd });
  assert.equal(verified.code, 0, verified.stdout);
});

test('by batches all cells go at once, and come to the same', async (t) => {
  const { cwd, server, run } = await setting(t);
  assert.equal((await run('--run', 'd')).code, 0);
  const batched = await run('--run', 'b', '--batch');
  assert.equal(batched.code, 0, batched.stderr);
  assert.deepEqual(await gridIn(cwd, 'b'), await gridIn(cwd, 'd'));
  assert.equal(server.counts.completed, 2 * shared);
  const log = jsonLines(await readFile(join(cwd, 'b/batches.jsonl'), 'utf8'));
  assert.equal(new Set(log.map(({ batch }) => batch)).size, 1, JSON.stringify(log));
});

test('mistakes in a grid are said before a call, with what was probably meant', async (t) => {
  const { cwd, server, run } = await setting(t);
  const { vary } = small.grid;
  const two = [...small.stages, { use: 'critic', with: { name: 'second' } }];
  const cases: readonly (readonly [RegExp, object])[] = [
    [
      /grid: vary: critic has no option tempreature; did you mean temperature\?/,
      { grid: { vary: { tempreature: [1] } } },
    ],
    [
      /grid: cell protocol first_eror: critic: protocol: .*first_error/,
      { grid: { vary: { protocol: ['first_eror'] } } },
    ],
    [/grid: cell votes 0: critic: votes/, { grid: { vary: { votes: [1, 0] } } }],
    [/grid: vary: votes has 1 twice/, { grid: { vary: { votes: [1, 1] } } }],
    [/grid: it has no field refrence; did you mean reference\?/, { grid: { vary, refrence: {} } }],
    [/grid: reference: vote is not varied; did you mean votes\?/, { grid: { vary, reference: { vote: 1 } } }],
    [/grid: reference: votes 3 is none of its values: 1, 2, 4/, { grid: { vary, reference: { votes: 3 } } }],
    [/grid\.headline: f2 is none of f1, .*did you mean f1\?/, { grid: { vary, headline: 'f2' } }],
    [/grid\.vary: name at least one option/, { grid: { vary: {} } }],
    [/grid: vary: name is the grid's own/, { grid: { vary: { name: ['a', 'b'] } } }],
    [/grid: several stages add critiques \(1 critic, 2 critic\)/, { stages: two }],
    [/grid: no stage adds critiques/, { stages: [{ use: 'filter', with: {} }] }],
    [
      /grid: stage: filter adds no critique, so its options change the records.*run a pipeline for each value/,
      {
        stages: [{ use: 'filter', with: {} }, ...small.stages],
        grid: { vary: { minSteps: [1, 2] }, stage: 'filter' },
      },
    ],
    [/grid\.stage filtre: the pipeline has 1 critic/, { grid: { vary, stage: 'filtre' } }],
    [
      /these are 300 cells, and at most 256/,
      { grid: { vary: { maxTokens: Array.from({ length: 300 }, (_, at) => at + 1) } } },
    ],
  ];
  for (const [says, change] of cases) {
    await writeFile(join(cwd, 'grid.json'), JSON.stringify({ ...small, ...change }));
    const { code, stderr } = await run('--run', 'r', '-q');
    assert.equal(code, 2, stderr);
    assert.match(stderr, says);
  }
  await writeFile(join(cwd, 'grid.json'), JSON.stringify(small));
  const from = await run('--run', 'r', '--from', 'critic');
  assert.equal(from.code, 2);
  assert.match(from.stderr, /--from: a grid has no stage to begin at; run it again to resume/);
  assert.equal(server.counts.requests, 0);
});
