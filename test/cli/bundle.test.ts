// A run packed for others: verified without a socket elsewhere, each changed byte named, and nothing private in it.
import assert from 'node:assert/strict';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createGunzip, createGzip } from 'node:zlib';
import { readTar, type TarFile, writeTar } from '../../src/storage/tar.ts';
import { runCommand, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const small = {
  name: 'small',
  about: 'a few late errors and one critic',
  source: { files: ['in.jsonl'], limit: 6 },
  stages: [
    { use: 'inject', with: { cleanFraction: 0.5 } },
    { use: 'critic', with: { votes: 2 } },
  ],
  endpoint: 'sim',
  seed: 1,
};

let home = '';
let bundle = '';
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'latebench-bundle-test-'));
  await copyFile('data/samples/problems.jsonl', join(home, 'in.jsonl'));
  const source = { ...small.source, files: [join(home, 'in.jsonl')] };
  await writeFile(join(home, 'small.json'), JSON.stringify({ ...small, source }));
  const made = await runHere(['run', 'small.json', '--run', 'run', '-q'], { cwd: home });
  assert.equal(made.code, 0, made.stderr);
  const packed = await runHere(['bundle', 'run'], { cwd: home });
  assert.equal(packed.code, 0, packed.stderr);
  assert.match(packed.stdout, /^run\.tar\.gz: \d+ files, .*\nCheck: latebench verify-run run\.tar\.gz\n$/);
  bundle = join(home, 'run.tar.gz');
});
after(() => rm(home, { recursive: true, force: true }));

interface Unpacked {
  readonly name: string;
  readonly bytes: Buffer;
}

async function unpacked(path: string): Promise<Unpacked[]> {
  const files: Unpacked[] = [];
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const { name, content } of readTar(chunks)) {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      files.push({ name, bytes: Buffer.concat(parts) });
    }
  });
  return files;
}

async function packed(t: TestContext, files: readonly Unpacked[]): Promise<string> {
  const path = join(await temporaryFolder(t), 'changed.tar.gz');
  const entries = files.map(
    ({ name, bytes }): TarFile => ({
      name,
      bytes: bytes.length,
      content: (async function* () {
        yield bytes;
      })(),
    }),
  );
  await pipeline(writeTar(entries), createGzip(), createWriteStream(path));
  return path;
}

test('a bundle is verified in an empty folder without a socket', async (t) => {
  const cwd = await temporaryFolder(t);
  await copyFile(bundle, join(cwd, 'run.tar.gz'));
  const noSockets = pathToFileURL('test/support/no-sockets.mjs').href;
  const { code, stdout, stderr } = await runCommand(['verify-run', 'run.tar.gz'], {
    cwd,
    env: { NODE_OPTIONS: `--import ${noSockets}` },
  });
  assert.equal(code, 0, stderr + stdout);
  assert.match(
    stdout,
    /^6 records, [\d,]+ numbers, .* 6 critiques from stored replies, \d+ files: all as recomputed\n/,
  );
  assert.doesNotMatch(stdout, /bundle\.json/);
  assert.deepEqual(await readdir(cwd), ['run.tar.gz']);
});

test('a bundle holds no path of this machine, whatever signs the names of files have', async (t) => {
  const cwd = join(await temporaryFolder(t), `a_b & "c" <d> 'e'`);
  await mkdir(cwd);
  const input = join(cwd, `in_$& "x" & 'y' <z>.jsonl`);
  await copyFile('data/samples/problems.jsonl', input);
  const stages = [small.stages[1], { use: 'critic', with: { votes: 1, name: 'other' } }];
  const source = { files: [input], limit: 2 };
  await writeFile(join(cwd, 'odd.json'), JSON.stringify({ ...small, source, stages }));
  const made = await runHere(['run', 'odd.json', '--run', 'r & "s"', '-q'], { cwd });
  assert.equal(made.code, 0, made.stderr);
  const done = await runHere(['bundle', 'r & "s"', '-o', 'packed.tar.gz'], { cwd });
  assert.equal(done.code, 0, done.stderr);
  const files = await unpacked(join(cwd, 'packed.tar.gz'));
  assert.ok(files.some(({ name }) => name === 'report.html'));
  for (const { name, bytes } of files) {
    const text = bytes.toString('latin1');
    assert.ok(!text.includes('a_b ') && !text.includes('a\\_b '), name);
    if (name.endsWith('.json')) JSON.parse(text);
  }
  const checked = await runHere(['verify-run', 'packed.tar.gz'], { cwd });
  assert.equal(checked.code, 0, checked.stdout + checked.stderr);
});

test('one byte changed in any file of a bundle is found, and the file is named', async (t) => {
  const files = await unpacked(bundle);
  assert.ok(files.some(({ name }) => name.startsWith('journal/critic/')));
  for (const [at, { name, bytes }] of files.entries()) {
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1]! ^= 1;
    const path = await packed(
      t,
      files.map((file, place) => (place === at ? { name, bytes: changed } : file)),
    );
    const { code, stdout, stderr } = await runHere(['verify-run', path], { cwd: home });
    assert.notEqual(code, 0, name);
    assert.ok(`${stdout}${stderr}`.includes(name), `${name}: ${stdout}${stderr}`);
  }
});

test('a file that is gone from a bundle, one that was added, and one that would lie outside are named', async (t) => {
  const files = await unpacked(bundle);
  const less = await packed(
    t,
    files.filter(({ name }) => name !== 'report.html'),
  );
  const gone = await runHere(['verify-run', less], { cwd: home });
  assert.equal(gone.code, 1);
  assert.match(gone.stdout, /report\.html: stored "no such file"/);
  const more = await packed(t, [...files, { name: 'results/extra.csv', bytes: Buffer.from('1') }]);
  const added = await runHere(['verify-run', more], { cwd: home });
  assert.equal(added.code, 1);
  assert.match(added.stdout, /results\/extra\.csv: stored "a file"/);
  const outside = await packed(t, [...files, { name: '../outside.txt', bytes: Buffer.from('1') }]);
  const refused = await runHere(['verify-run', outside], { cwd: home });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /\.\.\/outside\.txt would lie outside of it/);
});

test('what is no whole bundle is refused with what it is', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'text.tar.gz'), 'no archive');
  const text = await runHere(['verify-run', 'text.tar.gz'], { cwd });
  assert.equal(text.code, 1);
  assert.match(text.stderr, /text\.tar\.gz is not a complete bundle: /);
  const whole = await readFile(bundle);
  await writeFile(join(cwd, 'cut.tar.gz'), whole.subarray(0, whole.length >> 1));
  assert.equal((await runHere(['verify-run', 'cut.tar.gz'], { cwd })).code, 1);
  const other = await packed(t, [{ name: 'notes.txt', bytes: Buffer.from('mine') }]);
  assert.match(
    (await runHere(['verify-run', other], { cwd: home })).stderr,
    /it has no bundle\.json; create one with latebench bundle RUN/,
  );
});

test('a bundle names no path of the machine that made it', async () => {
  for (const { name, bytes } of await unpacked(bundle)) {
    assert.ok(!bytes.includes(home), `${name} holds ${home}`);
  }
  const manifest = (await unpacked(bundle)).find(({ name }) => name === 'manifest.json')!;
  assert.equal(JSON.parse(manifest.bytes.toString()).inputs[0].path, 'in.jsonl');
});

test('the same run makes the same bundle', async () => {
  const again = await runHere(['bundle', 'run', '-o', 'again.tar.gz'], { cwd: home });
  assert.equal(again.code, 0, again.stderr);
  assert.ok((await readFile(join(home, 'again.tar.gz'))).equals(await readFile(bundle)));
});

test('a run with a key in a file is not packed, and nothing is left behind', async () => {
  // What is in the report may be a key as well.
  const key = small.about;
  const { code, stdout, stderr } = await runHere(['bundle', 'run', '-o', 'leak.tar.gz'], {
    cwd: home,
    env: { LATEBENCH_CRITIC_API_KEY: key },
  });
  assert.notEqual(code, 0);
  assert.match(stderr, /(report\.html|\.json) holds a key or password that is set here/);
  assert.ok(!`${stdout}${stderr}`.includes(key));
  assert.ok(!(await readdir(home)).some((name) => name.includes('leak')));
});

test('files that are not of the run stay at home', async () => {
  await writeFile(join(home, 'run', 'notes.txt'), 'mine');
  const { code, stderr } = await runHere(['bundle', 'run', '-o', 'noted.tar.gz'], { cwd: home });
  await rm(join(home, 'run', 'notes.txt'));
  assert.equal(code, 0, stderr);
  assert.ok((await readFile(join(home, 'noted.tar.gz'))).equals(await readFile(bundle)));
});

test('a folder that verify-run cannot check is not packed with the advice to check it', async () => {
  const args = [
    'critic',
    '--endpoint',
    'sim',
    'in.jsonl',
    '-n',
    '2',
    '--run',
    'single',
    '-o',
    'judged.jsonl',
  ];
  assert.equal((await runHere([...args, '-q'], { cwd: home })).code, 0);
  const { code, stdout, stderr } = await runHere(['bundle', 'single'], { cwd: home });
  assert.equal(code, 2);
  assert.match(
    stderr,
    /single has no summary\.json: verify-run and bundle take folders that latebench run has finished/,
  );
  assert.equal(stdout, '');
  // A summary alone, as of votes over a pool, is nothing to recompute from either.
  await writeFile(join(home, 'single', 'summary.json'), '{}');
  const other = await runHere(['bundle', 'single'], { cwd: home });
  assert.equal(other.code, 2);
  assert.match(other.stderr, /single has no records\.parquet: there is nothing to recompute from/);
  assert.ok(!(await readdir(home)).includes('single.tar.gz'));
});

test("a file that was changed or removed before the packing is not passed off as the run's", async () => {
  for (const name of ['summary.json', 'report.html']) {
    const path = join(home, 'run', name);
    const bytes = await readFile(path);
    await writeFile(path, Buffer.concat([bytes, Buffer.from(' ')]));
    const changed = await runHere(['bundle', 'run', '-o', 'forged.tar.gz'], { cwd: home });
    await rm(path);
    const gone = await runHere(['bundle', 'run', '-o', 'forged.tar.gz'], { cwd: home });
    await writeFile(path, bytes);
    for (const { code, stderr } of [changed, gone]) {
      assert.equal(code, 1);
      assert.ok(stderr.includes(`${name} is not as the run wrote it`), stderr);
    }
  }
  assert.ok(!(await readdir(home)).some((name) => name.includes('forged')));
});
