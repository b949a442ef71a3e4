// `latebench power`: answers from a pilot and from assumed rates, in every form, with the same bytes each time.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Critique } from '../../src/records/critique.ts';
import type { PowerObject } from '../../src/records/power.ts';
import type { Solution } from '../../src/records/solution.ts';
import { jsonLines, repository, runHere } from '../support/cli.ts';
import { clusteredRecords, skillFor } from '../support/clustered-critics.ts';

let cwd = '';
const usage = { calls: 3, prompt_tokens: 900, completion_tokens: 300 };

/** A critic with three votes, of which the first is weaker than all. */
function withVotes(critique: Critique, at: number): Critique {
  const vote = (sample: number, first: number) => ({
    sample,
    status: 'ok' as const,
    first_error: first,
    first_error_strict: first,
  });
  const first = critique.first_error!;
  const votes = [at % 4 === 0 ? 0 : first, first, first].map((answer, sample) => vote(sample, answer));
  return { ...critique, votes, usage, model: 'gpt-4o-mini' };
}

before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'latebench-power-test-'));
  const records = [...clusteredRecords(60, skillFor(0.06), 3)];
  const lines = (of: (record: Solution, at: number) => object) =>
    records.map((record, at) => `${JSON.stringify(of(record, at))}\n`).join('');
  const critic = ({ critiques }: Solution, name: string, at: number) =>
    withVotes(critiques!.find((one) => one.critic === name)!, at);
  await writeFile(
    join(cwd, 'a.jsonl'),
    lines((record, at) => ({ ...record, critiques: [critic(record, 'a', at)] })),
  );
  await writeFile(
    join(cwd, 'b.jsonl'),
    lines((record, at) => ({ ...record, critiques: [critic(record, 'b', at)] })),
  );
});
after(() => rm(cwd, { recursive: true, force: true }));

const asked = (...args: string[]) =>
  runHere(['power', '--studies', '100', '--bootstrap', '100', ...args], { cwd });

async function planned(...args: string[]): Promise<PowerObject> {
  const { code, stdout, stderr } = await asked('--format', 'json', '-q', ...args);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as PowerObject;
}

test('a pilot of two files answers both questions first, in lines that fit a terminal', async () => {
  const { code, stdout, stderr } = await asked(
    'a.jsonl',
    'b.jsonl',
    '--difference',
    '6,10',
    '--call-seconds',
    '2',
  );
  assert.equal(code, 0, stderr);
  const [first = '', second = ''] = stdout.replaceAll('\n', ' ').split(/(?<=\.) (?=\d)/);
  assert.match(
    first,
    /^You need about [\d,]+ records \([\d,]+ problems\) to see a difference of 6\.0 points in F1/,
  );
  assert.match(second, /^\d+ records \(60 problems\) can show a difference of [\d.]+ points\./);
  assert.ok(stdout.split('\n').every((line) => line.length <= 80));
});

test('votes, cost and time come from the pilot and its models, and the same seed gives the same plan', async () => {
  const plan = await planned('a.jsonl', 'b.jsonl', '--call-seconds', '2', '--concurrency', '10');
  assert.deepEqual(plan, await planned('a.jsonl', 'b.jsonl', '--call-seconds', '2', '--concurrency', '10'));
  const [needed] = plan.needed;
  const { records, problems, cost, records_interval: interval } = needed!;
  assert.ok(records! >= problems! && problems! > 10);
  assert.ok(interval![0] < records! && records! < interval![1]);
  assert.equal(cost!.calls, 6 * records!);
  assert.equal(cost!.prompt_tokens, 6 * 300 * records!);
  assert.ok(Math.abs(cost!.usd! - (6 * records! * (300 * 0.15 + 100 * 0.6)) / 1e6) < 1e-9);
  assert.equal(cost!.seconds, Math.ceil(cost!.calls / 10) * 2);
  assert.deepEqual(
    plan.by_votes!.map(({ votes, records: some, cost: one }) => [votes, one!.calls === 2 * votes * some!]),
    [
      [1, true],
      [3, true],
    ],
  );
  const other = await planned('a.jsonl', 'b.jsonl', '--price', 'in=1,out=1', '--seed', '7');
  assert.notDeepEqual(other.needed[0]!.cost!.usd, cost!.usd);
  assert.equal(other.needed[0]!.cost!.seconds, null);
});

test('one critic makes a pilot, and what is assumed of the other is said', async () => {
  const plan = await planned('a.jsonl', '--headline', 'exact');
  assert.equal(plan.basis.correlation, 0);
  assert.match(plan.notes[0]!, /assumed to be independent/);
  const alike = await planned('a.jsonl', '--headline', 'exact', '--correlation', '0.7');
  assert.ok(alike.needed[0]!.records! < 0.6 * plan.needed[0]!.records!);
});

test('assumed rates need no file, and nothing is read from standard input', async () => {
  const rates = ['--f1', '0.7', '--records-per-problem', '4', '--icc', '0.3', '--records', '400'];
  const plan = await planned(...rates, '--disagreement', '0.2', '--endpoint', 'sim');
  assert.equal(plan.basis.pilot, null);
  assert.equal(plan.needed[0]!.records, 4 * plan.needed[0]!.problems!);
  assert.equal(plan.detectable!.records, 400);
  assert.equal(plan.needed[0]!.cost!.usd, 0);
  const more = await planned(...rates, '--disagreement', '0.4', '--endpoint', 'sim');
  assert.ok(more.needed[0]!.records! > 1.5 * plan.needed[0]!.records!);
});

test('what cannot be planned is a usage error that says what to give', async () => {
  const cases = [
    [['--f1', '0.7', '--accuracy', '0.7'], /give one of the two/],
    [['--f1', '0.7', '--disagreement', '0.6'], /disagree on 0\.420 of the records; give at most that/],
    [['--f1', '0.7', '--records-per-problem', '3'], /--icc/],
    [['--f1', '0.7', 'a.jsonl'], /a pilot has its own rates/],
    [['--f1', '0.7', '--error-share', '1'], /f1 is undefined here/],
    [
      ['--accuracy', '0.7', '--headline', 'error_acc', '--error-share', '0'],
      /error_acc is undefined here: it needs erroneous solutions; choose --headline exact \(/,
    ],
    [
      ['a.jsonl', 'b.jsonl', '--critics', 'c'],
      /--critics c: no labelled record was judged by a critic of that name \(found: a, b\)/,
    ],
  ] as const;
  for (const [args, message] of cases) {
    const { code, stderr } = await asked(...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr.replaceAll(/\s+/g, ' '), message);
  }
  const { code, stdout, stderr } = await asked('--f1', '0.99', '--difference', '99.5');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^No number of records shows a difference of 99\.5 points/);
});

test('the time of a study is by the calls of the run that the pilot is, unless it is said', async () => {
  const pipeline = {
    ...{ name: 'pilot', about: 'one critic', seed: 1, stages: [{ use: 'critic', with: { votes: 2 } }] },
    source: { files: [join(repository, 'data', 'samples', 'late-errors-test.jsonl')] },
    endpoint: { critic: { baseUrl: 'sim', model: 'latebench-sim/critic' } },
  };
  await writeFile(join(cwd, 'pilot.json'), JSON.stringify(pipeline));
  const ran = await runHere(['run', 'pilot.json', '--run', 'pilot', '--cache', 'off'], { cwd });
  assert.equal(ran.code, 0, ran.stderr);
  const path = join(cwd, 'pilot', 'events.jsonl');
  const events = jsonLines(await readFile(path, 'utf8'));
  const mean = (field: string) => {
    const found = events.flatMap(({ [field]: ms }) => (typeof ms === 'number' ? [ms] : []));
    assert.ok(found.length > 20);
    return found.reduce((sum, ms) => sum + ms, 0) / found.length / 1000;
  };
  const near = async (seconds: number, says: RegExp | null, ...more: string[]) => {
    const { needed, notes } = await planned('pilot', '--difference', '20', '--concurrency', '4', ...more);
    const { cost } = needed[0]!;
    const expected = Math.ceil(cost!.calls / 4) * seconds;
    assert.ok(Math.abs(cost!.seconds! - expected) <= 1e-9 * expected, `${cost!.seconds} for ${expected}`);
    const said = notes.filter((note) => note.startsWith('Time: '));
    if (says === null) assert.deepEqual(said, []);
    else assert.match(said.join(), says);
  };
  await near(mean('wire_ms'), /a call of latebench-sim\/critic, the mean of \d+ calls measured in pilot \(/);
  await near(3, null, '--call-seconds', '3');
  const before = events.map(({ wire_ms: _, ...event }) => `${JSON.stringify(event)}\n`).join('');
  await writeFile(path, before);
  await near(mean('latency_ms'), /measured in pilot, with the waits for a free place/);
  const rated = await planned('--f1', '0.7', '--endpoint', 'sim', '--rpm', '60');
  assert.equal(rated.needed[0]!.cost!.seconds, rated.needed[0]!.cost!.calls);
  assert.match(rated.notes.join(), /The time is the least that 60 requests a minute allow/);
});

test('a limit of requests a minute gives the least time of a study, with an endpoint and without', async () => {
  const assumed = ['--accuracy', '0.6', '--records', '400', '--rpm', '60'];
  const [alone, named] = await Promise.all([
    planned(...assumed),
    planned(...assumed, '--endpoint', 'http://127.0.0.1:9/v1', '--model', 'm'),
  ]);
  assert.deepEqual(alone.notes.filter((note) => /60 requests a minute/.test(note)).length, 1);
  const costOf = ({ needed }: PowerObject) => needed[0]!.cost!;
  assert.equal(costOf(alone).seconds, costOf(alone).calls);
  assert.deepEqual(costOf(alone), costOf(named));
});
