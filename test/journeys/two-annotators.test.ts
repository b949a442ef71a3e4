// Two annotators judge the same records blind in one dashboard: slips at the start, a restart in the middle, a dispute, then
// the agreement and the labels that critics are scored against.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonLines, repository, runHere } from '../support/cli.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const records = 6;

test('two people judge, differ, settle, and score a critic by it', async (t) => {
  const cwd = await temporaryFolder(t);
  const samples = await readFile(join(repository, 'data', 'samples', 'late-errors-test.jsonl'), 'utf8');
  const lines = samples.split('\n').slice(0, records);
  await writeFile(join(cwd, 'r.jsonl'), `${lines.join('\n')}\n`);
  await writeFile(join(cwd, 'guide.md'), '# Guidelines\n\n## Accept\n\nThe error is real.\n');
  const play = (...args: string[]) => runHere(args, { cwd });
  for (const [words, says] of [
    [['r.jsonl', '--annotators', 'anna', 'ben'], /ben: no such file/],
    [
      ['r.jsonl', '--annotators', 'anna,ben', '--per-record', '3'],
      /there are 2 annotators; give a number from 1 to 2/,
    ],
    [['r.jsonl', '--guidelines', 'guid.md'], /--guidelines guid\.md: no such file/],
    [['r.jsonl', '--per-record', '2'], /--per-record changes nothing without --annotators/],
    [['r.jsonl', '--blind', '--read-only'], /nobody can judge with --read-only/],
    [['r.jsonl', '--blind', '--export', 'site'], /--export writes labels and critics/],
  ] as const) {
    const { code, stderr } = await play('view', ...words);
    assert.equal(code, 2, stderr);
    assert.match(stderr, says);
  }
  const none = await play('annotations', 'agreement', 'r.jsonl');
  assert.equal(none.code, 2);
  assert.match(none.stderr, /no line of r\.jsonl is a judgement/);

  const team = [
    'r.jsonl',
    '--annotators',
    'anna,ben',
    '--per-record',
    '2',
    '--blind',
    '--guidelines',
    'guide.md',
  ];
  const server = await startDashboardProcess(t, cwd, [...team, '--no-token', '-q']);
  const cookies = new Map<string, string>();
  const post = async (path: string, body: object, who?: string): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', origin: server.url, 'x-latebench': '1' },
        ...(who === undefined ? {} : { cookie: cookies.get(who)! }),
      },
      body: JSON.stringify(body),
    });
  for (const name of ['anna', 'ben']) {
    const answer = await post('/api/login', { name });
    assert.equal(answer.status, 200, await answer.clone().text());
    cookies.set(
      name,
      answer.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    );
  }
  /** What a click sends; the same operation twice, as a browser without an answer does. */
  const judge = async (who: string, row: number, decision: string): Promise<void> => {
    const said = {
      source: '1',
      row,
      kind: 'decision',
      operation: `${[...cookies.keys()].indexOf(who)}-${row}`,
      based_on: null,
      decision,
    };
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await post('/api/annotations', said, who);
      assert.equal(answer.status, 200, await answer.clone().text());
    }
  };
  for (let row = 0; row < records; row += 1) {
    await judge('anna', row, row < 4 ? 'yes' : 'no');
    // The machine goes down between two judgements; both go on in the same windows.
    if (row === 2) {
      await server.kill();
      await server.start();
    }
    await judge('ben', row, row < 3 ? 'yes' : 'no');
  }
  const hidden = await fetch(`${server.url}/api/sources/1/records`, {
    headers: { cookie: cookies.get('anna')! },
  });
  assert.equal(hidden.status, 200);
  await server.kill();

  const files = await readdir(join(cwd, 'annotations'));
  assert.deepEqual(files.filter((name) => name.endsWith('.jsonl')).sort(), ['anna.jsonl', 'ben.jsonl']);
  for (const name of ['anna', 'ben']) {
    const kept = jsonLines(await readFile(join(cwd, 'annotations', `${name}.jsonl`), 'utf8'));
    assert.equal(kept.length, records, 'each judgement once');
    assert.ok(kept.every(({ annotator, blind }) => annotator === name && blind === true));
  }
  const agreement = await play('annotations', 'agreement');
  assert.equal(agreement.code, 0, agreement.stderr);
  assert.match(agreement.stdout, /anna, ben +6 /);
  const merged = await play('annotations', 'merge', 'annotations/anna.jsonl', 'annotations/ben.jsonl');
  assert.equal(merged.code, 0, merged.stderr);
  assert.equal(jsonLines(merged.stdout).length, 2 * records);
  const forgotten = await play('annotations', 'forget', 'ben');
  assert.equal(forgotten.code, 0, forgotten.stderr);
  const after = await play('annotations', 'agreement');
  assert.match(after.stdout, /anna, former-\w{8} +6 |former-\w{8}, anna +6 /);
});
