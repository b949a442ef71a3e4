// Pools as they are found: problems with fewer traces than others, with none, without confidences, with answers that
// are no whole numbers, with scores of other programs.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { replayOnline, stopsOf, thresholdsOf } from '../../src/deepconf/online-replay.ts';
import { readOtherScores } from '../../src/deepconf/pool/other-scores.ts';
import { runSweep, type Sweep, type SweepOptions } from '../../src/deepconf/sweep.ts';
import { sweepTable } from '../../src/deepconf/sweep-table.ts';
import type { VoteOptions, VoteSummary } from '../../src/deepconf/vote-options.ts';
import { runVote } from '../../src/deepconf/vote-run.ts';
import { voteTable } from '../../src/deepconf/vote-table.ts';
import { voteText } from '../../src/deepconf/vote-text.ts';
import { formatTable } from '../../src/report/format-table.ts';
import { plainStyle } from '../../src/report/text-style.ts';
import { stepRewards } from '../../src/simulator/reward/reward-model.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { drawnProblem, goldenPoolSize } from './golden-pool.ts';
import { type MadeProblem, type MadeTrace, writePool } from './write-pool.ts';

const usual: VoteOptions = {
  ks: ['all'],
  repeats: 3,
  seed: 1,
  etas: [0.1],
  metrics: ['avg', 'bottom10', 'lowest', 'tail'],
  rule: 'ceil',
  answers: 'auto',
  fallback: true,
  dropTruncated: false,
  scores: {},
  online: null,
};

interface Voted {
  readonly summary: VoteSummary;
  /** report.html. */
  readonly report: string;
  readonly said: readonly string[];
}

async function voted(
  t: TestContext,
  problems: readonly MadeProblem[],
  options: Partial<VoteOptions> = {},
  mode: 'aime' | 'given' = 'aime',
): Promise<Voted> {
  const folder = await temporaryFolder(t);
  const pool = join(folder, 'pool');
  await writePool(pool, { k: goldenPoolSize.k, problems, keepTop: false, mode });
  const said: string[] = [];
  const summary = await runVote({
    pool,
    folder: join(folder, 'run'),
    options: { ...usual, ...options },
    say: (line) => said.push(line),
  });
  const report = await readFile(join(folder, 'run', 'report.html'), 'utf8');
  return { summary, said, report };
}

function drawn(position: number, from: number, to: number): MadeProblem {
  const { truth, traces } = drawnProblem(position);
  const made = traces
    .slice(from, to)
    .map((trace) => ({ ...trace, answer: trace.answer === null ? null : String(trace.answer) }));
  return { problem_id: `p${position}`, truth: String(truth), traces: made };
}

/** A trace that was imported as an answer alone. */
function bare(answer: string | null): MadeTrace {
  const source = answer === null ? {} : { answer_source: 'given' as const };
  return { answer, ...source, logprobs: new Float64Array(0), top: new Float64Array(0) };
}

test('problems with fewer traces, or none, are scored with what there is', async (t) => {
  const ragged = [drawn(0, 0, 24), drawn(1, 0, 0), drawn(2, 0, 9)];
  const all = await voted(t, ragged);
  assert.equal(all.summary.k, 24);
  assert.deepEqual([all.summary.problems, all.summary.problems_without_traces], [2, 1]);
  assert.deepEqual(all.summary.problems_with_fewer_traces, { problems: 1, fewest: 9 });
  // A whole problem's accuracy does not depend on which of the sets it is.
  const alone = await voted(t, [drawn(2, 0, 9)]);
  assert.equal(alone.summary.k, 9);
  const capped = await voted(t, ragged, { ks: [512] });
  assert.equal(capped.summary.k, 24);
  assert.match(capped.said.join('\n'), /no problem has 512 traces: the sets have 24/);
  assert.deepEqual(capped.summary.accuracy, all.summary.accuracy);
  assert.equal(all.summary.accuracy.mean_pass, capped.summary.accuracy.mean_pass);
});

test('methods by confidence are absent where no trace has one, and nothing is compared with them', async (t) => {
  const without: MadeProblem = {
    problem_id: 'bare',
    truth: '7',
    traces: ['7', '7', '8', null].map(bare),
  };
  const { summary } = await voted(t, [without]);
  assert.equal(summary.accuracy.cons, 1);
  for (const name of ['measure/lowest', 'top0.1/tail']) assert.equal(summary.accuracy[name], null, name);
  assert.deepEqual(summary.vs_cons, {});
  assert.equal(summary.verdict.method, null);
  // Beside problems that have them, the method is the mean of those.
  const mixed = await voted(t, [without, drawn(0, 0, 16)]);
  const own = await voted(t, [drawn(0, 0, 16)]);
  assert.equal(mixed.summary.accuracy['measure/lowest'], own.summary.accuracy['measure/lowest']);
  assert.notEqual(mixed.summary.accuracy['measure/lowest'], null);
});

async function swept(
  t: TestContext,
  problems: readonly MadeProblem[],
  options: Partial<SweepOptions> = {},
): Promise<{ sweep: Sweep; text: string }> {
  const folder = await temporaryFolder(t);
  await writePool(folder, { k: goldenPoolSize.k, problems, keepTop: false });
  const sweep = await runSweep(folder, { ...usual, windows: [8, 16], ...options });
  return { sweep, text: formatTable(sweepTable(sweep), 'table', plainStyle).replaceAll(/\s+/g, ' ') };
}

test('without confidences, vote and sweep say that these are missing, not the reference answers', async (t) => {
  const without = [{ problem_id: 'bare', truth: '7', traces: ['7', '7', '8', null].map(bare) }];
  const { summary } = await voted(t, without);
  const text = voteText(summary, 'table', plainStyle).replaceAll(/\s+/g, ' ');
  const missing = /No problem with a reference answer has confidences to vote by\./;
  assert.match(text, missing);
  assert.doesNotMatch(text, /No problem has a reference answer/);
  const { sweep, text: table } = await swept(t, without);
  assert.equal(sweep.cons[4], 1);
  assert.ok(sweep.rows.every(({ accuracy, difference }) => accuracy === null && difference === null));
  assert.match(table, missing);
});

test('without reference answers, each method has its row, and vote and sweep say why it is empty', async (t) => {
  const { traces } = drawn(0, 0, 12);
  const open = [
    { problem_id: 'one', truth: null, traces },
    { problem_id: 'two', truth: null, traces },
  ];
  const { summary } = await voted(t, open, { answers: 'integer' });
  const names = Object.keys(summary.accuracy);
  assert.deepEqual(names.slice(0, 4), ['pass_at_1', 'mean_pass', 'cons', 'measure/avg']);
  assert.ok(Object.values(summary.accuracy).every((accuracy) => accuracy === null));
  assert.deepEqual(voteTable(summary).rows.length, names.length);
  const { sweep, text } = await swept(t, open, { answers: 'integer' });
  assert.equal(sweep.problems_without_truth, 2);
  assert.match(text, /No problem has a reference answer that can be compared\./);
});

test('a sweep counts the problems and answers that it does not compare', async (t) => {
  const known = { problem_id: 'known', truth: '7', traces: ['7', '8', 'x'].map(bare) };
  const open = { problem_id: 'open', truth: null, traces: ['7', '8'].map(bare) };
  const { sweep, text } = await swept(t, [known, open], { answers: 'integer' });
  assert.deepEqual([sweep.problems, sweep.problems_without_truth, sweep.answers_not_integers], [2, 1, 1]);
  assert.match(text, /1 answer is not a whole number and did not vote/);
  assert.match(text, /1 problem has no reference answer that can be compared, and counts in no accuracy/);
});

test('a sweep under another rule on sentinels says that the pool has no alternatives', async (t) => {
  await assert.rejects(swept(t, [drawn(0, 0, 8)], { scores: { sentinel: 'floor' } }), {
    code: 'LB_USAGE',
    message: /was built with --sentinel skip and without its top\/ side, which --sentinel floor needs/,
  });
});

test('the report says how ties are decided, by number or by the first sample', async (t) => {
  const pool = [{ problem_id: 'one', truth: '7', traces: ['7', '8'].map(bare) }];
  const integer = await voted(t, pool, { answers: 'integer' });
  assert.match(integer.report, /Ties go to the smallest answer\./);
  const math = await voted(t, pool, { answers: 'math' }, 'given');
  assert.match(math.report, /Ties go to the answer with the smallest sample number\./);
});

test('answers that are no whole numbers are recognised and compared as mathematics', async (t) => {
  const text = (answer: string): MadeTrace => ({ ...bare(null), text: `So it is \\boxed{${answer}}.` });
  const fractions: MadeProblem = {
    problem_id: 'half',
    truth: '\\frac{1}{2}',
    traces: ['\\frac12', '0.5', '3', '3', '\\frac{2}{4}'].map(text),
  };
  const whole: MadeProblem = { problem_id: 'three', truth: '3', traces: ['3', '3', '4'].map(text) };
  const { summary, said } = await voted(t, [fractions, whole]);
  assert.equal(summary.settings.answers, 'math');
  assert.equal(summary.accuracy.cons, 1);
  assert.match(said.join('\n'), /1 of 2 reference answers are not whole numbers/);
  const numbers = await voted(t, [drawn(0, 0, 8)]);
  assert.equal(numbers.summary.settings.answers, 'integer');
});

const readFromTexts = ['aime', 'given'] as const;
for (const [what, truth, right, wrong] of [
  ['fractions', '\\frac{1}{2}', ['\\frac12', '0.5', '\\frac{2}{4}'], ['2', '2']],
  ['intervals', '[0, 1)', ['[0,1)', '\\left[0, 1\\right)', '[0, 1)'], ['[0,1]', '[0,1]']],
  ['words', '\\text{Tuesday}', ['Tuesday', '\\text{Tuesday}', '\\text{Tuesday}'], ['Monday', 'Monday']],
  ['roots', '2\\sqrt{3}', ['2\\sqrt3', '\\sqrt{12}', '2\\sqrt{3}'], ['3', '3']],
  ['large numbers', '2025', ['2025', '2025', '2025'], ['20', '20']],
  ['negative numbers', '-3', ['-3', '-3', '-3'], ['3', '3']],
] as const) {
  test(`left to the pool, ${what} are compared as mathematics, read from texts or given`, async (t) => {
    for (const mode of readFromTexts) {
      const trace = (answer: string): MadeTrace =>
        mode === 'given' ? bare(answer) : { ...bare(null), text: `So it is \\boxed{${answer}}.` };
      const traces = [...wrong, ...right].map(trace);
      // Some problems of such a pool have small whole numbers, or no trace, or no answer at all.
      const problems: MadeProblem[] = [
        { problem_id: 'odd', truth, traces },
        { problem_id: 'whole', truth: '7', traces: ['7', '7', '8'].map(trace) },
        { problem_id: 'none', truth: '7', traces: [] },
      ];
      const { summary } = await voted(t, problems, {}, mode);
      // Whole numbers of any size can be compared where they need not be read from texts.
      const isWhole = mode === 'given' && /^-?\d+$/.test(truth);
      assert.equal(summary.settings.answers, isWhole ? 'integer' : 'math', mode);
      assert.equal(summary.accuracy.cons, 1, mode);
      assert.deepEqual([summary.k, summary.problems_without_traces], [traces.length, 1]);
    }
  });
}

test('without any reference answer, what texts say is compared as mathematics', async (t) => {
  const text = (answer: string): MadeTrace => ({ ...bare(null), text: `So it is \\boxed{${answer}}.` });
  const traces = ['\\frac12', '0.5', '2', '\\frac{2}{4}', ''].map(text);
  const { summary, said } = await voted(t, [{ problem_id: 'open', truth: null, traces }]);
  assert.equal(summary.settings.answers, 'math');
  assert.match(said.join('\n'), /no problem has a reference answer: answers are compared as mathematics/);
  assert.equal(summary.accuracy.cons ?? null, null);
});

test('a problem whose traces have no answer is wrong, and one without traces is left out', async (t) => {
  const text = (said: string): MadeTrace => ({ ...bare(null), text: said });
  const none = { problem_id: 'silent', truth: '7', traces: ['', 'I do not know.', 'Hm.'].map(text) };
  const one = { problem_id: 'one', truth: '7', traces: [{ ...bare('7'), text: 'It is \\boxed{7}.' }] };
  const { summary } = await voted(t, [none, one, { ...one, problem_id: 'empty', traces: [] }]);
  assert.equal(summary.accuracy.cons, 0.5);
  assert.deepEqual([summary.k, summary.problems, summary.problems_without_traces], [3, 2, 1]);
});

test('the share of tokens is of all tokens together, and tokens without a confidence count', async (t) => {
  const problems = [drawn(0, 0, 40), drawn(3, 0, 40)];
  const online = { warmup: 4, keeps: [0.5], consensus: null };
  const options = { ks: [32], repeats: 4, metrics: ['lowest'] as const, scores: { window: 16 }, online };
  const { summary } = await voted(t, problems, { ...options, metrics: [...options.metrics] });
  const [mode] = summary.online!.modes;
  assert.ok(mode!.tokens_share! > 0 && mode!.tokens_share! < 1);
  // One set of a problem with long traces and one with short ones: not the mean of two shares.
  const conf = Float32Array.from([9, Number.NaN, 9, 1, 1, 9]);
  const thresholds = Float64Array.of(5);
  const stops = new Int32Array(1);
  stopsOf(conf, { window: 2, thresholds, falling: Int32Array.of(0) }, stops);
  assert.deepEqual([...stops], [5], 'the fifth token of the trace, the fourth with a confidence');
  const votes = Object.keys(mode!.votes);
  assert.deepEqual(votes, ['cons', 'measure/lowest', 'top0.1/lowest']);
  const { accuracy, difference, interval } = mode!.votes['measure/lowest']!;
  assert.equal(accuracy, mode!.accuracy);
  assert.ok(
    difference !== null && interval !== null && interval[0] <= difference && difference <= interval[1],
  );
});

test('shares of a replay are totals over totals', async (t) => {
  const flat = (level: number, tokens: number, answer: string): MadeTrace => ({
    answer,
    logprobs: new Float64Array(tokens).fill(-1),
    top: new Float64Array(tokens * goldenPoolSize.k).fill(-level),
  });
  // One warm-up trace of confidence 9; the other traces lie below it and stop after 4 tokens.
  const problem = (id: string, tokens: number): MadeProblem => ({
    problem_id: id,
    truth: '1',
    traces: [flat(9, tokens, '1'), flat(1, tokens, '1'), flat(1, tokens, '1'), flat(1, tokens, '1')],
  });
  const problems = [problem('long', 400), problem('short', 8)];
  const online = { warmup: 1, keeps: [0.5], consensus: null };
  const { summary } = await voted(t, problems, { ks: [4], repeats: 1, scores: { window: 4 }, online });
  const spentOf = (tokens: number, first: boolean): number => (first ? tokens + 12 : 4 * tokens);
  const [mode] = summary.online!.modes;
  // Where the confident trace comes first, the three others stop; else nothing lies below the threshold.
  const possible = [true, false].flatMap((long) =>
    [true, false].map((short) => (spentOf(400, long) + spentOf(8, short)) / (4 * 408)),
  );
  assert.ok(possible.includes(mode!.tokens_share!), String(mode!.tokens_share));
});

test('scores of other programs weigh, filter and choose the best of N beside confidence', async (t) => {
  const home = await temporaryFolder(t);
  const pool = join(home, 'pool');
  const problem: MadeProblem = {
    problem_id: 'p',
    truth: '7',
    traces: ['8', '8', '8', '7', '7'].map(bare),
  };
  await writePool(pool, { k: goldenPoolSize.k, problems: [problem], keepTop: false });
  const rows = [-1, 0.1, 0.1, 0.9, 0.8].map((reward, sample_id) => ({ problem_id: 'p', sample_id, reward }));
  const unknown = { problem_id: 'q', sample_id: 0, reward: 1 };
  const file = join(home, 'rewards.jsonl');
  await writeFile(file, [...rows, unknown].map((row) => `${JSON.stringify(row)}\n`).join(''));
  const scored = await runHere(['pool', 'score', file, '--pool', pool, '--column', 'reward'], { home });
  assert.equal(scored.code, 3, scored.stderr);
  assert.match(scored.stderr, /5 of 5 traces have the score reward/);
  // Rows of another pool take nothing away, and nothing is said to have come of them.
  const others = join(home, 'others.jsonl');
  await writeFile(others, `${JSON.stringify(unknown)}\n`);
  const before = await readFile(join(pool, 'scores', 'reward.parquet'));
  const none = await runHere(['pool', 'score', others, '--pool', pool, '--column', 'reward'], { home });
  assert.equal(none.code, 3, none.stderr);
  assert.match(none.stderr, /no row fits a trace of .*: nothing was written/);
  assert.doesNotMatch(none.stderr, /--scores|have the score/);
  assert.deepEqual(await readFile(join(pool, 'scores', 'reward.parquet')), before);
  const vote = ['vote', pool, '--k', 'all', '--repeat', '2', '--scores', 'reward', '--format', 'json'];
  const { code, stdout, stderr } = await runHere([...vote, '--run', join(home, 'run')], { home });
  assert.equal(code, 0, stderr);
  const { accuracy } = JSON.parse(stdout) as VoteSummary;
  assert.equal(accuracy.cons, 0);
  for (const name of ['measure/reward', 'top0.1/reward', 'best/reward'])
    assert.equal(accuracy[name], 1, name);
  assert.equal(accuracy['best/lowest'], null);
  const missing = await runHere(['vote', pool, '--scores', 'other', '--run', join(home, 'x')], { home });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /has no scores named other \(it has reward\)/);
});

test('a process reward model scores the traces of a pool, once, and not those that were stopped', async (t) => {
  const home = await temporaryFolder(t);
  const pool = join(home, 'pool');
  const simulator = await startSimulator({ seed: 2 });
  t.after(() => simulator.close());
  const text = (answer: string): string => `First we count.\n\nThen we add.\n\nSo it is \\boxed{${answer}}.`;
  const traces: MadeTrace[] = [
    ...['7', '7', '8'].map((answer) => ({ ...bare(answer), text: text(answer) })),
    { ...bare(null), text: 'First we', finish_reason: 'stopped_early' },
  ];
  await writePool(pool, { k: 5, problems: [{ problem_id: 'p', truth: '7', traces }], keepTop: false });
  const at = ['--endpoint', simulator.url, '--model', 'latebench-sim/prm', '--pool', pool];
  const dry = await runHere(['pool', 'score', '--prm', ...at, '--dry-run'], { home });
  assert.match(dry.stderr, /3 calls of a reward model/);
  assert.equal(simulator.counts.requests, 0);
  const scored = await runHere(['pool', 'score', '--prm', ...at, '--reduce', 'min'], { home });
  assert.equal(scored.code, 0, scored.stderr);
  assert.match(scored.stderr, /3 of 4 traces have the score prm/);
  const scores = (await readOtherScores(pool, 'prm')).get('p')!;
  const steps = ['First we count.', 'Then we add.', 'So it is \\boxed{7}.'].map((step) => `${step}<extra_0>`);
  assert.deepEqual(
    scores.entries().map(([sample]) => sample),
    [0, 1, 2],
  );
  assert.equal(scores.get(0), Math.min(...stepRewards(2, steps.join(''))));
  // Run again, it pays for nothing: its replies are kept.
  const requests = simulator.counts.completed;
  const again = await runHere(['pool', 'score', '--prm', ...at, '--reduce', 'min'], { home });
  assert.equal(again.code, 0, again.stderr);
  assert.equal(simulator.counts.completed, requests);
  const both = await runHere(['pool', 'score', '--prm', '--column', 'x', ...at], { home });
  assert.equal(both.code, 2);
  const value = await runHere(['pool', 'score', '--prm', 'Qwen2.5-Math-PRM-7B', ...at], { home });
  assert.equal(value.code, 2);
  assert.match(
    value.stderr,
    /--prm takes no value: name the reward model with --model Qwen2\.5-Math-PRM-7B;/,
  );
  const other = await runHere(['pool', 'score', '--prm', ...at, '--model', 'latebench-sim/sampler'], {
    home,
  });
  assert.equal(other.code, 2);
  assert.match(other.stderr, /no reward model 'latebench-sim\/sampler' here, only latebench-sim\/prm/);
  assert.doesNotMatch(other.stderr, /did you mean latebench-sim\/sampler\?/);
});

test('methods by confidence are absent in every form of a vote over a pool without confidences', async (t) => {
  const problem = { problem_id: 'p', truth: '7', traces: ['7', '7', '8'].map(bare) };
  const { summary, report } = await voted(t, [problem]);
  const lines = (text: string, name: RegExp): string[] => text.split('\n').filter((line) => name.test(line));
  for (const format of ['table', 'md'] as const) {
    const rows = lines(voteText(summary, format, plainStyle), /Measure/);
    assert.ok(rows.length >= 8);
    for (const row of rows) assert.match(row, /^\W*Measure[^—]*—/);
  }
  const csv = lines(voteText(summary, 'csv', plainStyle), /^(measure|top)/);
  assert.ok(csv.length >= 8);
  for (const row of csv) assert.match(row, /^[^,]+,+$/);
  const json = JSON.parse(voteText(summary, 'json', plainStyle)) as VoteSummary;
  for (const [name, accuracy] of Object.entries(json.accuracy))
    if (name.includes('/')) assert.equal(accuracy, null, name);
  const cells = [...report.matchAll(/>Measure[^<]*<\/th><td[^>]*>([^<]*)/g)].map(([, cell]) => cell);
  assert.ok(cells.length >= 8 && cells.every((cell) => cell === '—'));
});

test('a set that is the whole problem replays like any other', () => {
  const voters = {
    position: 0,
    sampleIds: Int32Array.from([0, 1, 2]),
    classes: { of: Int32Array.from([0, 0, 1]), labels: ['1', '2'] },
    isRight: Uint8Array.from([1, 0]),
    scores: new Map([['lowest', Float64Array.from([3, 2, 1])]]),
  };
  const set = { seed: 1, repeats: 2, rule: 'ceil' as const };
  const online = { warmup: 2, keeps: [0.9], consensus: null };
  const thresholds = thresholdsOf(voters, { k: 8, set, online });
  const stops = new Int32Array(3 * thresholds.length);
  const tokens = Int32Array.from([10, 20, 30]);
  const [outcomes] = replayOnline(voters, { k: 8, set, online, tokens, stops, thresholds });
  for (const { fullTokens, sampled } of outcomes!) assert.deepEqual([fullTokens, sampled], [60, 3]);
});
