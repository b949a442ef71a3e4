// What a user sees of score and compare, through the real command.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runHere, runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function folder(t: TestContext) {
  const cwd = await temporaryFolder(t);
  const critic = (name: string, first: number) => ({
    critic: name,
    protocol: 'first_error',
    status: 'ok',
    first_error: first,
    usage: { calls: 1, prompt_tokens: 100, completion_tokens: 10 },
  });
  const records = Array.from({ length: 40 }, (_, i) => {
    const label = i % 4 === 0 ? -1 : 3 + (i % 3);
    return {
      id: `set/${i}`,
      problem: `problem ${i}`,
      steps: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      error_steps: label === -1 ? [] : [label],
      critiques: [critic('good', i % 5 === 0 ? 0 : label), critic('poor', i % 2 === 0 ? 0 : label)],
    };
  });
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  await writeFile(join(cwd, 'judged.jsonl'), lines.join(''));
  await writeFile(
    join(cwd, 'preds.csv'),
    `id,pred\n${records.map(({ id }, i) => `${id},${i % 4 === 0 ? -1 : 4}`).join('\n')}\n`,
  );
  return { cwd, lines };
}

test('records that come again are counted in a message of each command that counts them', async (t) => {
  const { cwd, lines } = await folder(t);
  const input = lines.concat(lines.slice(0, 3)).join('');
  const two = ['--critics', 'good,poor'];
  const power = ['power', ...two, '--studies', '100', '--bootstrap', '100'];
  const cascade = ['cascade', '--cheap', 'poor', '--strong', 'good', '--cost', 'calls'];
  for (const args of [['score'], ['compare'], ['report', '-o', 'twice.md'], power, cascade, ['items']]) {
    const once = await runHere(args, { cwd, input: lines.join('') });
    assert.doesNotMatch(once.stderr, /earlier one/);
    const { code, stderr } = await runHere(args, { cwd, input });
    assert.equal(code, 0, stderr);
    const said = `latebench ${args[0]}: 3 of 43 records have the id of an earlier one (first: set/0), and count again`;
    assert.ok(stderr.includes(said), stderr);
  }
});

test('a pipeline counts them too, in one message', async (t) => {
  const { cwd, lines } = await folder(t);
  await writeFile(join(cwd, 'again.jsonl'), lines.slice(0, 3).join(''));
  const critic = { use: 'critic', with: { critic: 'arithmetic' } };
  const said = '3 of 43 records have the id of an earlier one (first: set/0), and count again';
  for (const [name, stages] of [
    ['run plain', [critic]],
    ['score', [critic, { use: 'score' }]],
  ] as const) {
    const source = { files: ['judged.jsonl', 'again.jsonl'] };
    await writeFile(
      join(cwd, 'p.json'),
      JSON.stringify({ name: 'plain', about: 'twice', seed: 1, source, stages }),
    );
    const { code, stderr } = await runHere(['run', 'p.json'], { cwd });
    assert.equal(code, 0, stderr);
    assert.equal(stderr.split('the id of an earlier one').length, 2, stderr);
    assert.ok(stderr.includes(`latebench ${name}: ${said}`), stderr);
  }
});

test('two critiques of one critic, and verdicts beyond the end of a solution, are named with the first of them', async (t) => {
  const { cwd, lines } = await folder(t);
  const change = (line: string, to: (critiques: { critic: string }[]) => object[]): string => {
    const record = JSON.parse(line);
    return `${JSON.stringify({ ...record, critiques: to(record.critiques) })}\n`;
  };
  const twice = lines.map((line, at) =>
    at < 2 ? change(line, ([good, poor]) => [poor!, good!, poor!]) : line,
  );
  const beyond = lines.map((line, at) =>
    at === 1 ? change(line, ([good, poor]) => [good!, { ...poor!, first_error: 20 }]) : line,
  );
  const power = ['power', '--critics', 'good,poor', '--studies', '100', '--bootstrap', '100'];
  const cascade = ['cascade', '--cheap', 'poor', '--strong', 'good', '--cost', 'calls'];
  for (const args of [['score'], ['compare'], ['report', '-o', 'odd.md'], power, cascade, ['items']]) {
    const { stderr } = await runHere(args, { cwd, input: twice.join('') });
    const said = `latebench ${args[0]}: 2 of 40 records have two critiques of one critic (first: poor on set/0), of which the last counts`;
    assert.ok(stderr.includes(said), stderr);
    assert.doesNotMatch(stderr, /does not have/);
    const far = await runHere(args, { cwd, input: beyond.join('') });
    const named = `latebench ${args[0]}: 1 verdict names a step that the solution does not have (first: poor on set/1, step 21 of 8)`;
    assert.ok(far.stderr.includes(named), far.stderr);
    assert.doesNotMatch(far.stderr, /two critiques/);
  }
});

test('invalid records alone are said to be that, and no records at all to be none', async (t) => {
  const { cwd } = await folder(t);
  const power = ['power', '--critics', 'good,poor'];
  for (const args of [['score'], ['compare'], ['report', '-o', 'none.md'], power, ['cascade']]) {
    const invalid = await runHere(args, { cwd, input: '{"id":5,"critiques":"x"}\n'.repeat(3) });
    assert.equal(invalid.code, 2);
    assert.match(invalid.stderr, /no valid records came in, only 3 invalid records: the messages above/);
    const none = await runHere(args, { cwd, input: '' });
    assert.equal(none.code, 2);
    assert.match(none.stderr, /no records came in/);
  }
  for (const args of [['items'], ['gate'], ['inject', '--endpoint', 'sim'], ['filter', '--min-steps', '3']]) {
    const { code, stderr } = await runHere(args, { cwd, input: '' });
    assert.equal(code, 0);
    assert.ok(stderr.includes(`latebench ${args[0]}: no records came in: is the input empty`), stderr);
  }
});

test('a source that is not there leaves no run folder', async (t) => {
  const { cwd } = await folder(t);
  for (const args of [
    ['critic', '--endpoint', 'sim', '--run', 'made', 'none.jsonl'],
    ['run', 'quickstart', '--run', 'made', '--datasets', 'none.jsonl'],
  ]) {
    const { code, stderr } = await runHere(args, { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /none\.jsonl: no such file/);
    assert.equal(existsSync(join(cwd, 'made')), false, args[0]);
  }
});

test('columns that came later are the last ones of the scores as CSV', async (t) => {
  const { cwd, lines } = await folder(t);
  const { stdout } = await runHere(['score', '--format', 'csv'], { cwd, input: lines.join('') });
  const head = stdout.split('\n')[0]!.split(',');
  assert.equal(head.at(-1), 'n_abstained');
  assert.deepEqual(head.slice(head.indexOf('n_unparsed')).slice(0, 2), ['n_unparsed', 'n_failed']);
  assert.match(head[head.indexOf('n_failed') + 1]!, /_low$/);
});

test('records without a label that critics are compared by are counted, and without any the label is what is missing', async (t) => {
  const { cwd, lines } = await folder(t);
  const unlabelled = lines.map((line) => `${JSON.stringify({ ...JSON.parse(line), error_steps: null })}\n`);
  const power = ['power', '--critics', 'good,poor', '--studies', '100', '--bootstrap', '100'];
  for (const args of [
    ['compare'],
    power,
    ['cascade', '--cheap', 'poor', '--strong', 'good', '--cost', 'calls'],
  ]) {
    const some = await runHere(args, { cwd, input: [...unlabelled.slice(0, 4), ...lines.slice(4)].join('') });
    assert.equal(some.code, 0, some.stderr);
    assert.ok(
      some.stderr.includes(`latebench ${args[0]}: 4 of 40 records left out:\n  without a label`),
      some.stderr,
    );
    const none = await runHere(args, { cwd, input: unlabelled.join('') });
    assert.equal(none.code, 2);
    assert.match(
      none.stderr,
      /none of 40 records has a label \(error_steps\) that critics can be compared by/,
    );
  }
});

test('score prints tables with intervals and cells, the same bytes every time, whatever the order of the records', async (t) => {
  const { cwd, lines } = await folder(t);
  const args = ['score', '-q', '--by', 'position_decile'];
  const { code, stdout } = await runHere([...args, 'judged.jsonl'], { cwd });
  const reversed = [...lines].reverse().join('');
  const [again, turned] = await runInTurn([{ args: [...args, 'judged.jsonl'] }, { args, input: reversed }], {
    cwd,
  });
  assert.equal(code, 0);
  assert.match(stdout, /By position_decile/);
  assert.match(stdout, /30 of 40 solutions \(75 %\) are erroneous/);
  assert.equal(again!.stdout, stdout);
  assert.equal(turned!.stdout, stdout);
});

test('score --format json keeps the fixed shape, with intervals for F1 and in every cell', async (t) => {
  const { cwd } = await folder(t);
  const { stdout } = await runHere(['score', '-q', '--format', 'json', '--by', 'length', 'judged.jsonl'], {
    cwd,
  });
  const score = JSON.parse(stdout);
  for (const key of [
    'critic',
    'n',
    'n_error',
    'n_correct',
    'n_unparsed',
    'n_failed',
    'processbench',
    'deltabench',
    'intervals',
    'by',
  ]) {
    for (const one of [...score.critics, ...score.baselines]) assert.ok(key in one, key);
  }
  const [good] = score.critics;
  const [low, high] = good.intervals.f1;
  assert.ok(low < good.processbench.f1 && good.processbench.f1 < high);
  assert.deepEqual(
    Object.keys(good.by.length['05-09'].intervals).sort(),
    Object.keys(good.intervals)
      .filter((name) => !/lift|subset|weighted/.test(name))
      .sort(),
  );
});

test('predictions of a CSV are scored beside the critics of the records; what does not fit ends with exit 2', async (t) => {
  const { cwd } = await folder(t);
  const args = ['score', '-q', '--format', 'json', '--critiques', 'preds.csv'];
  const { code, stdout } = await runHere([...args, 'judged.jsonl'], { cwd });
  assert.equal(code, 0);
  const { critics } = JSON.parse(stdout);
  assert.deepEqual(
    critics.map(({ critic }: { critic: string }) => critic),
    ['good', 'poor', 'preds'],
  );
  assert.equal(critics[2].processbench.correct_acc, 1);
  await writeFile(join(cwd, 'preds.csv'), `${await readFile(join(cwd, 'preds.csv'), 'utf8')}set/99,1\n`);
  const unknown = await runHere([...args, 'judged.jsonl'], { cwd });
  assert.equal(unknown.code, 2);
  assert.equal(unknown.stdout, '');
  assert.match(unknown.stderr, /about no record that was read, the first set\/99 \(preds\.csv:\d+\)/);
});

test('compare ranks critics of one or several files, and says when there is nothing to compare', async (t) => {
  const { cwd, lines } = await folder(t);
  const bare = lines.map((line) => line.replace(/"critiques":.*\]/, '"critiques":[]')).join('');
  const words = [
    ['--headline', 'exact', 'judged.jsonl'],
    ['--format', 'json', 'judged.jsonl', 'preds.csv', '--critics', 'good,preds'],
    ['--format', 'csv', 'judged.jsonl', 'judged.jsonl'],
    [],
  ];
  const [one, two, same, none] = await runInTurn(
    words.map((more) => ({ args: ['compare', '-q', ...more], input: more.length === 0 ? bare : '' })),
    { cwd },
  );
  assert.equal(one!.code, 0);
  assert.match(one!.stdout, /1 {2}good +40 +80\.0%/);
  const { pairs } = JSON.parse(two!.stdout);
  assert.deepEqual([pairs.length, pairs[0].a, pairs[0].b, pairs[0].n], [1, 'good', 'preds', 40]);
  assert.match(same!.stdout, /good,good \(judged\.jsonl\),40,/);
  assert.equal(none!.code, 2);
  assert.match(none!.stderr, /no record was judged by two critics \(found: none\)/);
});

test('compare holds critics against the marks of people', async (t) => {
  const { cwd } = await folder(t);
  const mark = (i: number, first: number) => ({
    record_id: `set/${i}`,
    annotator: 'ann',
    kind: 'natural_error',
    first_error: first,
    at: '',
  });
  const marks = [
    mark(1, 4),
    mark(2, 5),
    mark(4, -1),
    mark(6, 2),
    // Taken back.
    { ...mark(6, 2), first_error: null },
    { record_id: 'set/3', annotator: 'ann', kind: 'comment', comment: 'hm' },
  ];
  await writeFile(join(cwd, 'ann.jsonl'), marks.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const { code, stdout } = await runHere(
    ['compare', '-q', '--format', 'json', '--annotations', 'ann.jsonl', 'judged.jsonl'],
    { cwd },
  );
  assert.equal(code, 0);
  const { against_people: people } = JSON.parse(stdout);
  assert.deepEqual(
    people.map(({ critic, person, n }: Record<string, unknown>) => [critic, person, n]),
    [
      ['good', 'ann', 3],
      ['poor', 'ann', 3],
    ],
  );
  assert.equal(people[0].first_error, 1);
  await writeFile(join(cwd, 'bad.jsonl'), '{"annotator":"ann","kind":"decision"}\n');
  const [bad, missing] = await runInTurn(
    ['bad.jsonl', 'none.jsonl'].map((file) => ({ args: ['compare', '--annotations', file, 'judged.jsonl'] })),
    { cwd },
  );
  assert.deepEqual([bad!.code, missing!.code], [2, 2]);
  assert.match(
    bad!.stderr,
    /bad\.jsonl:1: record_id: .*an annotation names its record_id, annotator and kind/,
  );
  assert.match(missing!.stderr, /none\.jsonl: no such file/);
});

test('score --errata scores by corrected labels, and shows the score by the labels before beside it', async (t) => {
  const { cwd, lines } = await folder(t);
  const judgement = (at: number, first_error: number, more: object = {}) => ({
    record_id: `set/${at}`,
    annotator: 'anna',
    kind: 'decision',
    first_error,
    ...more,
  });
  // Both critics name step 1 of record 10, whose label is step 5; record 1 is judged as it is labelled.
  const judged = [
    judgement(10, 0),
    judgement(1, 4),
    judgement(20, 0),
    judgement(2, 0, { record_hash: 'another' }),
  ];
  await writeFile(join(cwd, 'anna.jsonl'), judged.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const right = lines.map((line) => {
    const record = JSON.parse(line);
    return ['set/10', 'set/20'].includes(record.id) ? { ...record, error_steps: [0] } : record;
  });
  await writeFile(join(cwd, 'right.jsonl'), right.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const scored = async (...args: string[]) =>
    JSON.parse((await runHere(['score', '-q', '--format', 'json', ...args], { cwd })).stdout);
  const [before, { errata, ...after }, direct] = [
    await scored('judged.jsonl'),
    await scored('--errata', 'anna.jsonl', 'judged.jsonl'),
    await scored('right.jsonl'),
  ];
  assert.deepEqual(after, direct, 'the score is that of records with the right labels');
  assert.deepEqual([errata.corrected, errata.stale], [2, 1]);
  for (const [at, critic] of errata.critics.entries()) {
    const [old, now] = [before.critics[at], direct.critics[at]];
    assert.equal(critic.critic, old.critic);
    for (const [figures, from] of [
      [critic.before, old],
      [critic.after, now],
    ]) {
      assert.deepEqual(
        [figures.f1, figures.error_acc, figures.correct_acc, figures.n_error, figures.f1_interval],
        [
          from.processbench.f1,
          from.processbench.error_acc,
          from.processbench.correct_acc,
          from.n_error,
          from.intervals.f1,
        ],
      );
    }
  }
  assert.notEqual(errata.critics[0].before.f1, errata.critics[0].after.f1);
  const { stdout } = await runHere(['score', '-q', '--errata', 'anna.jsonl', 'judged.jsonl'], { cwd });
  assert.match(stdout, /Corrected labels/);
  assert.match(stdout, /2 labels corrected\./);
  const both = await runHere(['score', '--errata', 'anna.jsonl', '--gold', 'anna.jsonl', 'judged.jsonl'], {
    cwd,
  });
  assert.equal(both.code, 2);
});

test('the answers of the judge are in the score of each critic, and nothing is there without a judge', async (t) => {
  const { cwd, lines } = await folder(t);
  const answers = ['yes', 'partly', 'no', null] as const;
  const judged = lines.map((line, at) => {
    const record = JSON.parse(line);
    const [good, poor] = record.critiques;
    const match = answers[at % 4]!;
    const status = match === null ? (at === 3 ? 'failed' : 'unparsed') : 'ok';
    const usage = { calls: 1, prompt_tokens: 1, completion_tokens: 1 };
    const judge = { status, match, step: 0, model: 'm', prompt_version: 'judge/1', usage };
    return `${JSON.stringify({ ...record, critiques: [{ ...good, judge }, poor] })}\n`;
  });
  const json = async (input: string) =>
    JSON.parse((await runHere(['score', '--format', 'json'], { cwd, input })).stdout);
  const [good, poor] = (await json(judged.join(''))).critics;
  assert.deepEqual(good.explanations, { n: 40, yes: 10, partly: 10, no: 10, n_unparsed: 9, n_failed: 1 });
  assert.equal(poor.explanations, undefined);
  assert.ok((await json(lines.join(''))).critics.every((critic: object) => !('explanations' in critic)));
  const table = await runHere(['score'], { cwd, input: judged.join('') });
  assert.match(table.stdout, /Explanations \(judge\)[\s\S]*good +40 +25\.0% +25\.0% +25\.0% +9 +1/);
  const plain = await runHere(['score'], { cwd, input: lines.join('') });
  assert.doesNotMatch(plain.stdout, /judge/);
});
