// Every command that passes records on: numbers, half surrogate pairs and NUL come back as they were written, and a line
// that is nested too deeply is one invalid record with its line number.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonLines, runCommand, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const kept = '{"big":9007199254740993,"list":[1e400,-0,1.50,1E5,1.0],"text":"\\ud800\\u0000"}';
const record = (id: string, extra: string): string =>
  `{"id":"${id}","problem":"What is 1 + 1?","answer":"2","steps":["1 + 1 = 2.","So it is 2.","The sum is 3.","Hence 3."],` +
  `"final_answer":"3","error_steps":[2],"error_source":"natural","meta":{"explanation":"1 + 1 is 2."},"text":"2","gold":"2","pred":"2","extra":${extra},"score":2.0}`;
const input = [
  record('a', kept),
  record('b', `${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  record('c', `${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`),
  record('d', '-0'),
].join('\n');

const commands: readonly (readonly string[])[] = [
  ['critic', '--endpoint', 'sim'],
  ['judge', '--endpoint', 'sim'],
  ['classify', '--endpoint', 'sim'],
  ['filter'],
  ['filter', '--balance'],
  ['ingest'],
  ['extract'],
  ['verify'],
  ['inject', '--endpoint', 'sim', '--keep-rejected'],
];

for (const args of commands) {
  test(`${args.join(' ')} writes what it read, and two lines are invalid`, async (t) => {
    const cwd = await temporaryFolder(t);
    const judged = `"error_steps":[],"critiques":[{"critic":"a","protocol":"all_errors","status":"failed"}]`;
    const correct = record('e', '0.10').replace('"error_steps":[2]', judged);
    await writeFile(join(cwd, 'in.jsonl'), `${input}\n${correct}\n`);
    const { code, stdout, stderr } = await runHere([...args, 'in.jsonl'], { cwd });
    assert.equal(code, 3, stderr);
    assert.match(stderr, /in\.jsonl:2 .*nested more than 512 levels deep/);
    const lines = stdout.trim().split('\n');
    assert.ok(lines.length >= 2, stdout);
    for (const line of lines) {
      const { id } = JSON.parse(line) as { id: string };
      const extra = { a: kept, d: '-0', e: '0.10' }[id];
      assert.ok(line.includes(`"extra":${extra},"score":2.0`), line);
    }
    const [file] = await readdir(join(cwd, '.latebench', 'quarantine'));
    const invalid = jsonLines(await readFile(join(cwd, '.latebench', 'quarantine', file!), 'utf8'));
    assert.deepEqual(
      invalid.map(({ line }) => line),
      [2, 3],
    );
  });
}

for (const command of ['items', 'score', 'compare', 'power', 'filter', 'ingest']) {
  test(`${command} puts a record aside whose critiques, steps or labels are none`, async (t) => {
    const cwd = await temporaryFolder(t);
    const critique = { protocol: 'first_error', status: 'ok', first_error: 1 };
    const judged = (id: number, more: object = {}) => ({
      ...{ id: `r${id}`, problem: `p${id}`, steps: ['x', 'y'], error_steps: id % 2 === 0 ? [1] : [] },
      critiques: ['one', 'two'].map((critic) => ({ ...critique, critic })),
      ...more,
    });
    const odd = [
      { critiques: [null] },
      { critiques: 5 },
      { steps: 'x' },
      { error_steps: ['1'] },
      { steps: [1] },
    ];
    const rows = [...Array(6).keys()].map((id) => judged(id, odd[id]));
    const more = [...Array(6).keys()].map((id) => judged(10 + id));
    await writeFile(
      join(cwd, 'in.jsonl'),
      [...rows, ...more].map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
    const { code, stderr } = await runHere([command, 'in.jsonl'], { cwd });
    assert.equal(code, 3, stderr);
    const [file] = await readdir(join(cwd, '.latebench', 'quarantine'));
    const invalid = jsonLines(await readFile(join(cwd, '.latebench', 'quarantine', file!), 'utf8'));
    assert.deepEqual(
      invalid.map(({ line }) => line),
      [1, 2, 3, 4, 5],
    );
  });
}

test('what a killed process left beside its output is removed by the next one, and no other file', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, '.mine.tmp-01234567'), 'not ours');
  const args = ['filter', '-o', 'out.jsonl'];
  await runCommand(args, {
    cwd,
    input: null,
    started(child) {
      child.stdin?.write(`${record('a', kept)}\n`);
      const timer = setInterval(async () => {
        const left = (await readdir(cwd)).some((name) => name.startsWith('.out.jsonl.tmp-'));
        if (!left) return;
        clearInterval(timer);
        child.kill('SIGKILL');
      }, 10);
    },
  });
  assert.equal((await readdir(cwd)).filter((name) => name.startsWith('.out.jsonl.tmp-')).length, 1);
  const { code } = await runCommand(args, { cwd, input: `${record('a', kept)}\n` });
  assert.equal(code, 0);
  assert.deepEqual(
    (await readdir(cwd)).filter((name) => name.includes('.tmp-')),
    ['.mine.tmp-01234567'],
  );
  assert.equal(await readFile(join(cwd, 'out.jsonl'), 'utf8'), `${record('a', kept)}\n`);
});
