// Files that options name: what is missing, a folder, empty, not JSON, JSON of another form or binary ends the command with
// code 2, and a message with the option and the file.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const record = {
  ...{ id: 'r1', problem: 'p', steps: ['a', 'b'], error_steps: [1] },
  critiques: [
    { critic: 'a', protocol: 'first_error', status: 'ok', first_error: 1, error_steps: [1] },
    { critic: 'b', protocol: 'first_error', status: 'ok', first_error: 0, error_steps: [0] },
  ],
};

const files: Readonly<Record<string, string | Uint8Array>> = {
  'empty.jsonl': '',
  'text.jsonl': 'not json\n',
  'shape.jsonl': '{"a":1}\n',
  'numbers.json': '[1,2]',
  'binary.jsonl': Uint8Array.from({ length: 200 }, (_, at) => 255 - at),
  'torn.parquet': 'PAR1 and nothing else',
};
const all = ['missing.jsonl', 'folder', ...Object.keys(files)];

async function setting(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'folder'));
  await writeFile(join(cwd, 'in.jsonl'), `${JSON.stringify(record)}\n`);
  for (const [name, content] of Object.entries(files)) await writeFile(join(cwd, name), content);
  return cwd;
}

/** `named`: how the message names the option; `except`: files that it may well be. */
const options: readonly {
  readonly args: (file: string) => readonly string[];
  readonly named?: string;
  readonly except?: readonly string[];
}[] = [
  { args: (file) => ['score', '--critiques', file, 'in.jsonl'], named: '--critiques' },
  { args: (file) => ['items', '--critiques', file, 'in.jsonl'], named: '--critiques' },
  { args: (file) => ['report', '--critiques', file, 'in.jsonl', '-o', 'r.html'], named: '--critiques' },
  { args: (file) => ['score', '--gold', file, 'in.jsonl'], named: '--gold' },
  { args: (file) => ['score', '--errata', file, 'in.jsonl'], named: '--errata' },
  { args: (file) => ['filter', '--accepted', file, 'in.jsonl'], named: '--accepted' },
  { args: (file) => ['compare', '--annotations', file, 'in.jsonl'], named: '--annotations' },
  // A second file without critiques leaves the two of the first.
  { args: (file) => ['compare', 'in.jsonl', file] },
  { args: (file) => ['cascade', 'in.jsonl', file] },
  { args: (file) => ['power', 'in.jsonl', file] },
  // No problems to stay clear of are none.
  {
    args: (file) => ['filter', '--overlap', file, 'in.jsonl'],
    named: '--overlap',
    except: ['empty.jsonl'],
  },
  {
    args: (file) => ['critic', '--prm', '--prm-scores', file, 'in.jsonl'],
    named: '--prm-scores',
  },
  {
    args: (file) => ['inject', '--endpoint', 'sim', '--manual', file, 'in.jsonl'],
    named: '--manual',
  },
  {
    args: (file) => ['inject', '--endpoint', 'sim', '--types-from', file, 'in.jsonl'],
    named: '--types-from',
  },
  { args: (file) => ['ingest', '--mapping', file, 'in.jsonl'], named: '--mapping' },
  { args: (file) => ['simulate', '--faults', file], named: '--faults' },
  // Nothing was quarantined.
  { args: (file) => ['retry', file], except: ['empty.jsonl'] },
  {
    args: (file) => ['critic', '--endpoint', 'http://127.0.0.1:9/v1', '--api-key-file', file, 'in.jsonl'],
    named: '--api-key-file',
    except: ['text.jsonl', 'shape.jsonl', 'numbers.json', 'torn.parquet', 'binary.jsonl'],
  },
];

type Cases = readonly (readonly [args: readonly string[], said: RegExp])[];

/** Each command ends with 2 and says so. */
async function areRefused(cwd: string, cases: Cases): Promise<void> {
  const outcomes = await runInTurn(
    cases.map(([args]) => ({ args })),
    { cwd },
  );
  for (const [i, [args, said]] of cases.entries()) {
    const { code, stderr } = outcomes[i]!;
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, said);
  }
}

test('a file that an option names and that cannot be used ends a command with 2, named with the option', async (t) => {
  const cwd = await setting(t);
  const turns = options.flatMap(({ args, named, except = [] }) =>
    all.filter((file) => !except.includes(file)).map((file) => ({ args: args(file), named, file })),
  );
  const outcomes = await runInTurn(turns, { cwd });
  const wrong = turns.flatMap(({ args, named = '', file }, i) => {
    const { code, stderr } = outcomes[i]!;
    const said = stderr.split('\n').filter((line) => line.startsWith('latebench: '));
    const names = said.some((line) => line.includes(named) && line.includes(file.split('.')[0]!));
    return code === 2 && names ? [] : [`${args.join(' ')} [${code}]: ${stderr}`];
  });
  assert.deepEqual(wrong, []);
});

test('what is wrong with such a file is said in words', async (t) => {
  const cwd = await setting(t);
  const cases: Cases = [
    [['score', '--critiques', 'folder', 'in.jsonl'], /folder is a directory; .* \(--critiques\)/],
    [['score', '--critiques', 'empty.jsonl', 'in.jsonl'], /empty\.jsonl: no predictions in it/],
    [
      ['score', '--gold', 'text.jsonl', 'in.jsonl'],
      /text\.jsonl:1: not JSON: an annotation names its record_id/,
    ],
    [['score', '--gold', 'missing.jsonl', 'in.jsonl'], /missing\.jsonl: no such file or folder \(--gold\)/],
    [
      ['critic', '--prm', '--prm-scores', 'empty.jsonl', 'in.jsonl'],
      /--prm-scores empty\.jsonl: it is about no/,
    ],
    [['simulate', '--faults', 'folder'], /--faults folder: it is a folder; name a file/],
    [['critic', '--api-key-file', 'folder', 'in.jsonl'], /folder: it is a folder; .* \(--api-key-file\)/],
  ];
  await areRefused(cwd, cases);
});

test('exports of judgements that are no annotations say what to export instead', async (t) => {
  const cwd = await setting(t);
  const label = { record_id: 'a', decision: null, first_error: 1, annotators: 2, settled: false };
  await writeFile(join(cwd, 'labels.jsonl'), `${JSON.stringify(label)}\n`);
  await writeFile(join(cwd, 'all.parquet'), 'PAR1');
  await areRefused(cwd, [
    [
      ['score', '--gold', 'labels.jsonl', 'in.jsonl'],
      /labels\.jsonl:1: one label .*: export without --labels/,
    ],
    [
      ['score', '--errata', 'all.parquet', 'in.jsonl'],
      /all\.parquet:1: .* JSONL: export them with -o FILE\.jsonl/,
    ],
  ]);
});

test('a page is not written over records: the name of its file says its format', async (t) => {
  const cwd = await setting(t);
  const before = await readFile(join(cwd, 'in.jsonl'), 'utf8');
  const cases: Cases = [
    [['report', 'in.jsonl', '-o', 'in.jsonl'], /--output in\.jsonl: its name must end in \.html or \.md/],
    [['report', 'in.jsonl', '-o', 'page.pdf'], /page\.pdf: its name must end in/],
    [
      ['report', '--of', 'injection', 'in.jsonl', '-o', 'page.md'],
      /is HTML; name a file that ends in \.html/,
    ],
    [['inject', '--endpoint', 'sim', '--report-file', 'in.jsonl', 'in.jsonl'], /must end in \.html/],
    [
      ['gate', '--report-file', 'in.jsonl', 'in.jsonl'],
      /--report-file in\.jsonl: its name must end in \.json/,
    ],
  ];
  await areRefused(cwd, cases);
  assert.equal(await readFile(join(cwd, 'in.jsonl'), 'utf8'), before);
});

test('an option whose value is empty is an error, as a variable of the shell that is not set leaves it', async (t) => {
  const cwd = await setting(t);
  const critic = ['critic', '--endpoint', 'sim', 'in.jsonl'];
  const cases: readonly [args: readonly string[], name: string][] = [
    [[...critic, '--model', ''], '--model NAME'],
    [[...critic, '--model='], '--model NAME'],
    [[...critic, '--quarantine', ''], '--quarantine FILE'],
    [[...critic, '--budget-tokens', '9', '--budget-folder', ''], '--budget-folder DIR'],
    [[...critic, '--run', ''], '--run DIR'],
    [[...critic, '-o', ''], '--output FILE'],
    [['score', 'in.jsonl', '--by', ''], '--by FIELDS'],
    [['run', 'quickstart', '--run', ''], '--run DIR'],
  ];
  const outcomes = await runInTurn(
    cases.map(([args]) => ({ args })),
    { cwd },
  );
  for (const [i, [args, name]] of cases.entries()) {
    const { code, stdout, stderr } = outcomes[i]!;
    assert.deepEqual([code, stdout], [2, ''], `${args.join(' ')}: ${stderr}`);
    assert.ok(stderr.startsWith(`latebench: ${name}: its value is empty;`), stderr);
  }
});

test('an empty argument is an error that says so: it named the current folder, or a file without a name', async (t) => {
  const cwd = await setting(t);
  const given = [
    ['score', ''],
    ['run', ''],
    ['runs', 'rm', ''],
    ['verify', '1/2', ''],
    ['retry', '', 'critic'],
  ];
  const outcomes = await runInTurn(
    given.map((args) => ({ args })),
    { cwd },
  );
  const stderr = 'latebench: an argument is empty; is a variable of the shell not set? (LB_USAGE)\n';
  for (const outcome of outcomes) {
    assert.deepEqual([outcome.code, outcome.stdout, outcome.stderr], [2, '', stderr]);
  }
});
