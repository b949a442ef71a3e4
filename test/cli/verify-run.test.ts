// The quickstart as it is, and a small run spoilt in several ways: each must be found and named.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const small = {
  name: 'small',
  about: 'a few late errors and one critic',
  source: { synthetic: { count: 12, seed: 1 } },
  stages: [
    { use: 'inject', with: { cleanFraction: 0.5 } },
    { use: 'critic', with: { votes: 2 } },
  ],
  endpoint: 'sim',
  seed: 1,
};

let home = '';
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'latebench-verify-run-'));
  await writeFile(join(home, 'small.json'), JSON.stringify(small));
  const { code, stderr } = await runHere(['run', 'small.json', '--run', 'run', '-q'], { cwd: home });
  assert.equal(code, 0, stderr);
});
after(() => rm(home, { recursive: true, force: true }));

async function spoilt(t: TestContext, spoil: (folder: string) => Promise<void>) {
  const cwd = await temporaryFolder(t);
  const folder = join(cwd, 'run');
  await cp(join(home, 'run'), folder, { recursive: true });
  await spoil(folder);
  return runHere(['verify-run', 'run'], { cwd });
}

test('every figure of an untouched run follows from its stored replies and records', async (t) => {
  const cwd = await temporaryFolder(t);
  const made = await runHere(['run', 'quickstart', '--run', 'run', '-q'], { cwd });
  assert.equal(made.code, 0, made.stderr);
  const { code, stdout } = await runHere(['verify-run', 'run'], { cwd });
  assert.match(
    stdout,
    /^127 records, [\d,]+ numbers, [\d,]+ entries of results, 126 critiques from stored replies, \d+ files: all as recomputed\n {2}not checked: stored replies of inject/,
  );
  assert.equal(code, 0);
});

test('a figure that was changed by hand is named, with both values', async (t) => {
  const { code, stdout } = await spoilt(t, async (folder) => {
    const path = join(folder, 'summary.json');
    const summary = JSON.parse(await readFile(path, 'utf8'));
    summary.critics[0].processbench.error_acc = 0.99;
    await writeFile(path, JSON.stringify(summary));
  });
  assert.equal(code, 1);
  assert.match(stdout, /1 differ/);
  assert.match(
    stdout,
    /summary\.json: critics\[latebench-sim\/critic\/first_error\/v2\]\.processbench\.error_acc: stored 0\.99, recomputed 0\.4/,
  );
});

test('an entry of results.json that was changed is named by its record', async (t) => {
  const { code, stdout } = await spoilt(t, async (folder) => {
    const path = join(folder, 'results.json');
    const results = JSON.parse(await readFile(path, 'utf8'));
    results[3].critics[0].first_error = 99;
    await writeFile(path, JSON.stringify(results));
  });
  assert.equal(code, 1);
  assert.match(stdout, /results\.json: \S+: critics\[\S+\]\.first_error: stored 99, recomputed/);
});

test('one byte changed in any file of a run is found, and the file is named', async (t) => {
  const cwd = await temporaryFolder(t);
  const folder = join(cwd, 'run');
  await cp(join(home, 'run'), folder, { recursive: true });
  const { outputs } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const files = outputs.map(({ file }: { file: string }) => file);
  for (const name of ['records.parquet', 'results.json', 'summary.json', 'report.html', 'pipeline.json']) {
    assert.ok(files.includes(name), `${name} is among ${files.join(', ')}`);
  }
  for (const file of files) {
    const path = join(folder, file);
    const bytes = await readFile(path);
    const spoiltBytes = Buffer.from(bytes);
    spoiltBytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, spoiltBytes);
    const { code, stdout, stderr } = await runHere(['verify-run', 'run'], { cwd });
    assert.notEqual(code, 0, file);
    assert.ok(`${stdout}${stderr}`.includes(file), `${file}: ${stdout}${stderr}`);
    await writeFile(path, bytes);
  }
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const whole = await runHere(['verify-run', 'run'], { cwd });
  assert.equal(whole.code, 0, whole.stdout);
  assert.match(whole.stdout, /not checked: not of this run: notes\.txt/);
  await rm(join(folder, 'report.html'));
  const gone = await runHere(['verify-run', 'run'], { cwd });
  assert.equal(gone.code, 1);
  assert.match(gone.stdout, /report\.html: stored "no such file"/);
});

test('replies that are gone are named, and no call is made for them', async (t) => {
  const { code, stdout } = await spoilt(t, (folder) =>
    rm(join(folder, 'journal', 'critic'), { recursive: true }),
  );
  assert.equal(code, 1);
  assert.match(stdout, /journal: \S+: latebench-sim\/critic\/first_error\/v2: stored "no reply"/);
});

test('a folder that is no finished run is refused with what is missing', async (t) => {
  const { code, stderr } = await spoilt(t, (folder) => rm(join(folder, 'summary.json')));
  assert.equal(code, 2);
  assert.match(
    stderr,
    /has no summary\.json: verify-run and bundle take folders that latebench run has finished/,
  );
  const cwd = await temporaryFolder(t);
  assert.equal((await runHere(['verify-run'], { cwd })).code, 2);
});

test('critics are checked behind stages that another one brings along, or that look at the whole stream', async (t) => {
  const cwd = await temporaryFolder(t);
  const stages = [
    { use: 'sample', with: { of: 8 } },
    { use: 'inject', with: { cleanFraction: 0.5, difficultyVotes: 1 } },
    { use: 'critic', with: {} },
  ];
  await writeFile(join(cwd, 'brought.json'), JSON.stringify({ ...small, name: 'brought', stages }));
  assert.equal((await runHere(['run', 'brought.json', '--run', 'run', '-q'], { cwd })).code, 0);
  const { code, stdout } = await runHere(['verify-run', 'run'], { cwd });
  assert.match(
    stdout,
    /^8 records, [\d,]+ numbers, [\d,]+ entries of results, 8 critiques from stored replies, \d+ files: all as/,
  );
  assert.equal(code, 0);
});

test('a manifest or a summary that is no object is said to be damaged', async (t) => {
  for (const name of ['manifest.json', 'summary.json']) {
    for (const [text, kind] of [
      ['null', 'null'],
      ['[]', 'an array'],
      ['5', 'a number'],
    ] as const) {
      const { code, stderr } = await spoilt(t, (folder) => writeFile(join(folder, name), text));
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`${name} is damaged: expected an object, received ${kind}.*LB_JSON`));
    }
  }
});
