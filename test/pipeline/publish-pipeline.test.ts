// Pipelines that publish: a dataset built by its spec and pushed, or stopped before that.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Ended, runHere } from '../datasets/hub/run-here.ts';
import { rowsOf } from '../publish/building.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Setting {
  readonly home: string;
  readonly dataset: string;
  run(
    changes: { strict?: boolean; repo?: string; source?: object; push?: object },
    words?: string[],
  ): Promise<Ended>;
  pushed(): number;
}

async function setting(t: TestContext, { token = true } = {}): Promise<Setting> {
  const home = await temporaryFolder(t);
  const hub = await startLoopbackHub(t);
  const dataset = join(home, 'late');
  const rows = rowsOf(24).map((row) => JSON.stringify(row));
  await writeFile(join(home, 'rows.jsonl'), rows.join('\n'));
  const spec = {
    ...{
      name: 'late',
      version: '1.0.0',
      about: 'A test.',
      sources: [{ file: 'rows.jsonl', licence: 'mit' }],
    },
    ...{ inject: { verifyVotes: 0 }, difficultyVotes: 0, critics: [], seed: 1 },
  };
  await writeFile(join(home, 'spec.json'), JSON.stringify(spec));
  return {
    home,
    dataset,
    async run({ strict = false, repo = 'me/late', source = {}, push = { folder: dataset } }, words = []) {
      const declaration = {
        ...{ name: 'weekly', about: 'a test', source, endpoint: 'sim', seed: 0 },
        stages: [
          { use: 'dataset', with: { spec: join(home, 'spec.json'), folder: dataset, strict } },
          { use: 'push', with: { ...push, repo, create: true } },
        ],
      };
      await writeFile(join(home, 'weekly.json'), JSON.stringify(declaration));
      const env = { HF_ENDPOINT: hub.url, ...(token ? { HF_TOKEN: hub.token } : {}) };
      return runHere(['run', join(home, 'weekly.json'), '--run', join(home, 'run'), ...words], { home, env });
    },
    pushed: () => hub.repos.get('me/late')?.commits.size ?? 0,
  };
}

test('a dataset is built and pushed; the same pays nothing, and --from push only pushes', async (t) => {
  const { run, dataset, pushed, home } = await setting(t);
  const plan = await run({}, ['--plan']);
  assert.equal(plan.code, 0, plan.stderr);
  assert.match(plan.stderr, /stage 1: dataset .*\n.*dry run: .*stage 2: push/s);
  const first = await run({});
  assert.equal(first.code, 0, first.stderr);
  const commits = pushed();
  assert.ok(commits >= 1);
  const manifest = await readFile(join(dataset, 'manifest.json'), 'utf8');
  assert.equal(JSON.parse(await readFile(join(home, 'run', 'pipeline.json'), 'utf8')).name, 'weekly');

  const offline = await run({ push: { message: 'Again' } }, ['--offline']);
  assert.equal(offline.code, 0, offline.stderr);
  assert.match(offline.stderr, /dataset: .*; 0 API calls, [1-9]\d* stored replies/);
  assert.match(offline.stderr, /late\/manifest\.json -> me\/late\/manifest\.json/);
  assert.equal(await readFile(join(dataset, 'manifest.json'), 'utf8'), manifest);

  await writeFile(join(home, 'spec.json'), 'not read');
  const again = await run({}, ['--from', 'push']);
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /stage 1: dataset .* is used as it is/);
});

test('strict: what the surface classifier does not pass is built and not pushed', async (t) => {
  const { run, dataset, pushed } = await setting(t);
  const { code, stderr } = await run({ strict: true });
  assert.equal(code, 3, stderr);
  assert.match(stderr, /the surface classifier/);
  assert.ok((await readFile(join(dataset, 'manifest.json'))).length > 0);
  assert.equal(pushed(), 0);
});

test('what can be known to be wrong is said before the first call', async (t) => {
  const { run, home, dataset } = await setting(t);
  const cases: readonly (readonly [Parameters<Setting['run']>[0], string[], RegExp])[] = [
    [{ repo: 'no repository' }, [], /push: no repository is not a repository; write OWNER\/NAME/],
    [{ source: { files: ['rows.jsonl'] } }, [], /are in its spec \(sources\): leave source empty/],
    [{}, ['--batch'], /leave --batch and --engine bullmq out/],
    [{}, ['--from', 'critic'], /the pipeline has 1 dataset, 2 push/],
  ];
  for (const [changes, words, printed] of cases) {
    const { code, stderr } = await run(changes, words);
    assert.equal(code, 2, stderr);
    assert.match(stderr, printed);
  }
  await writeFile(join(home, 'spec.json'), '{"name":"late"}');
  assert.match((await run({})).stderr, /spec\.json: version/);
  await assert.rejects(readFile(join(dataset, 'manifest.json')), { code: 'ENOENT' });
  await assert.rejects(readdir(join(home, 'run')), { code: 'ENOENT' }, 'no empty run folder');
});

test('a push without a token is refused before the dataset is built', async (t) => {
  const { run, dataset } = await setting(t, { token: false });
  const { code, stderr } = await run({});
  assert.notEqual(code, 0);
  assert.match(stderr, /HF_TOKEN is not set/);
  await assert.rejects(readFile(join(dataset, 'manifest.json')), { code: 'ENOENT' });
});
