import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { difficultySchema, verificationSchema } from '../../src/records/injection.ts';
import type { Solution } from '../../src/records/solution.ts';
import { jsonLines, runHere, runInTurn, runPiped } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('what people ask for reaches the prompt and the record, and shows beside the general and the natural errors', async (t) => {
  const cwd = await temporaryFolder(t);
  const make = 'ingest --adapter synthetic --n 24 --seed 5 -q -o problems.jsonl';
  assert.equal((await runPiped([make], { cwd })).code, 0);
  const problems = jsonLines(await readFile(join(cwd, 'problems.jsonl'), 'utf8')) as Solution[];
  const comments = problems.slice(0, 12).flatMap(({ id, steps }) => [
    { record_id: id, kind: 'comment', annotator: 'anna', comment: 'Count one end twice.' },
    {
      record_id: id,
      kind: 'comment',
      annotator: 'ben',
      comment: 'Forget a case.',
      target_step: steps.length - 2,
    },
  ]);
  await writeFile(
    join(cwd, 'wishes.jsonl'),
    lines([...comments, { record_id: 'nobody', kind: 'comment', annotator: 'anna', comment: 'x' }]),
  );
  const args = [
    'inject',
    '--endpoint',
    'sim',
    '--manual',
    'wishes.jsonl',
    '--max-attempts',
    '6',
    '--rejects',
    'rejects.jsonl',
    '--report-file',
    'injection.html',
    'problems.jsonl',
    '-o',
    'injected.jsonl',
  ];
  const { code, stderr } = await runHere(args, { cwd });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /several annotators commented on 12; the last counts/);
  assert.match(stderr, /no record for 1 of the comments \(the first is about /);
  // Records that a limit or an interruption kept back may be those that the comments are about.
  const first = ['inject', '--endpoint', 'sim', '--manual', 'wishes.jsonl', 'problems.jsonl', '-n', '3'];
  const limited = await runHere(first, { cwd });
  assert.match(limited.stderr, /3 records/);
  assert.doesNotMatch(limited.stderr, /no record for/);
  const injected = jsonLines(await readFile(join(cwd, 'injected.jsonl'), 'utf8')) as Solution[];
  const rejected = jsonLines(await readFile(join(cwd, 'rejects.jsonl'), 'utf8'));
  assert.equal(injected.length + rejected.length, 24);
  assert.match(
    stderr,
    new RegExp(
      `${injected.length} accepted \\+ ${rejected.length} rejected \\+ 0 failed \\+ 0 clean \\+ 0 untouched = 24 records`,
    ),
  );
  const manual = injected.filter(({ injection }) => injection?.mode === 'manual');
  // Some have no number in the step asked for; some keep arguing with the old answer, which the gate rejects.
  assert.ok(manual.length >= 4, `${manual.length} manual`);
  for (const { injection, error_steps, steps } of manual) {
    assert.equal(injection?.comment, 'Forget a case.');
    assert.deepEqual(error_steps, [steps.length - 2]);
  }
  assert.match(await readFile(join(cwd, 'injection.html'), 'utf8'), /A person asked for: Forget a case\./);

  const natural = problems.slice(0, 5).map((record) => ({
    ...record,
    id: `natural/${record.id}`,
    error_steps: [1],
    error_source: 'natural',
  }));
  await writeFile(join(cwd, 'natural.jsonl'), lines(natural));
  const critic = 'critic --endpoint sim -q injected.jsonl natural.jsonl problems.jsonl';
  const score = 'score --by error_source,injection.mode --format json -q';
  const { stdout } = await runPiped([critic, score], { cwd });
  const { by } = (JSON.parse(stdout) as { critics: { by: Record<string, Record<string, { n: number }>> }[] })
    .critics[0]!;
  assert.deepEqual(Object.fromEntries(Object.entries(by.error_source!).map(([value, { n }]) => [value, n])), {
    clean: 24,
    injected: injected.length,
    natural: 5,
  });
  assert.deepEqual(
    Object.fromEntries(Object.entries(by['injection.mode']!).map(([value, { n }]) => [value, n])),
    { '(none)': 29, general: injected.length - manual.length, manual: manual.length },
  );
});

test('a rejected record leaves stdout, or keeps its status; no critic is asked and no score counts it as clean', async (t) => {
  const cwd = await temporaryFolder(t);
  const model = '--endpoint sim --model latebench-sim/injector-misbehaving/leak';
  const make = 'ingest --adapter synthetic --n 6 --seed 5 -q';
  const without = await runPiped([make, `inject ${model}`], { cwd });
  assert.equal(without.stdout, '');
  assert.match(without.stderr, /rejected by: no_leak 6|rejected by: no_leak/);
  const kept = await runPiped(
    [make, `inject ${model} --keep-rejected`, 'critic --endpoint sim', 'score --format json -q'],
    { cwd },
  );
  assert.equal(kept.code, 2, kept.stderr);
  assert.match(kept.stderr, /critic: 6 read, 6 written;.*\n {2}0 API calls/);
  assert.match(kept.stderr, /score: No record can be scored: their injections were rejected or failed/);
  assert.equal(kept.stdout, '');
});

test('verification, difficulty and classification run on the simulation from end to end', async (t) => {
  const cwd = await temporaryFolder(t);
  const commands = [
    'ingest --adapter synthetic --n 12 --seed 6 -q',
    'inject --endpoint sim --verify-votes 3 --difficulty-votes 2 --weights boundary=5 --region last-half',
    'classify --endpoint sim --all',
  ];
  const { code, stdout, stderr } = await runPiped(commands, { cwd });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /verification: \d+ of \d+ agreed/);
  const records = jsonLines(stdout) as Solution[];
  assert.ok(records.length > 3);
  for (const { injection, classification } of records) {
    const { model, domain } = classification as { model: string; domain: string };
    assert.equal(model, 'latebench-sim/critic');
    assert.equal(typeof domain, 'string');
    assert.ok(verificationSchema.parse(injection?.verification).agreed >= 2);
    assert.equal(difficultySchema.parse(injection?.difficulty).asked, 2);
  }
});

test('options that make no sense are usage errors that say the way out', async (t) => {
  const cwd = await temporaryFolder(t);
  const wrong = [
    ['--region', 'end', /give last-third/],
    ['--weights', 'boundary', /write KEY=WEIGHT/],
    ['--types', 'nonsense', /there are: wrong_rule/],
    ['--gate', 'lax', /choose one of strict, report, off/],
    ['--manual', 'missing.jsonl', /no such file/],
  ] as const;
  const outcomes = await runInTurn(
    wrong.map(([option, value]) => ({ args: ['inject', '--endpoint', 'sim', option, value], input: '{}' })),
    { cwd },
  );
  for (const [at, { code, stderr }] of outcomes.entries()) {
    assert.equal(code, 2, stderr);
    assert.match(stderr, wrong[at]![2]);
  }
});
