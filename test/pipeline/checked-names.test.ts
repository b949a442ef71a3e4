// Names of critics and fields in a pipeline's options are looked for before the first call, by a plan as by a run.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const sound = {
  name: 'small',
  about: 'a few late errors and one critic',
  source: { synthetic: { count: 3, seed: 1 } },
  stages: [
    { use: 'inject', with: {} },
    { use: 'critic', with: {} },
  ],
  endpoint: 'sim',
  seed: 1,
};
const critic = 'latebench-sim/critic/first_error';

function then(...more: readonly object[]): object {
  return { stages: [...sound.stages, ...more] };
}

const wrong: readonly [part: object, said: RegExp][] = [
  [then({ use: 'critic', with: {} }), /stages\.2\.with\.name: two critics are called/],
  [
    then({ use: 'judge', with: { critic: `${critic}s` } }),
    /stages\.2\.with\.critic: latebench-sim\/critic\/first_errors: neither .* did you mean latebench-sim\/critic\/first_error\?/,
  ],
  [
    then({ use: 'judge', with: {} }),
    /stages\.2: judge: no critique has an explanation: give the critic --protocol all_errors/,
  ],
  [
    {
      source: { files: ['wrong.jsonl'] },
      stages: [
        { use: 'critic', with: { protocol: 'all_errors' } },
        { use: 'judge', with: {} },
      ],
    },
    /stages\.1: judge: no record says why its wrong step is wrong/,
  ],
  [then({ use: 'compare', with: { critics: [critic, 'nobody'] } }), /stages\.2\.with\.critics: nobody: /],
  [then({ use: 'power', with: { critics: ['nobody'] } }), /stages\.2\.with\.critics: nobody: /],
  [then({ use: 'cascade', with: { strong: 'nobody' } }), /stages\.2\.with\.strong: nobody: /],
  [{ score: { by: ['subjct'] } }, /score\.by: subjct: no record has a field subjct .*mean subject\?/],
  [{ score: { by: ['injection.typ'] } }, /score\.by: injection\.typ: no record has a field injection\.typ/],
  [then({ use: 'score', with: { by: ['nope'] } }), /stages\.2\.with\.by: nope: /],
  [
    then({ use: 'score', with: { thresholdSplit: 'dev', splitField: 'meta.splt' } }),
    /stages\.2\.with\.splitField: meta\.splt: /,
  ],
  [
    { stages: [{ use: 'inject', with: { types: ['nope'] } }, sound.stages[1]] },
    /stages\.0: inject: no error type "nope"/,
  ],
];

test('a name that no record will have is said with its place, and nothing is called', async (t) => {
  const cwd = await temporaryFolder(t);
  const record = { id: 'a', problem: '1+1?', steps: ['1+1=3'], error_steps: [0] };
  await writeFile(join(cwd, 'wrong.jsonl'), JSON.stringify(record));
  for (const [part, said] of wrong) {
    await writeFile(join(cwd, 'small.json'), JSON.stringify({ ...sound, ...part }));
    for (const how of [['--plan'], ['--run', 'r']]) {
      const { code, stderr } = await runHere(['run', 'small.json', ...how], { cwd });
      assert.equal(code, 2, `${how}: ${stderr}`);
      assert.match(stderr, said);
      assert.ok(stderr.startsWith('latebench: small.json: '), stderr);
      assert.doesNotMatch(stderr, /API call/);
    }
  }
  assert.deepEqual(await readdir(cwd), ['small.json', 'wrong.jsonl']);
});

test('names that the source has, or that the stages make, are right', async (t) => {
  const cwd = await temporaryFolder(t);
  const run = async (part: object, folder: string) => {
    await writeFile(join(cwd, 'small.json'), JSON.stringify({ ...sound, ...part }));
    for (const how of ['--plan', `--run=${folder}`]) {
      const { code, stderr } = await runHere(['run', 'small.json', how], { cwd });
      assert.equal(code, 0, stderr);
    }
  };
  const by = ['subject', 'error_type', 'length', 'injection.mode', 'injection.gate.shape', 'task'];
  const explaining = { use: 'critic', with: { protocol: 'all_errors' } };
  const first = 'latebench-sim/critic/all_errors';
  const stages = [sound.stages[0], explaining, { use: 'judge', with: { critic: first } }];
  await run({ stages, score: { by } }, 'first');
  // Of the records that this leaves, the critic and the steps are known from the file alone.
  const files = ['first/records.parquet'];
  const second = { use: 'critic', with: { name: 'second' } };
  const compared = { use: 'compare', with: { critics: [first, 'second'] } };
  await run({ source: { files }, stages: [second, compared], score: { by: ['meta.family'] } }, 'second');
});
