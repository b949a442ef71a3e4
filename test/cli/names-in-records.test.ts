// A name that an option gives to something in the records, and that no record has, ends a command with an error that
// lists what there is: an empty result would look like an answer.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { scoreRecords } from '../../src/metrics/score-records.ts';
import type { Solution } from '../../src/records/solution.ts';
import { runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const critique = (critic: string, first: number) => ({
  critic,
  protocol: 'first_error' as const,
  status: 'ok' as const,
  first_error: first,
  error_steps: first === -1 ? [] : [first],
});

const records: readonly Solution[] = Array.from({ length: 12 }, (_, i) => ({
  id: `set/${i}`,
  subject: i % 2 === 0 ? 'algebra' : 'geometry',
  problem: `problem ${i}`,
  steps: ['a', 'b', 'c', 'd', 'e', 'f'],
  error_steps: i % 3 === 0 ? [] : [4],
  meta: { split: i < 6 ? 'dev' : 'test', level: i },
  critiques: [critique('large', i % 3 === 0 ? -1 : 4), critique('small', 4)],
}));

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function judgement(record_id: string, decision: string): object {
  const at = '2026-01-01T00:00:00Z';
  return [
    { record_id, annotator: 'anna', kind: 'decision', decision, first_error: 4, at },
    { record_id, annotator: 'anna', kind: 'natural_error', first_error: 4, at },
  ];
}

async function folder(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'judged.jsonl'), lines(records));
  const about = (id: string, decision = 'yes') => lines([judgement(id, decision)].flat() as object[]);
  await writeFile(join(cwd, 'others.jsonl'), about('other/0') + about('other/1'));
  await writeFile(join(cwd, 'own.jsonl'), about('set/1', 'no'));
  await writeFile(join(cwd, 'none.jsonl'), '');
  return cwd;
}

const critics = /\(found: large, small\)/;
const ids =
  /none of its 2 record ids is among the records \(its first: other\/0; that of the records: set\/0\)/;

const wrong: readonly [args: readonly string[], said: RegExp][] = [
  [
    ['judge', '--critic', 'larg'],
    /--critic larg: no record has a critique of that name \(found: large, small\); did you mean large\?/,
  ],
  [['compare', '--critics', 'large,smal'], /--critics smal: no record .*; did you mean small\?/],
  [['cascade', '--cheap', 'tiny'], critics],
  [['power', '--critics', 'tiny'], critics],
  [['items', '--strong-critics', 'tiny'], critics],
  [
    ['score', '--by', 'suject'],
    /--by suject: no record has a field suject \(found: .*\); did you mean subject\?/,
  ],
  [['score', '--by', 'subject,meta.levl'], /--by meta\.levl: .*did you mean meta\.level\?/],
  [['score', '--by', 'eror_type'], /did you mean error_type\?/],
  [
    ['score', '--threshold-split', 'tset'],
    /--threshold-split tset: no labelled record has this value of meta\.split \(found: dev, test\); did you mean test\?/,
  ],
  [
    ['score', '--threshold-split', 'dev', '--split-field', 'meta.splt'],
    /no record has a field meta\.splt .*did you mean meta\.split\?/,
  ],
  [['score', '--threshold-split', 'dev'], /no critic has a confidence to choose a threshold on/],
  [['score', '--split-field', 'subject'], /--split-field changes nothing without --threshold-split/],
  [['score', '--critic-name', 'x'], /--critic-name changes nothing without --critiques/],
  [['items', '--allow-missing'], /--allow-missing changes nothing without --critiques/],
  [
    ['score', '--constants', '0,6'],
    /--constants 6: no solution has that step \(the longest has 6, counted from 0\)/,
  ],
  [['score', '--gold', 'others.jsonl'], ids],
  [['score', '--errata', 'others.jsonl'], ids],
  [['score', '--gold', 'none.jsonl'], /--gold none\.jsonl: it is about no record/],
  [['report', '--of', 'injection', '--annotations', 'others.jsonl', '-o', 'r.html'], ids],
  [['report', '--by', 'suject', '-o', 'r.html'], /did you mean subject\?/],
  [['compare', '--annotations', 'others.jsonl'], ids],
  [['filter', '--accepted', 'others.jsonl'], ids],
  [
    ['filter', '--where', 'meta.levl>4'],
    /--where meta\.levl>4: no record has a field meta\.levl .*did you mean meta\.level\?/,
  ],
  [
    [
      'critic',
      '--prm',
      '--model',
      'rm',
      '--base-url',
      'http://127.0.0.1:9/v1',
      '--prm-split',
      'subject=algebr',
    ],
    /--prm-split subject=algebr: .*did you mean algebra\?/,
  ],
];

test('a name that no record has is an error with the names that there are, and nothing is called', async (t) => {
  const cwd = await folder(t);
  // An endpoint that nobody listens to: a call would end the command otherwise.
  const env = { LATEBENCH_CRITIC_BASE_URL: 'http://127.0.0.1:9/v1' };
  const turns = wrong.map(([args]) => ({ args: [...args, 'judged.jsonl'] }));
  const outcomes = await runInTurn(turns, { cwd, env });
  for (const [i, [args, said]] of wrong.entries()) {
    const { code, stderr } = outcomes[i]!;
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, said, args.join(' '));
  }
  assert.equal(existsSync(join(cwd, 'r.html')), false);
});

test('comments of --manual that meet no record end a run before its first call', async (t) => {
  const cwd = await folder(t);
  const comment = (record_id: string) =>
    lines([{ record_id, annotator: 'anna', kind: 'comment', comment: 'c' }]);
  await writeFile(join(cwd, 'comments.jsonl'), comment('other/0') + comment('other/1'));
  const clean = lines(records.map((record) => ({ ...record, error_steps: [], critiques: [] })));
  await writeFile(join(cwd, 'clean.jsonl'), clean);
  const inject = ['inject', '--endpoint', 'sim', '-n', '2'];
  const [unknown, silent, beyond, piped] = await runInTurn(
    [
      { args: [...inject, '--manual', 'comments.jsonl', 'clean.jsonl'] },
      { args: [...inject, '--manual', 'own.jsonl', 'clean.jsonl'] },
      { args: [...inject, '--step', '7', 'clean.jsonl'] },
      { args: [...inject, '--manual', 'comments.jsonl'], input: clean },
    ],
    { cwd },
  );
  assert.equal(unknown!.code, 2, unknown!.stderr);
  assert.match(unknown!.stderr, ids);
  assert.doesNotMatch(unknown!.stderr, /API call/);
  assert.equal(silent!.code, 2, silent!.stderr);
  assert.match(silent!.stderr, /--manual own\.jsonl: it has no comment \(2 other annotations\)/);
  assert.equal(beyond!.code, 2, beyond!.stderr);
  assert.match(beyond!.stderr, /--step 7: no solution has that step \(the longest has 6\)/);
  // Standard input can be read only once: it is said when the records have passed.
  assert.equal(piped!.code, 2, piped!.stderr);
  assert.match(piped!.stderr, ids);
});

test('names of annotators, of stages and codes of quarantined records, and arguments too many are errors', async (t) => {
  const cwd = await folder(t);
  const bad = { source: 'x', line: 1, stage: 'critic', code: 'LB_JSON', raw: '{}', message: 'm' };
  await writeFile(join(cwd, 'quarantine.jsonl'), lines([bad]));
  const cases: readonly [args: string, said: RegExp][] = [
    [
      'annotations export --annotator ana own.jsonl',
      /--annotator ana: .*\(found: anna\); did you mean anna\?/,
    ],
    ['annotations forget ana own.jsonl', /forget ana: .*\(found: anna\); did you mean anna\?/],
    ['retry quarantine.jsonl --stage critc', /--stage critc: .*\(found: critic\); did you mean critic\?/],
    ['retry quarantine.jsonl --code LB_JSN', /--code LB_JSN: .*did you mean LB_JSON\?/],
    ['config critic', /config takes no arguments \(critic\)/],
    ['completion bash zsh', /completion takes one argument \(zsh\)/],
    ['pool info a b', /pool info takes one argument \(b\)/],
    ['pool info --pool a b', /pool info takes no arguments \(b\)/],
    ['simulate --port 0 extra', /simulate takes no arguments \(extra\): latebench simulate \[--port N\]/],
    ['help critic extra', /help takes one command, .* \(extra\): latebench help critic/],
    ['help pool bild', /help takes one command, .* \(bild\)/],
    ['cache stats extra', /stats, prune or clear \(and not extra\)/],
    ['deepconf x', /there is no deepconf x; deepconf has evaluate /],
  ];
  const outcomes = await runInTurn(
    cases.map(([args]) => ({ args: args.split(' ') })),
    { cwd },
  );
  for (const [i, [args, said]] of cases.entries()) {
    const { code, stdout, stderr } = outcomes[i]!;
    assert.deepEqual([code, stdout], [2, ''], `${args}: ${stderr}`);
    assert.match(stderr, said, args);
  }
});

test('conditions that may well meet nothing are no errors', async (t) => {
  const cwd = await folder(t);
  const sound: readonly (readonly string[])[] = [
    // Each value occurs, but not together.
    ['filter', '--where', 'subject=algebra', '--where', 'meta.level=1'],
    ['filter', '--where', 'meta.split=test', '--where', 'meta.level<3'],
    // The schema knows the value.
    ['filter', '--where', 'injection.status=failed'],
    ['filter', '--where', 'meta.level=99'],
    ['filter', '--accepted', 'own.jsonl'],
  ];
  const outcomes = await runInTurn(
    sound.map((args) => ({ args: [...args, 'judged.jsonl'] })),
    { cwd },
  );
  for (const [i, { code, stdout, stderr }] of outcomes.entries()) {
    assert.deepEqual([code, stdout], [0, ''], `${sound[i]!.join(' ')}: ${stderr}`);
  }
  const empty = await runInTurn([{ args: ['filter', '--where', 'subject=algebr', 'none.jsonl'] }], { cwd });
  assert.equal(empty[0]!.code, 0);
});

test('a value that no record has is reported, whether records with it are kept or excluded', async (t) => {
  const cwd = await folder(t);
  const [excluded, kept] = await runInTurn(
    ['meta.split!=tset', 'subject=algebr'].map((where) => ({
      args: ['filter', '--where', where, 'judged.jsonl'],
    })),
    { cwd },
  );
  assert.deepEqual([excluded!.code, excluded!.stdout], [0, lines(records)]);
  assert.match(
    excluded!.stderr,
    /meta\.split!=tset: no record has this value of meta\.split .*did you mean test\?/,
  );
  // Of one part of a dataset nothing may be the answer.
  assert.deepEqual([kept!.code, kept!.stdout], [0, '']);
  assert.match(
    kept!.stderr,
    /subject=algebr: no record has this value of subject \(found: algebra, geometry\); did you mean algebra\?/,
  );
});

test('a number that is compared with a word is an error, and a text or a number is not', async (t) => {
  const cwd = await folder(t);
  const conditions = ['steps.length>abc', 'steps.length<=', 'subject>=b', 'steps.length>1e0', 'subject<5'];
  const outcomes = await runInTurn(
    conditions.map((where) => ({ args: ['filter', '--where', where, 'judged.jsonl'] })),
    { cwd },
  );
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [2, 2, 0, 0, 0],
  );
  assert.match(
    outcomes[0]!.stderr,
    /--where steps\.length>abc: steps\.length is a number, and "abc" is none/,
  );
});

test('scoreRecords rejects a breakdown by a field that no record has', async () => {
  await assert.rejects(scoreRecords(records, { by: ['meta.levl'], bootstrap: 0 }), {
    code: 'LB_USAGE',
    message: /by meta\.levl: no record has a field meta\.levl .*did you mean meta\.level\?/,
  });
  const { critics: scored } = await scoreRecords(records, { by: ['meta.level'], bootstrap: 0 });
  assert.equal(scored.length, 2);
});
