// A reviewer is sent the bundle of a run, makes the table of the paper again without a call, looks at what a changed byte
// does, and tries archives that are something else.
import assert from 'node:assert/strict';
import { copyFile, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository, runHere, runShell } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** The table of a score, without what is below it. */
function tableOf(stdout: string): string {
  return stdout.slice(0, stdout.indexOf('Error detection'));
}

async function flip(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
  await file.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, at);
  await file.close();
}

test('the table of a run is made again from its bundle, and a changed byte is named', async (t) => {
  const [author, reviewer] = [await temporaryFolder(t), await temporaryFolder(t)];
  await copyFile(join(repository, 'data', 'samples', 'late-errors-test.jsonl'), join(author, 'test.jsonl'));
  const declared = {
    ...{ name: 'table', about: 'the table of the paper', seed: 1 },
    source: { files: ['test.jsonl'] },
    stages: [{ use: 'critic', with: { votes: 2 } }],
    endpoint: { critic: { baseUrl: 'sim' } },
  };
  await writeFile(join(author, 'table.json'), JSON.stringify(declared));
  const made = await runHere(['run', 'table.json', '--run', 'runs/table', '-q'], { cwd: author });
  assert.equal(made.code, 0, made.stderr);
  const printed = await runHere(['score', 'runs/table'], { cwd: author });
  const zip = await runHere(['bundle', 'runs/table', '-o', 'table.zip'], { cwd: author });
  assert.equal(zip.code, 2);
  assert.match(zip.stderr, /--output table\.zip: the archive is a \.tar\.gz; name it so/);
  const packed = await runHere(['bundle', 'latest', '-o', 'table.tar.gz'], { cwd: author });
  assert.match(
    packed.stdout,
    /^table\.tar\.gz: \d+ files, .*\nCheck: latebench verify-run table\.tar\.gz\n$/,
  );

  const here = { cwd: reviewer, env: { TMPDIR: reviewer } };
  await copyFile(join(author, 'table.tar.gz'), join(reviewer, 'table.tar.gz'));
  const scored = await runHere(['score', 'table.tar.gz'], here);
  assert.match(
    scored.stderr,
    /table\.tar\.gz is a tar archive: unpack it, or check it with latebench verify-run/,
  );
  const whole = await runHere(['verify-run', 'table.tar.gz'], here);
  assert.equal(whole.code, 0, whole.stderr);
  assert.match(
    whole.stdout,
    /^17 records, [\d,]+ numbers, .*17 critiques from stored replies, \d+ files: all as recomputed$/m,
  );
  const unpacked = await runShell('mkdir table && tar xzf table.tar.gz -C table && ls table', here);
  assert.match(unpacked.stdout, /records\.parquet/);
  const again = await runHere(['score', 'table'], here);
  assert.equal(again.code, 0, again.stderr);
  assert.equal(tableOf(again.stdout), tableOf(printed.stdout));
  assert.match(tableOf(again.stdout), /first_error\/v2 +17 /);

  // Whatever is changed: a number in a table, a record, a stored reply.
  const replies = join('journal', 'critic');
  const [journal] = (await readdir(join(reviewer, 'table', replies))).filter(
    (name) => !name.endsWith('.json'),
  );
  for (const file of ['results.json', 'records.parquet', join(replies, journal!)]) {
    const path = join(reviewer, 'table', file);
    const bytes = await readFile(path);
    await flip(path, Math.floor(bytes.length / 2));
    const changed = await runHere(['verify-run', 'table'], here);
    assert.notEqual(changed.code, 0, `${file} was changed: ${changed.stdout}`);
    assert.doesNotMatch(changed.stderr, /\n {4}at /, 'no trace of the program');
    await writeFile(path, bytes);
  }
  const restored = await runHere(['verify-run', 'table'], here);
  assert.equal(restored.code, 0, restored.stdout + restored.stderr);

  // A download that broke off, wherever it did, is said to be one, and leaves nothing.
  const archive = await readFile(join(reviewer, 'table.tar.gz'));
  await mkdir(join(reviewer, 'tmp'));
  for (const share of [0.02, 0.1, 0.5, 0.99]) {
    await writeFile(join(reviewer, 'cut.tar.gz'), archive.subarray(0, Math.floor(archive.length * share)));
    const cut = await runHere(['verify-run', 'cut.tar.gz'], {
      cwd: reviewer,
      env: { TMPDIR: join(reviewer, 'tmp') },
    });
    assert.equal(cut.code, 1, cut.stderr);
    assert.match(cut.stderr, /^latebench: cut\.tar\.gz is not a complete bundle: .* \(LB_INPUT_READ\)$/m);
  }
  assert.deepEqual(await readdir(join(reviewer, 'tmp')), []);
});
