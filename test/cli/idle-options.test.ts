// Options that a command would ignore are errors: those that change nothing without another one, and those of another
// action of the command.
import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
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
