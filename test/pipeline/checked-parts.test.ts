// What cannot be done is said before the first call: places that options name, in the first part of a pipeline and in
// those after it.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const sound = {
  name: 'small',
  about: 'a critic over a few records',
  source: { synthetic: { count: 2, seed: 1 } },
  endpoint: 'sim',
  seed: 1,
};

const use = (name: string, options: object = {}) => ({ use: name, with: options });
const pool = use('pool', { pool: 'p', n: 2 });

const wrong: readonly [part: object, said: RegExp][] = [
  [{ source: {}, stages: [use('critic')] }, /small\.json: source: it names no records/],
  [
    { stages: [use('critic', { results: 'file' })] },
    /small\.json: stages\.0: critic: results: file is a file/,
  ],
  [{ stages: [use('critic', { results: 'file/x' })] }, /results: file\/x is a file, or below one/],
  [
    { stages: [use('critic'), use('report', { output: 'pages.md' })] },
    /small\.json: stages\.1: report: output: pages\.md is a folder; name a file/,
  ],
  [
    { stages: [use('critic'), use('report', { output: 'problems.jsonl' })] },
    /small\.json: stages\.1\.with\.output: its name must end in \.html or \.md/,
  ],
  [{ stages: [use('critic'), use('report', { output: 'file/r.html' })] }, /output: file is a file, or below/],
  [
    { stages: [use('inject', { reportFile: 'file/r.html' })] },
    /stages\.0: inject: reportFile: file is a file/,
  ],
  [
    { stages: [use('critic'), use('filter', { where: ['subject'] })] },
    /small\.json: stages\.1: filter: --where "subject": write FIELD/,
  ],
  [
    { stages: [use('critic'), use('score', { critiques: ['none.jsonl'] })] },
    /small\.json: stages\.1: score: none\.jsonl: no such file/,
  ],
  [
    { stages: [use('critic'), use('judge'), use('sample', { of: 1 })] },
    /small\.json: stages\.2: sample discards records with critiques that critic \(stages\.0\) is paid for: put sample before critic/,
  ],
  [{ stages: [use('critic'), use('balance')] }, /stages\.1: balance discards .* put balance before critic/],
  [
    { stages: [use('critic'), use('filter', { sample: '10%' })] },
    /stages\.1: filter discards records with critiques that critic \(stages\.0\) is paid for: put filter before critic/,
  ],
  [{ stages: [use('critic'), use('critic')] }, /small\.json: stages\.1\.with\.name: two critics are called/],
  [
    { stages: [use('critic'), use('vote', { pool: 'nowhere' })] },
    /small\.json: stages\.1: vote: nowhere is not a pool/,
  ],
  [
    { source: { files: ['problems.jsonl'] }, stages: [pool, use('sweep', { pool: 'nowhere' })] },
    /small\.json: stages\.1: sweep: nowhere is not a pool/,
  ],
  [
    { source: { files: ['problems.jsonl'] }, stages: [use('pool', { pool: 'file', n: 2 })] },
    /small\.json: stages\.0: pool: pool: file is a file, or below one; name a folder/,
  ],
  [
    {
      source: {},
      stages: [
        use('dataset', { spec: 'spec.json', folder: 'd' }),
        use('filter', { overlap: ['none.jsonl'] }),
      ],
    },
    /small\.json: stages\.1: filter: none\.jsonl: no such file/,
  ],
];

const spec = {
  ...{ name: 'late', version: '1.0.0', about: 'A test.', critics: [], seed: 1, difficultyVotes: 0 },
  ...{ sources: [{ file: 'problems.jsonl', licence: 'mit' }], inject: { verifyVotes: 0 } },
};

test('a place that an option names is looked at before the first call of any part', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'file'), 'x');
  await mkdir(join(cwd, 'pages.md'));
  await writeFile(join(cwd, 'problems.jsonl'), '{"id":"a","problem":"What is 1+1?","answer":"2"}\n');
  await writeFile(join(cwd, 'spec.json'), JSON.stringify(spec));
  for (const [part, said] of wrong) {
    await writeFile(join(cwd, 'small.json'), JSON.stringify({ ...sound, ...part }));
    const { code, stdout, stderr } = await runHere(['run', 'small.json', '--run', 'r'], { cwd });
    assert.deepEqual([code, stdout], [2, ''], `${JSON.stringify(part)}: ${stderr}`);
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /API call/, 'no call was made');
  }
  assert.deepEqual((await readdir(cwd)).includes('p'), false, 'no pool was begun');
});

test('what an earlier part makes is not missed, and folders of reports are made', async (t) => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'd'));
  await writeFile(join(cwd, 'problems.jsonl'), '{"id":"a","problem":"What is 1+1?","answer":"2"}\n');
  const voted = {
    ...sound,
    source: { files: ['problems.jsonl'] },
    stages: [pool, use('vote', { pool: './p' })],
  };
  await writeFile(join(cwd, 'voted.json'), JSON.stringify(voted));
  const { code, stderr } = await runHere(['run', 'voted.json', '--run', 'r'], { cwd });
  assert.equal(code, 0, stderr);
  const reported = { ...sound, stages: [use('critic'), use('report', { output: 'new/folder/r.html' })] };
  await writeFile(join(cwd, 'reported.json'), JSON.stringify(reported));
  assert.equal((await runHere(['run', 'reported.json', '--run', 's'], { cwd })).code, 0);
  assert.match(await readFile(join(cwd, 'new/folder/r.html'), 'utf8'), /<html/);
});
