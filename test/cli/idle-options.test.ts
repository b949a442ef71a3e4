// Options that a command would ignore are errors: those that change nothing without another one, and those of another
// action of the command.
import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const cases: readonly [command: string, message: string][] = [
  ['critic --endpoint sim in.jsonl --batch-wait 4', '--batch-wait changes nothing without --batch'],
  ['run quickstart --batch-wait 4', '--batch-wait changes nothing without --batch'],
  [
    'critic --endpoint sim in.jsonl --budget-folder b',
    '--budget-folder changes nothing without --budget-usd or --budget-tokens',
  ],
  ['run quickstart --run r --budget-folder b', '--budget-folder changes nothing without --budget-usd or'],
  [
    'critic --endpoint sim in.jsonl --on-error skip --quarantine q.jsonl',
    '--quarantine changes nothing without --on-error quarantine',
  ],
  ['filter in.jsonl --overlap-words 3', '--overlap-words changes nothing without --overlap:'],
  ['filter in.jsonl --unique-window 9', '--unique-window changes nothing without --unique:'],
  [
    'filter in.jsonl --unique problem --near-threshold 0.5',
    '--near-threshold changes nothing without --unique near or --unique meaning',
  ],
  ['inject in.jsonl --verify-model m', '--verify-model changes nothing without --verify-votes'],
  ['inject in.jsonl --difficulty-models m', '--difficulty-models changes nothing without --difficulty-votes'],
  ['ingest in.jsonl --count 5', '--count changes nothing without --adapter synthetic'],
  [
    'ingest in.jsonl --adapter synthetic --count 5',
    '--adapter synthetic makes records and reads none: leave in.jsonl out',
  ],
  ['vote --pool p --warmup 4', '--warmup changes nothing without --online'],
  ['deepconf evaluate --problems in.jsonl --consensus 0.9', '--consensus changes nothing without --online'],
  ['view in.jsonl --export site --per-record 2', '--per-record changes nothing without --annotators'],
  [
    'view in.jsonl --export site --port 8400',
    '--port changes nothing beside --export: leave out one of them',
  ],
  ['view in.jsonl --export site --endpoint sim', '--endpoint changes nothing beside --export'],
  [
    'think in.jsonl --pool p --no-adaptive --consensus 0.9',
    '--consensus changes nothing beside --no-adaptive',
  ],
  ['think in.jsonl --pool p --mode high --keep 0.3', '--mode changes nothing beside --keep'],
  ['critic in.jsonl --accept errors', '--accept changes nothing without --then'],
  ['critic in.jsonl --prm-split-from x', '--prm-split-from changes nothing without --prm-split'],
  ['critic in.jsonl --prm-scores x --prm-separator y', '--prm-separator changes nothing beside --prm-scores'],
  [
    'inject in.jsonl --verify-votes 0 --verify-model m',
    '--verify-model changes nothing without --verify-votes',
  ],
  ['extract in.jsonl --choices A,B', '--choices changes nothing without --config string'],
  ['cascade in.jsonl --max-loss 1 --max-cost 0.5', '--max-loss changes nothing beside --max-cost'],
  ['power in.jsonl --error-share 0.2', '--error-share changes nothing without --accuracy or --f1'],
  ['report in.jsonl --of injection --by subject', '--by changes nothing beside --of injection'],
  ['report in.jsonl --annotations a.jsonl', '--annotations changes nothing without --of injection'],
  ['verify --audit-column x in.jsonl', '--audit-column changes nothing without --audit'],
  ['verify --format json in.jsonl', '--format changes nothing without --audit'],
  ['cache clear --max-bytes 2G', '--max-bytes is for prune, and clear does not read it'],
  ['cache stats --dry-run', '--dry-run is for prune and clear, and stats does not read it'],
  ['annotations agreement -o a.json', '--output is for export and merge, and agreement does not read it'],
  ['annotations export --as x', '--as is for forget, and export does not read it'],
];

test('an option that the command would ignore is an error that names what it belongs to', async (t) => {
  const cwd = await temporaryFolder(t);
  await copyFile('data/samples/problems.jsonl', join(cwd, 'in.jsonl'));
  const outcomes = await runInTurn(
    cases.map(([command]) => ({ args: command.split(' ') })),
    { cwd },
  );
  for (const [i, [command, message]] of cases.entries()) {
    const { code, stdout, stderr } = outcomes[i]!;
    assert.deepEqual([code, stdout], [2, ''], `${command}: ${stderr}`);
    assert.ok(stderr.startsWith(`latebench: ${message}`), `${command}: ${stderr}`);
  }
});

test('the same options are read beside what they belong to', async (t) => {
  const cwd = await temporaryFolder(t);
  await copyFile('data/samples/problems.jsonl', join(cwd, 'in.jsonl'));
  const commands = [
    'critic --endpoint sim in.jsonl -n 1 --quarantine q.jsonl --budget-tokens 90000 --budget-folder b',
    'filter in.jsonl --unique near --near-threshold 0.5 --unique-window 9',
    'filter in.jsonl --overlap in.jsonl --overlap-words 3',
    'inject --endpoint sim in.jsonl -n 1 --dry-run --verify-votes 1 --verify-model m',
    'ingest --adapter synthetic --count 1',
    'extract --text-key problem --config string --choices A,B in.jsonl',
    'power --f1 0.7 --error-share 0.2 --studies 100',
    'cache prune --max-bytes 2G --dry-run',
    'cache stats --format json',
  ];
  for (const { code, stderr } of await runInTurn(
    commands.map((command) => ({ args: command.split(' ') })),
    { cwd },
  )) {
    assert.equal(code, 0, stderr);
  }
});

const pipelineCases: readonly [stages: readonly object[], message: string | null][] = [
  [
    [{ use: 'filter', with: { nearThreshold: 0.5 } }],
    'stages.0: filter: nearThreshold changes nothing without unique "near" or unique "meaning": give both, or neither',
  ],
  [
    [{ use: 'filter' }, { use: 'inject', with: { verifyModel: 'm', verifyVotes: 0 } }],
    'stages.1: inject: verifyModel changes nothing without verifyVotes',
  ],
  [
    [{ use: 'vote', with: { pool: 'p', online: false, warmup: 4 } }],
    'stages.0: vote: warmup changes nothing without online',
  ],
  [
    [{ use: 'think', with: { pool: 'p', adaptive: false, consensus: 0.5 } }],
    'stages.0: think: consensus changes nothing beside adaptive: false: leave out one of them',
  ],
  [
    [{ use: 'critic', with: { accept: 'errors' } }],
    'stages.0: critic: accept changes nothing without thenModel',
  ],
  [
    [{ use: 'critic' }, { use: 'score', with: { allowMissing: true } }],
    'stages.1: score: allowMissing changes nothing without critiques',
  ],
  // A switch that is off is not given, and a pipeline has a run folder.
  [[{ use: 'critic' }, { use: 'score', with: { allowMissing: false } }], null],
  [[{ use: 'critic', with: { datasetName: 'x' } }], null],
];

test('pipelines and programs reject the same options, by their keys', async (t) => {
  const cwd = await temporaryFolder(t);
  const rest = {
    name: 'p',
    about: 'x',
    source: { synthetic: { count: 2, seed: 1 } },
    endpoint: 'sim',
    seed: 0,
  };
  const { outcomes, files } = await plans(
    cwd,
    pipelineCases.map(([stages]) => ({ ...rest, stages })),
  );
  for (const [at, [, message]] of pipelineCases.entries()) {
    const { code, stderr } = outcomes[at]!;
    if (message === null) assert.equal(code, 0, stderr);
    else {
      assert.equal(code, 2, stderr);
      assert.ok(stderr.startsWith(`latebench: ${files[at]}: ${message}`), stderr);
    }
  }
  const { run, ingest, sampleProblems, critic } = await import('../../src/index.ts');
  await assert.rejects(run({ endpoint: 'sim' }, ingest(sampleProblems), critic({ accept: 'errors' })), {
    code: 'LB_CONFIG',
    message: 'critic: accept changes nothing without thenModel: give both, or neither',
  });
});

test('what one cell of a grid reads is not idle in the others', async (t) => {
  const cwd = await temporaryFolder(t);
  const grid = (vary: object) => ({
    ...{ name: 'p', about: 'x', source: { synthetic: { count: 2, seed: 1 } }, endpoint: 'sim', seed: 0 },
    stages: [{ use: 'critic', with: { critic: 'arithmetic', thenVotes: 3 } }],
    grid: { vary },
  });
  const { outcomes } = await plans(cwd, [
    grid({ thenModel: ['latebench-sim/critic', 'latebench-sim/other'] }),
    grid({ thenModel: [null, 'latebench-sim/critic'] }),
    grid({ protocol: ['first_error', 'all_errors'] }),
  ]);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0, 2],
    outcomes.map(({ stderr }) => stderr).join(''),
  );
  assert.match(outcomes[2]!.stderr, /thenVotes changes nothing without thenModel/);
});

/** `run --plan` of each declaration. */
async function plans(cwd: string, declarations: readonly object[]) {
  const files = declarations.map((_, at) => `${at}.json`);
  for (const [at, file] of files.entries())
    await writeFile(join(cwd, file), JSON.stringify(declarations[at]));
  const outcomes = await runInTurn(
    files.map((file) => ({ args: ['run', file, '--plan'] })),
    { cwd },
  );
  return { outcomes, files };
}
