// A publisher builds a first version, changes the spec, and is told when the version number must rise; the next version
// keeps what was published, its changelog says what went, and damage is found before anything is pushed.
import assert from 'node:assert/strict';
import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, repository, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function publishedLines(folder: string): Promise<Map<unknown, string>> {
  const lines = new Map<unknown, string>();
  for (const split of ['train', 'dev', 'test']) {
    const text = await readFile(join(folder, 'data', `${split}.jsonl`), 'utf8').catch(() => '');
    for (const line of text.split('\n').filter((one) => one !== '')) {
      lines.set(JSON.parse(line).id, `${split} ${line}`);
    }
  }
  return lines;
}

test('a dataset from its first version to the next', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ seed: 1 });
  t.after(() => server.close());
  const samples = await readFile(join(repository, 'data', 'samples', 'problems.jsonl'), 'utf8');
  const problems = samples.trim().split('\n');
  const first = {
    ...{ name: 'late', version: '1.0', about: 'Late errors.', seed: 1 },
    sources: [{ file: 'problems.jsonl', licence: 'cc-by-nc-4.0' }],
    inject: { verifyVotes: 0 },
    difficultyVotes: 0,
    critics: [],
  };
  const models = { INJECT: 'injector', CRITIC: 'critic' };
  const env = Object.fromEntries(
    Object.entries(models).flatMap(([role, model]) => [
      [`LATEBENCH_${role}_BASE_URL`, server.url],
      [`LATEBENCH_${role}_MODEL`, `latebench-sim/${model}`],
    ]),
  );
  const write = (spec: object) => writeFile(join(cwd, 'spec.json'), JSON.stringify(spec));
  const build = (...more: string[]) =>
    runHere(['dataset', 'build', 'spec.json', '-o', 'late', ...more], { cwd, env });
  await writeFile(join(cwd, 'problems.jsonl'), `${problems.slice(0, 24).join('\n')}\n`);

  await write(first);
  assert.match((await build()).stderr, /^latebench: spec\.json: .*version: three numbers: 1\.0\.0/m);
  await write({ ...first, version: '1.0.0' });
  const forbidden = await build();
  assert.equal(forbidden.code, 2);
  assert.match(
    forbidden.stderr,
    /cc-by-nc-4\.0 forbids commercial use, and the dataset is mit: choose another licence/,
  );
  assert.equal(server.counts.requests, 0);

  const own = { ...first, version: '1.0.0', sources: [{ file: 'problems.jsonl', licence: 'mit' }] };
  await write(own);
  const made = await build();
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout + made.stderr, /late 1\.0\.0: \d+ records .* in late/);
  await cp(join(cwd, 'late'), join(cwd, 'published'), { recursive: true });
  const calls = server.counts.completed;
  const same = await build();
  assert.equal(same.code, 0, same.stderr);
  assert.equal(server.counts.completed, calls, 'nothing is paid for twice');

  // More problems, one of the old ones withdrawn, and the old number.
  const withdrawn = jsonLines(await readFile(join(cwd, 'late', 'index.jsonl'), 'utf8'))[0]!.id;
  const left = problems.filter((line) => JSON.parse(line).id !== withdrawn);
  await writeFile(join(cwd, 'problems.jsonl'), `${left.join('\n')}\n`);
  const unraised = await build();
  assert.notEqual(unraised.code, 0);
  assert.equal(server.counts.completed, calls, 'no call is made for what cannot be published');
  assert.match(
    unraised.stderr,
    /late holds version 1\.0\.0, and problems\.jsonl has changed since: raise `version` in the spec/,
  );
  await write({ ...own, version: '1.1.0' });
  const next = await build();
  assert.equal(next.code, 0, next.stderr);

  const [before, now] = [
    await publishedLines(join(cwd, 'published')),
    await publishedLines(join(cwd, 'late')),
  ];
  assert.ok(now.size > before.size - 1);
  for (const [id, line] of before) {
    if (id === withdrawn) assert.ok(!now.has(id));
    else assert.equal(now.get(id), line, 'a published record keeps its bytes and its split');
  }
  const changelog = await readFile(join(cwd, 'late', 'CHANGELOG.md'), 'utf8');
  assert.match(changelog, new RegExp(`## 1\\.1\\.0[^]*removed: 1\\n {2}- \`${withdrawn}\`[^]*## 1\\.0\\.0`));
  const diff = await runHere(['dataset', 'diff', 'published', 'late'], { cwd });
  assert.match(
    diff.stdout,
    new RegExp(`^1\\.0\\.0 \\(${before.size} records\\) -> 1\\.1\\.0 \\(${now.size} records\\)`),
  );

  // A slip of the finger: a number below the published one is refused, and the version stays as it is.
  const paid = server.counts.completed;
  await write({ ...own, version: '1.0.5' });
  const lower = await build();
  assert.equal(lower.code, 2);
  assert.match(
    lower.stderr,
    /late holds version 1\.1\.0, which is later than 1\.0\.5: raise `version` above it/,
  );
  assert.equal(server.counts.completed, paid);
  const verified = await runHere(['dataset', 'verify', 'late'], { cwd });
  assert.match(
    verified.stdout + verified.stderr,
    new RegExp(`\\d+ files and ${now.size} records are as the manifest says`),
  );

  await appendFile(join(cwd, 'late', 'data', 'train.jsonl'), ' ');
  const damaged = await runHere(['push', 'late', '--repo', 'me/late', '--dry-run'], { cwd });
  assert.equal(damaged.code, 1);
  assert.match(
    damaged.stderr,
    /late\/data\/train\.jsonl is not the one of the manifest; build the dataset again/,
  );
  const tokenless = await runHere(['push', 'published', '--repo', 'me/late'], { cwd });
  assert.match(tokenless.stderr, /HF_TOKEN is not set/);
});
