import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { loadAllCommands } from '../../src/cli/catalogue.ts';
import { commandHelp, generalHelp } from '../../src/cli/help.ts';
import { takesColour } from '../../src/cli/text-style.ts';
import { textWidth } from '../../src/report/text-width.ts';
import { latebench, node, runHere } from '../support/cli.ts';
import { onTerminal, withoutTerminal } from '../support/pseudo-terminal.ts';
import { matchesSnapshot } from '../support/snapshot.ts';
import {
  capturedLines,
  startCapture,
  startOnTerminal,
  textOfCapture,
  timeless,
} from '../support/start-capture.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = withoutTerminal;

test('npm start fits a terminal of 80 by 24 and ends with the answer; README shows what it prints', {
  skip,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const { lines, states, screens } = await startOnTerminal(cwd);
  const text = lines.join('\n');
  // The prompt is below.
  const shown = text.trim().split('\n');
  assert.ok(shown.length <= 24 - 1, `${shown.length} lines:\n${text}`);
  for (const state of states) assert.ok(textWidth(state) <= 80, `${textWidth(state)} columns: ${state}`);
  assert.equal(screens.at(-1)!.join('\n').trim(), text.trim(), 'nothing has left the screen');
  const words = text.replaceAll(/\s+/g, ' ');
  assert.match(
    words,
    /names the first error exactly in \d+\.\d% of 68 erroneous solutions and passes \d+\.\d% of 58 correct ones/,
  );
  assert.match(words, /made by a simulation/);
  assert.match(words, /best baseline \(random\)/);
  assert.match(words, /report\.html/);
  assert.match(words, /Next: latebench view latest latebench run quickstart --endpoint URL/);
  const latest = (await readFile(join(cwd, 'runs', '.latest'), 'utf8')).trim();
  assert.match(words, new RegExp(`Run folder: runs/${latest}`));
  const capture = await readFile(resolve(startCapture), 'utf8');
  assert.match(await readFile(resolve('README.md'), 'utf8'), new RegExp(`\\]\\(${startCapture}\\)`));
  assert.deepEqual(timeless(textOfCapture(capture)), timeless(capturedLines(screens.at(-1)!)));
});

test('latest is the newest run wherever a run folder is named, and its records where records are', async (t) => {
  const cwd = await temporaryFolder(t);
  const asked = (args: readonly string[]) => runHere(args, { cwd });
  const none = await asked(['status', 'latest']);
  assert.equal(none.code, 2, none.stderr);
  assert.match(none.stderr, /no run under runs\/ yet \(start one with latebench run quickstart\)/);
  const small = ['run', 'quickstart', '--set', 'source.limit=12', '--set', 'critic.votes=1'];
  const first = await asked(small);
  assert.equal(first.code, 0, first.stderr);
  const second = await asked([...small, '--run', join('runs', 'mine')]);
  assert.equal(second.code, 0, second.stderr);
  for (const words of [
    ['status', 'latest'],
    ['verify-run', 'latest'],
  ]) {
    const { code, stdout, stderr } = await asked(words);
    assert.equal(code, 0, stderr);
    if (words[0] === 'status') assert.match(stdout, /runs\/mine/);
  }
  const scored = await asked(['score', '--format', 'json', 'latest']);
  const named = await asked(['score', '--format', 'json', 'runs/mine/records.parquet']);
  assert.equal(scored.code, 0, scored.stderr);
  assert.equal(scored.stdout, named.stdout);
  const inside = await asked(['filter', 'latest/records.parquet', '--limit', '1']);
  assert.equal(inside.code, 0, inside.stderr);
  await writeFile(join(cwd, 'latest'), 'a file of that name goes before\n');
  assert.equal((await asked(['filter', 'latest'])).code, 3);
});

test('--full prints every table, and --open hands the report to the browser that is set', async (t) => {
  const cwd = await temporaryFolder(t);
  const browser = join(cwd, 'browser.sh');
  await writeFile(browser, '#!/bin/sh\necho "$1" > opened\n', { mode: 0o755 });
  const small = ['run', 'quickstart', '--set', 'source.limit=12', '--set', 'critic.votes=1'];
  const { code, stdout, stderr } = await runHere([...small, '--full', '--open'], {
    cwd,
    env: { BROWSER: browser },
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Error detection[\s\S]*Steps \(DeltaBench\)[\s\S]*95% intervals/);
  const opened = async (): Promise<string> => {
    const text = await readFile(join(cwd, 'opened'), 'utf8').catch(() => '');
    return text === '' ? new Promise((tell) => setTimeout(() => tell(opened()), 20)) : text;
  };
  assert.match(await opened(), /report\.html$/m);
  const missing = await runHere([...small, '--open'], { cwd, env: { BROWSER: join(cwd, 'none') } });
  assert.equal(missing.code, 0);
  assert.match(missing.stderr, /cannot be started; open .*report\.html yourself/);
});

test('two filters in a pipe have a line each, both whole', { skip }, async (t) => {
  // Few calls at once, so that injection is not over before the critic has begun.
  const many = 'ingest --adapter synthetic --n 40 --seed 1';
  const pipe = `${latebench} ${many} --quiet | ${latebench} inject --endpoint sim --concurrency 2 | ${latebench} critic --endpoint sim --votes 2 > judged.jsonl`;
  const { screens, lines } = onTerminal(pipe, { at: await temporaryFolder(t) });
  const both = screens.filter(
    (screen) =>
      screen.some((line) => /^inject: [\d,]+ read.*\/s; .*API calls/.test(line)) &&
      screen.some((line) => /^critic: [\d,]+ read.*\/s; .*API calls/.test(line)),
  );
  assert.ok(both.length > 0, `never both whole; the last screens: ${JSON.stringify(screens.slice(-5))}`);
  for (const screen of screens) {
    for (const line of screen) assert.doesNotMatch(line, /\S.*(?:inject|critic): \d/, 'one line in another');
  }
  const text = lines.join('\n');
  assert.match(text, /inject: 40 read, \d+ written/);
  assert.match(text, /critic: \d+ read, \d+ written/);
});

test('help is no wider than the terminal, has the same words at each width, and is as it was', async () => {
  const all = await loadAllCommands();
  const commands = all.flatMap((one) => [one, ...(one.actions ?? [])]);
  const helpOf = (columns: number): string =>
    [generalHelp(all, 'VERSION', columns), ...commands.map((command) => commandHelp(command, columns))].join(
      '\n',
    );
  const wordsOf = (help: string): string => help.replaceAll(/[\\\s]+/g, ' ');
  const narrow = helpOf(80);
  for (const columns of [80, 100, 120, 160]) {
    const help = helpOf(columns);
    for (const line of help.split('\n')) assert.ok(textWidth(line) <= columns, `${columns} columns: ${line}`);
    assert.equal(wordsOf(help), wordsOf(narrow), `${columns} columns`);
  }
  await matchesSnapshot('help', narrow);
});

test('colours are for terminals that have some', (t) => {
  const { TERM, NO_COLOR } = process.env;
  t.after(() => {
    for (const [name, value] of Object.entries({ TERM, NO_COLOR })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const colours = (term: string, noColor: string, isTTY: boolean): boolean => {
    Object.assign(process.env, { TERM: term, NO_COLOR: noColor });
    return takesColour({ isTTY });
  };
  assert.equal(colours('xterm', '', true), true);
  assert.equal(colours('dumb', '', true), false);
  assert.equal(colours('xterm', '1', true), false);
  assert.equal(colours('xterm', '', false), false);
});

test('tables are no wider than the terminal, and as they were', { skip }, async (t) => {
  const at = await temporaryFolder(t);
  const made = async (words: readonly string[]): Promise<void> => {
    const { code, stderr } = await runHere(words, { cwd: at });
    assert.equal(code, 0, stderr);
  };
  const problems = join(at, 'problems.jsonl');
  const problem = (n: number): string =>
    JSON.stringify({ id: `p${n}`, problem: `What is ${n} + ${n}?`, answer: String(2 * n) });
  await writeFile(problems, `${[1, 2, 3].map(problem).join('\n')}\n`);
  await made(['run', 'quickstart', '--set', 'source.synthetic.count=12', '--set', 'critic.votes=3', '-q']);
  const again = ['critic', '--endpoint', 'sim', '--name', 'other', '--votes', '3', '-q'];
  await made([...again, 'latest/records.parquet', '-o', 'two.jsonl']);
  await made(['pool', 'build', problems, '--pool', 'pool', '--n', '16', '--endpoint', 'sim', '-q']);
  const tables = [
    'score latest',
    'score --by subject,position_decile latest',
    'compare two.jsonl',
    'vote --pool pool --k 4,8 --repeat 2 --run voted -q',
    'sweep --pool pool --k 4,8 --repeat 2 -q',
    'pool info pool',
  ];
  // What these print depends on the machine and the moment.
  const here = [
    'run quickstart --plan',
    '--help',
    'pool build --help',
    'status latest',
    'config',
    'config --explain',
    'doctor',
    'doctor --endpoint sim',
    'doctor critic --endpoint http://127.0.0.1:9/a/rather/long/path/to/a/server/that/is/not/there/v1',
  ];
  const widths = [80, 100, 120, 160];
  const commands = [...tables, ...here].map((one) => one.split(' '));
  const behind = '-- next --';
  const words = [JSON.stringify(widths), JSON.stringify(commands), behind].map((word) => `'${word}'`);
  const turns = resolve('test', 'support', 'commands-on-terminal.js');
  const shown = onTerminal(`${node} ${turns} ${words.join(' ')}`, { at, env: { HF_HUB_OFFLINE: '1' } });
  const byCommand = (lines: readonly string[]): string[] => {
    const parts = lines.map((line) => `${line.trimEnd()}\n`).join('');
    return parts.split(`${behind}\n`).slice(0, -1);
  };
  const [states, left] = [byCommand(shown.states), byCommand(shown.lines)];
  for (const parts of [states, left]) assert.equal(parts.length, widths.length * commands.length);
  for (const [nth, columns] of widths.entries()) {
    const [from, to] = [nth * commands.length, (nth + 1) * commands.length];
    const wide = states
      .slice(from, to)
      .flatMap((state) => state.split('\n'))
      .filter((state) => textWidth(state) > columns);
    assert.deepEqual(wide, [], `${columns} columns`);
    const printed = left.slice(from, to);
    await matchesSnapshot(`tables-${columns}`, printed.slice(0, tables.length).join(''));
    const facts = printed.slice(tables.length).join('');
    for (const heard of [/Usage: latebench pool build/, /state +complete/, /Node/, /fails +critic/])
      assert.match(facts, heard);
  }
});
