import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { isLateBenchError } from '../../src/errors.ts';
import { writeFileAtomic } from '../../src/storage/atomic-write.ts';
import { readInput } from '../../src/storage/input.ts';
import { openOutput } from '../../src/storage/output.ts';
import { collectGroups, plain } from '../support/bytes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const rows = [
  { id: 'a', steps: ['one', 'two "quoted", with comma'], n: 1, none: null },
  { id: 'b', steps: [], n: 2.5, none: null, later: { deep: true } },
];
const fail = (): never => assert.fail('no bad row expected');

for (const ending of ['jsonl', 'jsonl.gz', 'ndjson']) {
  test(`writes .${ending} whole and reads it back`, async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, `out.${ending}`);
    const sink = await openOutput(path);
    for (const row of rows) await sink.write(row);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => !name.startsWith('.')),
      [],
      'nothing before close',
    );
    const written = await sink.close();
    assert.equal(written.rows, 2);
    assert.deepEqual(await readdir(folder), [`out.${ending}`]);
    assert.deepEqual(plain(await collectGroups(readInput(path, { onBad: fail }))), rows);
    const bytes = await readFile(path);
    const text = ending.endsWith('gz') ? gunzipSync(bytes).toString() : bytes.toString();
    assert.equal(text, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    assert.equal(written.bytes, bytes.length);
  });
}

test('writes CSV with nested values as JSON and later fields in extra', async (t) => {
  const path = join(await temporaryFolder(t), 'out.csv');
  const sink = await openOutput(path);
  for (const row of rows) await sink.write(row);
  await sink.close();
  assert.deepEqual((await readFile(path, 'utf8')).split('\n'), [
    '"id","steps","n","none","extra"',
    '"a","[""one"",""two \\""quoted\\"", with comma""]",1,,',
    '"b","[]",2.5,,"{""later"":{""deep"":true}}"',
    '',
  ]);
});

test('leaves nothing behind when it is aborted, and the old file as it was', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'out.jsonl');
  await writeFile(path, 'old\n');
  const sink = await openOutput(path);
  await sink.write(rows[0]!);
  await sink.abort();
  assert.deepEqual(await readdir(folder), ['out.jsonl']);
  assert.equal(await readFile(path, 'utf8'), 'old\n');
});

test('refuses an ending that says no format', async () => {
  await assert.rejects(
    openOutput('out.txt'),
    (error) => isLateBenchError(error) && error.code === 'LB_USAGE',
  );
});

test('names the file when it cannot be written', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'no', 'such', 'folder.json');
  await assert.rejects(
    writeFileAtomic(path, 'x'),
    (error) => isLateBenchError(error) && error.message.includes(path),
  );
});

test('passes rows on in the turn in which they come, and waits for a slow reader', async () => {
  const output = new PassThrough({ highWaterMark: 10 });
  const sink = await openOutput('-', { stdout: output });
  await sink.write({ a: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(output.read()?.toString(), '{"a":1}\n');
  const big = sink.write({ text: 'x'.repeat(100_000) });
  assert.ok(big instanceof Promise, 'a full output holds the writer back');
  let released = false;
  void big.then(() => {
    released = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(released, false);
  output.resume();
  await big;
  await sink.close();
});

test('passes on the failure of its output', async () => {
  const output = new PassThrough();
  const sink = await openOutput('-', { stdout: output });
  await sink.write({ a: 1 });
  output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(async () => sink.write({ a: 2 }), { code: 'EPIPE' });
});

test('text is written where a link points to, and not over a folder', async (t) => {
  const folder = await temporaryFolder(t);
  const [real, link] = [join(folder, 'real.jsonl'), join(folder, 'link.jsonl')];
  await writeFile(real, 'earlier');
  await symlink(real, link);
  const sink = await openOutput(link);
  await sink.write({ id: 'a' });
  await sink.close();
  assert.equal(await readFile(real, 'utf8'), '{"id":"a"}\n');
  await writeFileAtomic(link, 'text');
  assert.equal(await readFile(real, 'utf8'), 'text');
  await mkdir(join(folder, 'folder.jsonl'));
  await assert.rejects(openOutput(join(folder, 'folder.jsonl')), { code: 'LB_OUTPUT' });
});

test('text is written where a link points to that leads nowhere yet', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'disk'));
  await symlink('disk/second', join(folder, 'first'));
  await symlink('target.jsonl', join(folder, 'disk', 'second'));
  await writeFileAtomic(join(folder, 'first'), 'text');
  assert.equal(await readFile(join(folder, 'disk', 'target.jsonl'), 'utf8'), 'text');
  assert.equal(await readlink(join(folder, 'first')), 'disk/second');
  await symlink('none/target', join(folder, 'lost'));
  await assert.rejects(writeFileAtomic(join(folder, 'lost'), 'text'), {
    code: 'LB_OUTPUT',
    message: /cannot write .*lost: its folder does not exist/,
  });
  await symlink('loop', join(folder, 'loop'));
  await assert.rejects(writeFileAtomic(join(folder, 'loop'), 'text'), {
    code: 'LB_OUTPUT',
    message: /cannot write .*loop: .*ELOOP/,
  });
});

test('whoever watches a file being written sees each row soon, however few there are', async (t) => {
  const folder = await temporaryFolder(t);
  const output = await openOutput(join(folder, 'slow.jsonl'));
  for (const n of [1, 2]) {
    await output.write({ n });
    const end = Date.now() + 20_000;
    for (let lines: unknown[] = []; lines.length < n; ) {
      assert.ok(Date.now() < end, `row ${n} is not in the file`);
      await pause(10);
      const [name = ''] = await readdir(folder);
      lines = (await readFile(join(folder, name), 'utf8')).split('\n').slice(0, -1);
    }
  }
  await output.close();
  assert.deepEqual(await readdir(folder), ['slow.jsonl']);
});

for (const ending of ['jsonl', 'csv.gz', 'parquet', 'arrow']) {
  test(`what is written to a closed .${ending} file is an error and not lost without a word`, async (t) => {
    const path = join(await temporaryFolder(t), `out.${ending}`);
    const sink = await openOutput(path);
    await sink.write(rows[0]!);
    await sink.close();
    await assert.rejects(async () => sink.write(rows[0]!), {
      code: 'LB_USAGE',
      message: /the output is closed/,
    });
    await assert.rejects(sink.close(), { code: 'LB_USAGE' });
    const given = await openOutput(join(path, '..', `given-up.${ending}`));
    await given.abort();
    await assert.rejects(async () => given.write(rows[0]!), { code: 'LB_USAGE' });
  });
}

test('an output whose folder cannot be made is an error that names it, at once', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'file'), '');
  await symlink('loop', join(folder, 'loop'));
  const long = join(folder, 'x'.repeat(300));
  const places = [join(folder, 'file', 'below'), join(folder, 'loop', 'below'), long];
  for (const place of [...places, ...(existsSync('/proc/self') ? ['/proc/none/below'] : [])])
    await assert.rejects(openOutput(join(place, 'a.jsonl')), {
      code: 'LB_OUTPUT',
      message: /cannot write .*below|x{300}/,
    });
  await Promise.all(
    ['a', 'b'].map(async (name) => (await openOutput(join(folder, 'new', 'deep', `${name}.csv`))).close()),
  );
  assert.deepEqual((await readdir(join(folder, 'new', 'deep'))).sort(), ['a.csv', 'b.csv']);
});

test('rows that standard output was given are there although it is aborted in the same turn', async () => {
  const stdout = new PassThrough();
  const written = text(stdout);
  const sink = await openOutput('-', { stdout });
  for (const row of rows) await sink.write(row);
  await sink.abort();
  stdout.end();
  assert.equal(await written, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});
