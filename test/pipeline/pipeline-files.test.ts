// Pipeline files: what they may say, what is said of mistakes before anything runs, and beginning again at a stage.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { definePipeline } from '../../src/pipeline/define.ts';
import { pipelineJsonSchema } from '../../src/pipeline/json-schema.ts';
import { checkPipeline, loadPipeline } from '../../src/pipeline/load.ts';
import { pipelineNames } from '../../src/pipeline/pipeline-names.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const small = {
  $schema: './docs/pipeline.schema.json',
  name: 'small',
  about: 'a few late errors and one critic',
  source: { synthetic: { count: 12, seed: 1 } },
  stages: [
    { use: 'filter', with: { minSteps: 8 } },
    { use: 'inject', with: { cleanFraction: 0.5 } },
    { use: 'critic', with: { votes: 1 } },
  ],
  sinks: [{ file: 'final.jsonl' }],
  endpoint: 'sim',
  seed: 1,
};

test('the published JSON schema is the one that is checked against', () => {
  const published = JSON.parse(readFileSync('docs/pipeline.schema.json', 'utf8')) as object;
  assert.deepEqual(published, JSON.parse(JSON.stringify(pipelineJsonSchema())), 'run npm run schema');
});

test('every file under pipelines/ is known by its name and passes the schema', async () => {
  const files = readdirSync('pipelines').map((file) => file.replace(/\.ts$/, ''));
  assert.deepEqual([...files].sort(), [...pipelineNames].sort());
  for (const name of files) assert.equal((await loadPipeline(name)).name, name);
});

test('--set names what is no place in a list, and passes over stages that are none', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(cwd, 'small.json');
  await writeFile(path, JSON.stringify(small));
  for (const setting of ['stages.foo=3', 'stages.length=0', 'stages.4.use=score', 'stages.4294967294.use=a'])
    await assert.rejects(loadPipeline(path, [setting]), {
      code: 'LB_USAGE',
      message: /in a list with 3 elements; write a number from 0 to 3/,
    });
  const added = await loadPipeline(path, ['stages.3.use=score', 'stages.3.with={}']);
  assert.deepEqual(added.stages[3], { use: 'score', with: {} });
  for (const stages of ['[null]', '[1,"a"]', '{"find":1}', 'null', '"x"'])
    await assert.rejects(
      loadPipeline(path, [`stages=${stages}`, 'critic.votes=2']),
      { code: 'LB_CONFIG', message: /stages/ },
      stages,
    );
  await assert.rejects(loadPipeline(path, ['toString.a=1']), /it has no field toString/);
});

test('a stage without options has all of them at their defaults, and one that needs some says which', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(cwd, 'small.json');
  const stages = [{ use: 'filter' }, { use: 'inject' }, { use: 'critic' }, { use: 'score' }];
  await writeFile(path, JSON.stringify({ ...small, stages }));
  const whole = stages.map((stage) => ({ ...stage, with: {} }));
  assert.deepEqual((await loadPipeline(path)).stages, whole);
  const { stages: set } = await loadPipeline(path, ['critic.votes=4']);
  assert.deepEqual(set[2], { use: 'critic', with: { votes: 4 } });
  await assert.rejects(loadPipeline(path, ['stages=[{"use":"pool"},{"use":"vote"}]']), {
    code: 'LB_CONFIG',
    message: /stages\.0\.with\.pool: it is missing \(a text\)/,
  });
  const declared = definePipeline({ ...small, stages: [{ use: 'filter' }, { use: 'critic' }] });
  const checked = await checkPipeline(declared, 'small');
  assert.deepEqual(checked.stages, [whole[0], whole[2]]);
});

test('a pipeline that holds what is no data is named', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(cwd, 'odd.ts');
  await writeFile(path, `export default { ...${JSON.stringify(small)}, about: () => 'x' };\n`);
  await assert.rejects(loadPipeline(path), {
    code: 'LB_CONFIG',
    message: /odd\.ts: it holds a value that is not a text/,
  });
});

test('a field of a file that comes from a variable that is not set is named', async (t) => {
  const folder = await temporaryFolder(t);
  for (const [field, place] of [
    [
      'endpoint: { critic: { baseUrl: process.env.LATEBENCH_NOT_SET, model: "m" } }',
      'endpoint.critic.baseUrl',
    ],
    ['budget: process.env.LATEBENCH_NOT_SET', 'budget'],
    ['source: { files: [process.env.LATEBENCH_NOT_SET] }', 'source.files.0'],
  ] as const) {
    // Where Node itself runs TypeScript, it reads a file once.
    const path = join(folder, `${place}-unset.ts`);
    await writeFile(path, `export default { ...${JSON.stringify(small)}, ${field} };\n`);
    const message = new RegExp(
      `unset\\.ts: ${place.replaceAll('.', '\\.')} is undefined: set what it is read`,
    );
    await assert.rejects(loadPipeline(path), { code: 'LB_CONFIG', message }, place);
  }
});

test('--set reaches into stages and declarations, and what it makes is checked', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(cwd, 'small.json');
  await writeFile(path, JSON.stringify(small));
  const changed = await loadPipeline(path, [
    'critic.votes=4',
    'seed=7',
    'budget.usd=2',
    'stages.1.with.step=3',
  ]);
  assert.deepEqual(changed.stages.slice(1), [
    { use: 'inject', with: { cleanFraction: 0.5, step: 3 } },
    { use: 'critic', with: { votes: 4 } },
  ]);
  assert.deepEqual([changed.seed, changed.budget], [7, { usd: 2 }]);
  await assert.rejects(
    loadPipeline(path, ['critic.vots=4']),
    /stages\.2\.with: it has no field vots; did you mean votes/,
  );
  await assert.rejects(
    loadPipeline(path, ['critic.earlyStopVotes=true']),
    /stages\.2\.with: it has no field earlyStopVotes; did you mean earlyStop\?/,
  );
  await assert.rejects(loadPipeline(path, ['critic.votes=0']), /stages\.2\.with\.votes/);
  await assert.rejects(
    loadPipeline(path, ['crtic.votes=4']),
    /--set crtic\.votes=4: the pipeline has no crtic; did you mean critic\?/,
  );
  await assert.rejects(loadPipeline(path, ['__proto__.x=1']), /there is no __proto__/);
  await assert.rejects(loadPipeline(path, ['seed']), /write NAME=VALUE/);
  await writeFile(path, '{');
  await assert.rejects(loadPipeline(path), /is not JSON/);
});

test('a plan names every call there can be, and mistakes are said before the first one', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'small.json'), JSON.stringify(small));
  const plan = await runHere(['run', 'small.json', '--plan'], { cwd });
  assert.equal(plan.code, 0, plan.stderr);
  assert.match(plan.stdout, /12 records, of which 12 reach the first call/);
  assert.match(plan.stdout, /inject: latebench-sim\/injector at the embedded simulation, 72 calls at most/);
  assert.deepEqual(readdirSync(cwd), ['small.json']);

  await writeFile(
    join(cwd, 'wrong.json'),
    JSON.stringify({ ...small, source: { files: ['nowhere.jsonl'] } }),
  );
  const wrong = await runHere(['run', 'wrong.json', '--run', 'w'], { cwd });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /nowhere\.jsonl: no such file \(source\.files of wrong\.json, from the working/);
  // Files are looked for in the working folder: one that is beside the pipeline is named.
  await mkdir(join(cwd, 'sub'));
  await writeFile(join(cwd, 'sub', 'nowhere.jsonl'), '');
  await writeFile(join(cwd, 'sub', 'wrong.json'), await readFile(join(cwd, 'wrong.json')));
  const elsewhere = await runHere(['run', 'sub/wrong.json', '--run', 'w'], { cwd });
  assert.match(elsewhere.stderr, /sub\/nowhere\.jsonl is there: --datasets sub\/nowhere\.jsonl reads it/);
});

test('a JSON pipeline runs, and begins again at a stage without the endpoint of those before it', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'small.json'), JSON.stringify(small));
  const records = async (): Promise<Record<string, unknown>[]> =>
    jsonLines(await readFile(join(cwd, 'r', 'final.jsonl'), 'utf8'));
  const first = await runHere(['run', 'small.json', '--run', 'r'], { cwd });
  assert.equal(first.code, 0, first.stderr);
  const before = await records();
  assert.equal(before.length, 12);

  const change = ['--set', 'critic.votes=2', '--from', 'critic', '--run', 'r'];
  const again = await runHere(['run', 'small.json', ...change], { cwd });
  assert.equal(again.code, 0, again.stderr);
  const after = await records();
  const injections = (rows: Record<string, unknown>[]): unknown[] => rows.map(({ injection }) => injection);
  assert.deepEqual(injections(after), injections(before));
  assert.match(JSON.stringify(after[0]!.critiques), /first_error\/v2/);
  const manifest = JSON.parse(await readFile(join(cwd, 'r', 'manifest.json'), 'utf8')) as {
    endpoints: { role: string }[];
  };
  assert.deepEqual(
    manifest.endpoints.map(({ role }) => role),
    ['critic'],
  );

  const other = ['--set', 'inject.cleanFraction=0', '--from', '3', '--run', 'r'];
  assert.match((await runHere(['run', 'small.json', ...other], { cwd })).stderr, /made with other settings/);
});

test('a TypeScript file is read alike with and without a package.json that says module', async (t) => {
  for (const about of [undefined, '{}', '{"type":"module"}']) {
    const cwd = await temporaryFolder(t);
    if (about !== undefined) await writeFile(join(cwd, 'package.json'), about);
    const path = join(cwd, 'mine.ts');
    const typed = `const pipeline: object = ${JSON.stringify(small)};\nexport default pipeline;\n`;
    await writeFile(path, typed);
    assert.equal((await loadPipeline(path)).name, 'small', about);
  }
});

test('a file that imports the package where it is not installed is told the way out', async (t) => {
  const cwd = await temporaryFolder(t);
  for (const name of ['mine.ts', 'mine.mjs']) {
    const path = join(cwd, name);
    await writeFile(
      path,
      "import { definePipeline } from 'latebench';\nexport default definePipeline({ name: 'a' });\n",
    );
    await assert.rejects(
      loadPipeline(path),
      /imports latebench, which is not installed in its folder: run npm install latebench there, or /,
    );
  }
});
