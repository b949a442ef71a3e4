import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { declaredCommands } from '../../src/cli/catalogue.ts';
import type { CommandFacts } from '../../src/cli/command-table.ts';
import { misspeltVariables } from '../../src/config/misspelt-variables.ts';
import { settings } from '../../src/config/setting-table.ts';
import { nearestNames } from '../../src/records/nearest-name.ts';
import { namesAt } from '../../src/records/schema-problem.ts';
import { solutionSchema } from '../../src/records/solution.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const seed = Date.now() % 2 ** 31;

/** One or two slips of the fingers: a letter left out, doubled, exchanged with its neighbour, or another one. */
function misspelt(name: string, random: () => number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const slips = name.length > 4 && random() < 0.4 ? 2 : 1;
  let text = name;
  for (let slip = 0; slip < slips; slip += 1) {
    const at = Math.floor(random() * text.length);
    const other = letters[Math.floor(random() * letters.length)]!;
    const forms = [
      text.slice(0, at) + text.slice(at + 1),
      text.slice(0, at) + other + text.slice(at),
      text.slice(0, at) + other + text.slice(at + 1),
      at + 1 < text.length ? text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2) : text + other,
    ];
    text = forms[Math.floor(random() * forms.length)]!;
  }
  return text;
}

function everyList(commands: readonly CommandFacts[]): (readonly string[])[] {
  return commands.flatMap(({ options, actions = [] }) => [
    options.map(({ name }) => name),
    ...options.flatMap(({ choices }) => (choices === undefined ? [] : [choices])),
    ...everyList(actions),
  ]);
}

test(`of 500 misspelt commands, options, choices, fields and variables 95 % get the right suggestion (seed ${seed})`, async () => {
  const commands = Object.values(await declaredCommands());
  const variables = settings.flatMap(({ env }) => env);
  const lists = [
    commands.map(({ name }) => name),
    ...everyList(commands),
    namesAt(solutionSchema, []),
    namesAt(solutionSchema, ['injection']),
    variables,
  ].filter((list) => list.length > 1);
  const random = mulberry32(seed);
  const wrong: string[] = [];
  let tried = 0;
  while (tried < 500) {
    const list = lists[Math.floor(random() * lists.length)]!;
    const name = list[Math.floor(random() * list.length)]!;
    const typed = misspelt(name, random);
    // Of two letters, one slip leaves nothing to go by; a slip may also make another name.
    if (name.length < 3 || list.includes(typed) || typed === '') continue;
    tried += 1;
    if (!nearestNames(typed, list).includes(name)) wrong.push(`${typed} for ${name}`);
  }
  assert.ok(wrong.length <= 25, `${wrong.length} of 500: ${wrong.join(', ')}`);
});

test('a short word that is two letters away from every command has no suggestion', async (t) => {
  const { code, stderr } = await runHere(['nope'], { cwd: await temporaryFolder(t) });
  assert.equal(code, 2);
  assert.match(stderr, /no command "nope"/);
  assert.doesNotMatch(stderr, /did you mean/);
  assert.deepEqual(nearestNames('nope', ['score', 'pool', 'note']), ['note']);
  assert.deepEqual(nearestNames('sco', ['score']), ['score']);
});

test('the misspelt word and the one that was meant are said, and the exit code is 2', async (t) => {
  const home = await temporaryFolder(t);
  const records = join(home, 'records.jsonl');
  await writeFile(
    records,
    `${JSON.stringify({ id: 'a', problem: 'p', steps: ['s'], error_steps: null, meta: { level: 3 } })}\n`,
  );
  const pipeline = join(home, 'own.json');
  const stages = [{ use: 'critc', with: {} }];
  await writeFile(pipeline, JSON.stringify({ name: 'own', source: { files: [records] }, stages, seed: 1 }));
  const cases: readonly (readonly [string[], RegExp])[] = [
    [['scroe'], /no command "scroe"; did you mean score\?/],
    [['crtic'], /no command "crtic"; did you mean critic\?/],
    [['help', 'reprot'], /no command or page "reprot"; did you mean report\?/],
    [['pool', 'bulid'], /no pool bulid; did you mean pool build\?; pool has build, info/],
    [['dataset', 'paint'], /no dataset paint; dataset has build, diff, verify and export/],
    [['score', '--fromat', 'md', records], /no option --fromat here; did you mean --format\?/],
    [['score', '--format', 'jsn', records], /choose one of .*; did you mean json\?/],
    [['score', '--format'], /--format \S+ is missing its value: choose one of /],
    [['score', '--quiet=yes', records], /--quiet is a switch: it takes no value/],
    [
      ['filter', '--where', 'subjcet=algebra', records],
      /no record has a field subjcet \(found: .*\); did you mean subject\?/,
    ],
    [
      ['filter', '--where', 'meta.levle>=2', records],
      /no record has a field meta\.levle \(found: .*\); did you mean meta\.level\?/,
    ],
    [['run', 'quikstart'], /did you mean quickstart\?/],
    [['run', pipeline], /stages\.0\.use: critc is none of .*; did you mean critic\?/],
    [['run', 'quickstart', '--set', 'critic.vots=4'], /it has no field vots; did you mean votes\?/],
  ];
  for (const [words, said] of cases) {
    const { code, stderr } = await runHere(words, { cwd: home });
    assert.match(stderr, said, words.join(' '));
    assert.equal(code, 2, `${words.join(' ')}: ${stderr}`);
  }
});

test('a field that no record has is an error also where the condition lets all pass, and no file appears', async (t) => {
  const home = await temporaryFolder(t);
  const records = join(home, 'records.jsonl');
  const line = (id: string, more: object = {}): string =>
    `${JSON.stringify({ id, problem: 'p', steps: ['s'], error_steps: null, ...more })}\n`;
  await writeFile(records, line('a') + line('b'));
  const output = join(home, 'out.jsonl');
  const refused = await runHere(['filter', '--where', 'rating!=3', records, '-o', output], { cwd: home });
  assert.equal(refused.code, 2, refused.stderr);
  await assert.rejects(
    import('node:fs/promises').then(({ stat }) => stat(output)),
    { code: 'ENOENT' },
  );

  await writeFile(records, line('a') + line('b', { rating: 4 }));
  const late = await runHere(['filter', '--where', 'rating!=3', records], { cwd: home });
  assert.equal(late.code, 0, 'a field of the last record alone is a field');
  const ours = await runHere(['filter', '--where', 'subject=algebra', records], { cwd: home });
  assert.equal(ours.code, 0, 'a field of our records is known where no record has it');
  const nothing = await runHere(['filter', '--where', 'rating=3'], { cwd: home, input: '' });
  assert.equal(nothing.code, 0, 'nothing came in: nothing is known');
});

test('a variable that is nearly a setting is said, unless the setting is there too', () => {
  const env = { OPENAI_BASE_ULR: 'http://127.0.0.1:1/v1', LATEBENCH_CRITC_MODEL: 'm', PATH: '/bin' };
  assert.deepEqual(misspeltVariables({ env, cwd: '/' }), [
    'OPENAI_BASE_ULR is set and is not a setting; did you mean OPENAI_BASE_URL?',
    'LATEBENCH_CRITC_MODEL is set and is not a setting; did you mean LATEBENCH_CRITIC_MODEL?',
  ]);
  assert.deepEqual(misspeltVariables({ env: { OPENAI_API_KEYS: 'x', OPENAI_API_KEY: 'y' }, cwd: '/' }), []);
});
