// `latebench vote` on the golden pool, imported as a user would: figures, files, flags, and no socket.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { main } from '../../src/cli/main.ts';
import { tokenConfidence } from '../../src/deepconf/token-confidence.ts';
import { readParquet } from '../../src/storage/columnar/parquet-source.ts';
import { checkMarkup } from '../report/markup-check.ts';
import { latebench, runCommand, runHere, runInTurn, runShell } from '../support/cli.ts';
import { writtenText } from '../support/written-text.ts';
import { type DrawnTrace, drawnProblem, goldenPoolSize } from './golden-pool.ts';

interface Expected {
  mean_accuracy_over_repeats: Record<string, Record<string, number>>;
  runs: {
    K: number;
    repeat: number;
    per_problem: (Record<'measure' | 'top0.1' | 'top0.9', Record<string, number>> & {
      seed: number;
      cons: number;
    })[];
  }[];
}

const expected = JSON.parse(readFileSync('test/golden/deepconf/pool_expected.json', 'utf8')) as Expected;
const noSockets = {
  NODE_OPTIONS: `--import ${pathToFileURL(resolve('test/deepconf/no-sockets.mjs')).href}`,
};
const seeded = ['--seed', '20250815', '--repeat', '4'];

let cwd: string;
before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'latebench-test-'));
  const traces = await open(join(cwd, 'traces.jsonl'), 'w');
  const problems: string[] = [];
  for (let position = 0; position < goldenPoolSize.problems; position += 1) {
    const { truth, traces: drawn } = drawnProblem(position);
    problems.push(JSON.stringify({ id: `p${position}`, problem: `Problem ${position}`, answer: truth }));
    const rows = drawn.map((trace, sample_id) => JSON.stringify(rowOf(`p${position}`, sample_id, trace)));
    await traces.write(`${rows.join('\n')}\n`);
  }
  await traces.close();
  await writeFile(join(cwd, 'problems.jsonl'), `${problems.join('\n')}\n`);
  const args =
    'pool import traces.jsonl --problems problems.jsonl --pool pool --window 64 --tail 64 --no-keep-top';
  const { code, stderr } = await runHere(args.split(' '), { cwd });
  assert.equal(code, 0, stderr);
});

/** Token confidences instead of all candidates: a fifth of the bytes. */
function rowOf(problem_id: string, sample_id: number, { answer, logprobs, top }: DrawnTrace): object {
  const { conf } = tokenConfidence({ chosen: logprobs, top, k: goldenPoolSize.k });
  return { problem_id, sample_id, answer, token_conf: [...conf] };
}

after(() => rm(cwd, { recursive: true, force: true }));

interface Summary {
  accuracy: Record<string, number>;
  by_k: Record<string, Record<string, number>>;
  tie_rate: number;
  beats_cons: string;
  k: number;
  settings: { scores: string; window: number; tail: number };
}

async function summaryOf(run: string): Promise<Summary> {
  return JSON.parse(await readFile(join(cwd, run, 'summary.json'), 'utf8')) as Summary;
}

/** Golden names by the names in summary.json; the convention stands in the former. */
const conventions = {
  official: { lowest: 'full.lowest_group', bottom10: 'full.bottom10_floor', avg: 'avg', tail: 'tail' },
  document: { lowest: 'partial.lowest_group', bottom10: 'partial.bottom10_ceil', avg: 'avg', tail: 'tail' },
} as const;

for (const [convention, names] of Object.entries(conventions)) {
  test(`vote gives the golden accuracies (${convention}) without opening a socket`, async () => {
    const ks = ['16', '64', '128'];
    const sizes = ['--k', ks.join(','), '--convention', convention];
    const args = ['vote', '--pool', 'pool', ...seeded, ...sizes, '--run', convention];
    const outcome = await runCommand(args, { cwd, env: noSockets });
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stdout, /Cons@128 .*%/);
    const { accuracy, by_k, tie_rate, settings } = await summaryOf(convention);
    assert.equal(settings.scores, convention === 'official' ? 'stored' : 'token_conf');
    assert.deepEqual(accuracy, by_k['128']);
    const close = (actual: number | undefined, requested: number | undefined, what: string): void => {
      assert.ok(Math.abs(actual! - requested!) < 1e-9, `${what}: ${actual}, not ${requested}`);
    };
    close(tie_rate, expected.mean_accuracy_over_repeats['128']!.cons_ties, 'ties');
    for (const k of ks) {
      const golden = expected.mean_accuracy_over_repeats[k]!;
      const own = by_k[k]!;
      close(own.pass_at_1, golden.pass_at_1, 'pass_at_1');
      close(own.cons, golden.cons, 'cons');
      for (const [metric, name] of Object.entries(names)) {
        for (const method of ['measure', 'top0.1', 'top0.9']) {
          close(own[`${method}/${metric}`], golden[`${method}/${name}`], `${method}/${metric} at ${k}`);
        }
      }
    }
  });
}

test('the preload that forbids sockets does notice one', async () => {
  const record = JSON.stringify({ id: 'a', problem: 'p', steps: ['s'] });
  const args = ['critic', '--endpoint', 'sim'];
  const { code, stderr } = await runCommand(args, { cwd, env: noSockets, input: `${record}\n` });
  assert.deepEqual([code, stderr.includes('a socket was opened')], [97, true]);
});

interface VoteRow {
  k: number;
  repeat: number;
  position: number;
  method: string;
  metric: 'lowest' | 'bottom10' | 'avg' | 'tail' | null;
  weighted: boolean;
  answer: string | null;
  seed: number;
}

test('votes.parquet has each golden prediction with the seed of its working set', async () => {
  let seen = 0;
  for await (const group of readParquet(join(cwd, 'official', 'votes.parquet'))) {
    for (const row of group) {
      const { k, repeat, position, method, metric, weighted, answer, seed } = row as unknown as VoteRow;
      const run = expected.runs.find((one) => one.K === k && one.repeat === repeat)!;
      const requested = run.per_problem[position]!;
      assert.equal(Number(seed), requested.seed);
      if (metric === null) assert.equal(answer, String(requested.cons));
      else if (weighted) {
        const kind = method.split('/')[0] as 'measure' | 'top0.1' | 'top0.9';
        assert.equal(answer, String(requested[kind][conventions.official[metric]]), method);
      } else continue;
      seen += 1;
    }
  }
  assert.equal(seen, 3 * 4 * 30 * (1 + 4 * 3));
});

test('the same vote gives the same bytes, and the report is sound markup without scripts', async () => {
  const args = ['vote', 'pool', ...seeded, '--k', '16,64,128', '--convention', 'official', '--run', 'again'];
  assert.equal((await runHere(args, { cwd })).code, 0);
  for (const file of ['summary.json', 'results.json', 'votes.parquet', 'report.html']) {
    const [one, two] = await Promise.all(['official', 'again'].map((run) => readFile(join(cwd, run, file))));
    assert.ok(one!.equals(two!), file);
  }
  const { text, tags } = checkMarkup(await readFile(join(cwd, 'again', 'report.html'), 'utf8'));
  assert.equal(tags.get('svg'), 7);
  assert.match(text, /Measure\+top-10%@128/);
});

test("takes the requirement's flag names; a reader that goes away is a good end", async () => {
  const flags =
    '--confidence_metric lowest_group --group_size 32 --tail_tokens 32 --etas 0.1 0.9 --k 8 16 --repeats 2';
  const line = `${latebench} vote --pool pool ${flags} --run flags --format json --quiet | true`;
  const { code, stderr } = await runShell(line, { cwd });
  assert.deepEqual([code, stderr], [0, '']);
  const { k, accuracy, by_k, settings } = await summaryOf('flags');
  assert.equal(k, 16);
  const methods = ['measure/lowest', 'top0.1/lowest', 'top0.9/lowest'];
  assert.deepEqual(Object.keys(accuracy), ['pass_at_1', 'mean_pass', 'cons', ...methods]);
  assert.deepEqual(Object.keys(by_k), ['1', '2', '4', '8', '16']);
  assert.deepEqual([settings.window, settings.tail, settings.scores], [32, 32, 'token_conf']);
});

test('says which options of confidences no metric reads', async () => {
  const [vote, sweep] = await runInTurn(
    [
      'vote --pool pool --k 8 --repeat 2 --metrics tail --window 32 --tail 32 --run idle-vote',
      'sweep --pool pool --k 8 --repeat 2 --metrics min-window --windows 32 --bottom-count ceil --run idle-sweep',
    ].map((command) => ({ args: command.split(' ') })),
    { cwd },
  );
  assert.equal(vote!.code, 0, vote!.stderr);
  assert.deepEqual(vote!.stderr.match(/.*changes nothing.*/g), [
    'vote: --window changes nothing without lowest or bottom10 among --metrics',
  ]);
  assert.deepEqual(sweep!.stderr.match(/.*changes nothing.*/g), [
    'sweep: --bottom-count changes nothing without bottom10 among --metrics',
  ]);
});

test('says what to do when the pool is none, or an option is wrong', async () => {
  const pool = join(cwd, 'pool');
  const failing: [string[], RegExp][] = [
    [[pool, '--k', 'most'], /--k most: give whole numbers from 1 to 1000000 or all/],
    [[join(cwd, 'nowhere')], /nowhere is not a pool: /],
    [[], /name one pool/],
    [[pool, '--metrics', 'best'], /--metrics best: choose among avg, bottom10, lowest, tail/],
    [[pool, '--etas', '0.1,2'], /--etas 0\.1,2: give numbers from/],
    [[pool, '--window', '1.5'], /--window 1\.5: give a whole number of tokens, or a share/],
    [[pool, '--sentinel', 'floor'], /without its top\/ side/],
    [[pool, '--online', '--convention', 'document'], /--online judges complete windows only/],
    [[pool, '--run', join(cwd, 'problems.jsonl')], /problems\.jsonl: it is a file; name a folder/],
  ];
  for (const [args, message] of failing) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const run = args.includes('--run') ? [] : ['--run', join(cwd, 'failed')];
    const streams = { stdin: new PassThrough(), stdout, stderr };
    assert.equal(await main('latebench', ['vote', ...args, ...run], streams), 2, String(args));
    assert.match(writtenText(stderr), message);
    assert.equal(stdout.read(), null);
  }
});
