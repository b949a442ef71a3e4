// Published numbers from published files: each comes out as it is recorded, where its files are; the page is that of the
// registry; and a file that is another, missing or there twice is said.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { reproducePage } from '../../src/reproduce/page.ts';
import { reproductions } from '../../src/reproduce/registry.ts';
import { runReproduction } from '../../src/reproduce/run-reproduction.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { testData } from '../support/test-data.ts';

// LATEBENCH_TEST_DATA: a folder of more published files.
const folders = [
  `${testData}/data/processbench`,
  `${testData}/golden/mathverify`,
  process.env.LATEBENCH_TEST_DATA ?? '',
];
const present = folders
  .filter((folder) => folder !== '' && existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );

for (const reproduction of reproductions) {
  test(`${reproduction.name} comes out as recorded`, async (t) => {
    const { figures, missing } = await runReproduction(reproduction, async ({ name }) =>
      present.filter((path) => basename(path) === name).slice(0, 1),
    );
    const measured = figures.filter(({ asRecorded }) => asRecorded !== null);
    if (missing.length > 0) t.diagnostic(`not checked: ${missing.map(({ name }) => name).join(', ')}`);
    if (measured.length === 0)
      return t.skip(`its files are not there: ${missing.map(({ from }) => from).join(', ')}`);
    for (const { what, ours, measured: value, asRecorded } of measured)
      assert.ok(asRecorded, `${what}: recorded ${ours}, measured ${value}`);
  });
}

test('docs/reproduce.md is what the registry says', () => {
  assert.equal(readFileSync('docs/reproduce.md', 'utf8'), reproducePage(), 'npm run reference writes it');
});

const solution = (at: number, label: number) => ({
  id: `gsm8k-${at}`,
  generator: 'made',
  problem: 'What is $1+1$?',
  steps: ['It is', '2.'],
  final_answer_correct: label === -1,
  label,
});

test('files of another content are measured, and differ from what is recorded', async (t) => {
  const home = await temporaryFolder(t);
  const data = join(home, 'published');
  await mkdir(join(data, 'deep'), { recursive: true });
  await mkdir(join(home, 'empty'));
  await writeFile(
    join(data, 'deep', 'gsm8k.json'),
    JSON.stringify([solution(0, -1), solution(1, 1), solution(2, 0)]),
  );
  const run = (...args: string[]) => runHere(['reproduce', ...args], { home });
  const { code, stdout, stderr } = await run('processbench-subsets', '--data', data, '--format', 'json');
  assert.equal(code, 1);
  const { figures, missing } = JSON.parse(stdout);
  assert.deepEqual(
    figures.slice(0, 3).map((one: Record<string, unknown>) => [one.what, one.measured, one.difference]),
    [
      ['gsm8k: solutions with an error', 2, -205],
      ['gsm8k: solutions without', 1, -192],
      ['math: solutions with an error', null, null],
    ],
  );
  assert.equal(missing.length, 3);
  assert.match(stderr, /math\.json is not there; it is published at https/);
  assert.match(stderr, /gsm8k: solutions with an error: docs\/reproduce\.md has 207/);

  // The explanation is of the recorded numbers: "No difference: …" beside a difference was a lie.
  const shown = (await run('processbench-subsets', '--data', data)).stdout;
  assert.match(shown, /-205/);
  assert.doesNotMatch(shown, /No difference/);
  assert.match(shown, /2 of 2 numbers differ from what docs\/reproduce\.md records and explains/);
  const nothing = await run('processbench-subsets', '--data', join(home, 'empty'));
  assert.doesNotMatch(nothing.stdout, /No difference/);
  assert.match(nothing.stdout, /No number was recomputed/);

  await writeFile(join(data, 'gsm8k.json'), '[]');
  assert.match((await run('processbench-subsets', '--data', data)).stderr, /gsm8k\.json occurs twice/);
  const none = await run('math-verify', '--data', join(data, 'deep'));
  assert.equal(none.code, 3, none.stderr);
  assert.match((await run('math-verfy')).stderr, /no reproduction math-verfy; did you mean math-verify\?/);
  assert.match((await run()).stdout, /latebench-headline {2}/);
});

test('stored predictions are scored as their authors scored them', async (t) => {
  const home = await temporaryFolder(t);
  const sections = [
    'example_id,true_sections,predicted_sections,f1_score,total_sections',
    // Two of three are right: precision 2/3, recall 1; nothing flagged counts 0.
    'a,"[1, 3]","[1, 2, 3]",0.8,5',
    'b,[2],[],0.0,4',
    '',
  ];
  await writeFile(join(home, 'evaluation_100_samples_results.csv'), sections.join('\n'));
  const { stdout } = await runHere(['reproduce', 'deltabench-outputs', '--data', home, '--format', 'json'], {
    home,
  });
  assert.equal(JSON.parse(stdout).figures[0].measured, 0.4);
});

test('without --data the files come from the hub', async (t) => {
  const home = await temporaryFolder(t);
  const hub = await startLoopbackHub(t);
  const rows = [solution(0, -1)];
  hub.put(
    'Qwen/ProcessBench',
    Object.fromEntries(
      ['gsm8k', 'math', 'olympiadbench', 'omnimath'].map((name) => [`${name}.json`, JSON.stringify(rows)]),
    ),
  );
  const { code, stdout, stderr } = await runHere(['reproduce', 'processbench-subsets'], {
    home,
    env: { HF_ENDPOINT: hub.url },
  });
  assert.equal(code, 1, stderr);
  assert.match(stdout, /omnimath: solutions without +241 +1 +-240/);
});
