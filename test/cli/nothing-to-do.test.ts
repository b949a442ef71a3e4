// Records all of which lack what a stage works on end it with an error that says what is missing and what makes it. No
// records at all, and records of which nothing happens to be due, are no error, and the summary says so.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { judgeWatches } from '../../src/stages/judge/watches.ts';
import { lookedAt } from '../../src/stages/looked-at.ts';
import { jsonLines, runHere, runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const record = (n: number, more: object) => ({ id: `r${n}`, problem: 'p', steps: ['a', 'b', 'c'], ...more });
const critique = (more: object = {}) => ({
  critic: 'large',
  protocol: 'all_errors',
  status: 'ok',
  first_error: 1,
  error_steps: [1],
  ...more,
});
const why = { meta: { error_description: 'b does not follow' } };
const injected = (status: string) => ({ error_steps: null, injection: { status } });
const wrong = { error_steps: [1] };

const files: Readonly<Record<string, readonly object[]>> = {
  'bare.jsonl': [record(1, {}), record(2, { error_steps: null })],
  'none.jsonl': [],
  'silent.jsonl': [record(1, { ...wrong, ...why, critiques: [critique()] })],
  'unexplained.jsonl': [
    record(1, { ...wrong, critiques: [critique({ explanations: { 1: 'b is wrong' } })] }),
  ],
  'sound.jsonl': [
    record(1, { error_steps: [], critiques: [critique({ first_error: -1, error_steps: [] })] }),
    record(2, { error_steps: [] }),
  ],
  'other-step.jsonl': [
    record(1, {
      ...wrong,
      ...why,
      critiques: [critique({ first_error: 2, error_steps: [2], explanations: { 2: 'c is wrong' } })],
    }),
  ],
  'injected.jsonl': [record(1, { ...injected('accepted'), ...wrong, error_source: 'injected' })],
  'unused.jsonl': [record(1, injected('rejected')), record(2, injected('failed'))],
};

async function folder(t: Parameters<typeof temporaryFolder>[0]): Promise<string> {
  const cwd = await temporaryFolder(t);
  for (const [name, rows] of Object.entries(files)) {
    await writeFile(join(cwd, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  return cwd;
}

async function collected(records: AsyncIterable<Record<string, unknown>>) {
  const all: Record<string, unknown>[] = [];
  for await (const one of records) all.push(one);
  return all;
}

const sim = ['--endpoint', 'sim'];

test('records that all lack what a stage works on are an error that says what makes it', async (t) => {
  const cwd = await folder(t);
  const cases: readonly [args: readonly string[], said: RegExp][] = [
    [['judge', ...sim, 'bare.jsonl'], /judge: no record has a critique, .*: run latebench critic first/],
    [['judge', ...sim, '--critic', 'x', 'bare.jsonl'], /judge: no record has a critique/],
    [['judge', ...sim, 'silent.jsonl'], /judge: no critique has an explanation: .*--protocol all_errors/],
    [['judge', ...sim, 'unexplained.jsonl'], /judge: no record says why its wrong step is wrong/],
    [['gate', 'bare.jsonl'], /gate: no record has an original solution .*run latebench inject first/],
    [['gate', 'injected.jsonl'], /gate: no record has an original solution/],
    [['classify', ...sim, 'bare.jsonl'], /classify: no record says which step is wrong \(error_steps\)/],
  ];
  const outcomes = await runInTurn(
    cases.map(([args]) => ({ args: [...args, '-o', 'out.jsonl'] })),
    { cwd },
  );
  for (const [i, [args, said]] of cases.entries()) {
    const { code, stderr } = outcomes[i]!;
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, said, args.join(' '));
  }
  assert.equal(existsSync(join(cwd, 'out.jsonl')), false);
});

test('no records, and records of which nothing is due, are no error', async (t) => {
  const cwd = await folder(t);
  const cases: readonly [args: readonly string[], said: RegExp][] = [
    [['judge', ...sim, 'none.jsonl'], /0 judged/],
    [['gate', 'none.jsonl'], /0 of 0 pairs accepted, 0 rejected\n/],
    [['classify', ...sim, 'none.jsonl'], /nothing to label: 0 records passed unchanged\n/],
    [['judge', ...sim, 'sound.jsonl'], /0 judged: .*; 1 critiques not judged/],
    [['judge', ...sim, 'other-step.jsonl'], /0 judged: .*; 1 critiques not judged \(other step/],
    [['classify', ...sim, 'sound.jsonl'], /nothing to label: 2 records passed unchanged\n/],
    [
      ['classify', ...sim, 'injected.jsonl'],
      /nothing to label: 1 record passed unchanged, 1 injected \(--all labels these\)/,
    ],
    [['judge', ...sim, 'unused.jsonl'], /0 judged/],
    [
      ['gate', '--keep-rejected', 'unused.jsonl'],
      /0 of 0 pairs accepted, 0 rejected; 2 records have no original/,
    ],
    [['classify', ...sim, 'unused.jsonl'], /nothing to label: 2 records passed unchanged\n/],
  ];
  const outcomes = await runInTurn(
    cases.map(([args]) => ({ args })),
    { cwd },
  );
  for (const [i, [args, said]] of cases.entries()) {
    const { code, stdout, stderr } = outcomes[i]!;
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    assert.equal(jsonLines(stdout).length, files[args.at(-1)!]!.length, args.join(' '));
    assert.match(stderr, said, args.join(' '));
  }
});

test('a dry run of critics and a judge asks no reply for an explanation', async (t) => {
  const cwd = await folder(t);
  const pipeline = {
    ...{ name: 'judged', about: 'a critic and its judge', seed: 1, source: { files: ['other-step.jsonl'] } },
    stages: [
      { use: 'critic', with: { name: 'large', protocol: 'all_errors' } },
      { use: 'judge', with: { critic: 'large' } },
    ],
  };
  await writeFile(join(cwd, 'judged.json'), JSON.stringify(pipeline));
  const { code, stderr } = await runHere(['run', 'judged.json', '--dry-run', ...sim], { cwd });
  assert.equal(code, 0, stderr);
});

test('what a run that was stopped has not read is not called missing', async () => {
  const watched = lookedAt(await judgeWatches(undefined));
  async function* rows() {
    yield* files['bare.jsonl'] as Iterable<Record<string, unknown>>;
  }
  const all = await collected(watched(rows(), () => false));
  assert.equal(all.length, 2);
  await assert.rejects(collected(watched(rows(), () => true)), { code: 'LB_USAGE' });
});
