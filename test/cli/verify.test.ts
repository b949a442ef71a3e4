// `latebench verify` and `latebench extract` as filters: rows as they come, options in the row, summary, memory.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonLines, node, repository, runCommand, runHere, runInTurn, runShell } from '../support/cli.ts';
import { heldBy, probe } from '../support/held-by.ts';
import { temporaryFolder } from '../support/temporary.ts';

const binary = (name: string): string => `${node} "${join(repository, 'bin', `latebench-${name}.js`)}"`;
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const ownCases = join(repository, 'test', 'golden', 'mathverify', 'own_cases.jsonl');

interface Verdict {
  readonly equal: boolean;
  readonly verdict: string;
  readonly reason: string;
}

interface Extracted {
  readonly answer: number | null;
  readonly answer_source: string;
}

test('two answers in the place of files are compared, and a name that is meant as a file is not', async (t) => {
  const cwd = await temporaryFolder(t);
  const { code, stdout } = await runHere(['verify', '1/2', '0.5'], { cwd });
  assert.equal(code, 0);
  assert.deepEqual(jsonLines(stdout), [
    {
      gold: '1/2',
      pred: '0.5',
      verify: { equal: true, verdict: 'equal', reason: 'rounded to 6 decimals' },
    },
  ]);
  const other = await runHere(['verify', '--gold-key', 'answer', 'x > 3', 'x < 3'], { cwd });
  assert.equal((jsonLines(other.stdout)[0] as { answer: string }).answer, 'x > 3');
  assert.match(other.stdout, /"verdict":"different"/);
  for (const words of [['a.jsonl', 'b.jsonl'], ['1/2', 'missing.csv'], ['1/2']]) {
    const missing = await runHere(['verify', ...words], { cwd });
    assert.match(missing.stderr, /no such file/, words.join(' '));
    assert.equal(missing.code, 2);
  }
});

test('verify adds a verdict to rows that are no records, leaves the rest alone and sums up on stderr', async (t) => {
  const cwd = await temporaryFolder(t);
  const rows = [
    { gold: '$\\frac{1}{2}$', pred: 'so 0.5', note: { kept: [1, 2] } },
    { gold: '5', pred: 'It is 6.', id: 7 },
    { gold: '5', pred: null },
  ];
  const { code, stdout, stderr } = await runShell(binary('verify'), { cwd, input: lines(rows) });
  assert.equal(code, 0, stderr);
  const read = jsonLines(stdout);
  assert.deepEqual(
    read.map(({ verify: _, ...row }) => row),
    rows,
  );
  const verdicts = read.map(({ verify }) => verify as Verdict);
  assert.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['equal', 'different', 'unparsed'],
  );
  assert.deepEqual(Object.keys(verdicts[0]!), ['equal', 'verdict', 'reason']);
  assert.match(stderr, /1 equal \(33\.3 %\), 1 different \(33\.3 %\), 1 unparsed \(33\.3 %\), 0 undecided/);
});

test('verify agrees with the cases of the project, whose options ride in the rows', async (t) => {
  const cwd = await temporaryFolder(t);
  const { code, stdout } = await runHere(['verify', '-q', ownCases], { cwd });
  assert.equal(code, 0);
  const rows = jsonLines(stdout);
  assert.ok(rows.length >= 150);
  for (const { id, expected, verify } of rows) assert.equal((verify as Verdict).equal, expected, String(id));
});

test('what a row says goes before the flags', async (t) => {
  const cwd = await temporaryFolder(t);
  const third = { truth: '$1/3$', said: '$0.333$' };
  const keys = ['--gold-key', 'truth', '--pred-key', 'said'];
  const parts = { truth: '1331 and 1728', said: '1728' };
  const choice = { truth: 'E', said: 'Final answer is E' };
  const cases: [boolean, object, ...string[]][] = [
    [false, third],
    [true, third, '--precision', '3'],
    [false, { ...third, options: { precision: 4 } }, '--precision', '3'],
    [false, parts],
    [true, parts, '--any-part'],
    [true, choice, '--config', 'string', '--choices', 'A,B,C,D,E'],
    [false, { truth: '3', said: '3</think> is wrong' }, '--ignore-thinking'],
  ];
  const outcomes = await runInTurn(
    cases.map(([, row, ...flags]) => ({ args: ['verify', '-q', ...keys, ...flags], input: lines([row]) })),
    { cwd },
  );
  for (const [at, { stdout, stderr }] of outcomes.entries()) {
    const [expected, , ...flags] = cases[at]!;
    assert.equal(stderr, '');
    assert.equal((jsonLines(stdout)[0]!.verify as Verdict).equal, expected, flags.join(' '));
  }
});

test('verify --explain shows what was read on both sides', async (t) => {
  const cwd = await temporaryFolder(t);
  const input = lines([{ gold: '$x=4$', pred: 'so $\\boxed{\\frac{8}{2}}$' }]);
  const { stdout } = await runHere(['verify', '-q', '--explain'], { cwd, input });
  assert.deepEqual(jsonLines(stdout)[0]!.verify, {
    equal: true,
    verdict: 'equal',
    reason: 'the values are the same',
    method: 'exact',
    witness: null,
    gold_parsed: 'x = 4',
    gold_text: 'x=4',
    pred_parsed: '8/2',
    pred_text: '\\frac{8}{2}',
  });
});

test('a row without the fields is kept in quarantine with the name of the flag; the others continue', async (t) => {
  const cwd = await temporaryFolder(t);
  const rows = [{ gold: '5' }, { gold: ['5'], pred: '5' }, { gold: '5', pred: 5 }];
  const { code, stdout, stderr } = await runHere(['verify'], { cwd, input: lines(rows) });
  assert.equal(code, 3);
  assert.equal(jsonLines(stdout).length, 1);
  assert.match(stderr, /stdin:1 .*no field "pred" \(--pred-key names another\) \(LB_SCHEMA\)/);
  const [file] = await readdir(join(cwd, '.latebench', 'quarantine'));
  const bad = jsonLines(readFileSync(join(cwd, '.latebench', 'quarantine', file!), 'utf8'));
  assert.deepEqual(
    bad.map(({ line, stage }) => [line, stage]),
    [
      [1, 'verify'],
      [2, 'verify'],
    ],
  );
  assert.match(String(bad[1]!.message), /field "gold" is an array/);
});

test('extract adds printed values, their kinds and the text to fall back on', async (t) => {
  const cwd = await temporaryFolder(t);
  const rows = [{ text: 'We get $\\boxed{\\{1,2\\}}$.' }, { text: 'E is so', config: [{ type: 'latex' }] }];
  const { code, stdout, stderr } = await runShell(binary('extract'), { cwd, input: lines(rows) });
  assert.equal(code, 0);
  assert.deepEqual(
    jsonLines(stdout).map(({ extract }) => extract),
    [
      { values: ['{1, 2}'], kinds: ['set'], fallback: '\\{1,2\\}' },
      { values: [], kinds: [], fallback: null },
    ],
  );
  assert.match(stderr, /1 read \(50\.0 %\), 0 text only, 1 nothing \(50\.0 %\)/);
});

test('extract --mode aime gives the golden answers with their source, and only boxes with --no-fallback', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(repository, 'test', 'golden', 'mathverify', 'aime_answers.json');
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as {
    cases: { text: string; expected: number | null }[];
  };
  const input = lines(cases);
  const args = ['extract', '-q', '--mode', 'aime'];
  const outcomes = await runInTurn(
    [
      { args, input },
      { args: [...args, '--no-fallback'], input },
    ],
    { cwd },
  );
  const [all, boxed] = outcomes.map(({ stdout }) =>
    jsonLines(stdout).map(({ extract }) => extract as Extracted),
  ) as [Extracted[], Extracted[]];
  assert.deepEqual(
    all.map(({ answer }) => answer),
    cases.map(({ expected }) => expected),
  );
  assert.deepEqual(
    new Set(all.map((row) => row.answer_source)),
    new Set(['boxed', 'fallback', 'boxed_out_of_range', 'none']),
  );
  assert.ok(
    all.every(({ answer, answer_source }) => (answer === null) === /none|range/.test(answer_source!)),
  );
  assert.deepEqual(
    boxed.map(({ answer }) => answer),
    all.map(({ answer, answer_source }) => (answer_source === 'boxed' ? answer : null)),
  );
});

test('memory does not grow with the number of rows', async (t) => {
  const cwd = await temporaryFolder(t);
  const cases = readFileSync(ownCases, 'utf8').trim().split('\n');
  // Long replies, so that keeping the rows would show.
  const padding = 'We think about it step by step. '.repeat(1_000);
  const rows = function* (from: number, to: number): Generator<string> {
    for (let k = from; k < to; k += 1) {
      const row = JSON.parse(cases[k % cases.length]!) as { pred: string };
      yield `${JSON.stringify({ ...row, id: `${k}`, thoughts: padding })}\n`;
    }
  };
  const held: number[] = [];
  const feed = async function* (child: ChildProcess): AsyncGenerator<string> {
    let written = 0;
    child.stdout!.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) written += 1;
    });
    for (let from = 0; from < 800; from += 200) {
      yield* rows(from, from + 200);
      while (written < from + 200 && child.exitCode === null) await sleep(5);
      held.push((await heldBy(child)) ?? Number.NaN);
    }
  };
  const outcome = await runCommand(['verify', '-q'], {
    cwd,
    input: null,
    probe,
    started: (child) => {
      // A command that ends early is told by its exit code.
      pipeline(Readable.from(feed(child)), child.stdin!).catch(() => {});
    },
  });
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.equal(jsonLines(outcome.stdout).length, 800);
  // The 600 rows after the first 200 are 19 MB of text.
  const growth = Math.max(...held.slice(1)) - held[0]!;
  assert.ok(growth <= 8, `${held.map((mb) => mb.toFixed(1)).join(', ')} MB held after each 200 rows`);
});
