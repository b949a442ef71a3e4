import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, runCommand, runHere, runInTurn } from '../support/cli.ts';
import { heldBy, probe } from '../support/held-by.ts';
import { temporaryFolder } from '../support/temporary.ts';

const good = (id: string): string =>
  JSON.stringify({ id, problem: 'p', steps: ['a', 'b'], error_steps: null });

async function quarantined(cwd: string): Promise<Record<string, unknown>[]> {
  const folder = join(cwd, '.latebench', 'quarantine');
  const [file] = await readdir(folder);
  return jsonLines(await readFile(join(folder, file!), 'utf8'));
}

async function filter(t: TestContext, input: string | Uint8Array, args: readonly string[] = []) {
  const cwd = await temporaryFolder(t);
  const outcome = await runCommand(['filter', ...args], { cwd, input });
  return { cwd, ...outcome, ids: jsonLines(outcome.stdout).map(({ id }) => id) };
}

test('an option with one value that is given two says that the last one is used, unless they are the same', async (t) => {
  const twice = await filter(t, `${good('1')}\n`, [
    '--min-steps',
    '9',
    '--min-steps',
    '1',
    '--max-steps',
    '9',
    '--max-steps',
    '9',
  ]);
  assert.equal(twice.code, 0);
  assert.deepEqual(twice.ids, ['1']);
  assert.match(
    twice.stderr,
    /^latebench filter: --min-steps is given 2 times and has one value: the last one is used$/m,
  );
  assert.equal(twice.stderr.match(/is given/g)?.length, 1);
});

test('what would move a cursor is shown by name, in names of files and of fields', async (t) => {
  const clear = '\u001b[2J';
  const { stderr, cwd } = await filter(t, `${JSON.stringify({ id: 1, [`x${clear}`]: 1 })}\n`);
  const missing = await runCommand(['filter', `miss${clear}`], { cwd });
  assert.match(missing.stderr, /miss\[U\+001B\]\[2J: no such file/);
  for (const text of [stderr, missing.stderr]) assert.ok(!text.includes('\u001b'), text);
});

test('invalid lines of every kind go to quarantine with file, line, byte and code; no good record is lost', async (t) => {
  const input = Buffer.concat([
    Buffer.from(`\ufeff${good('1')}\r\nnot json\n${good('2')}\n`),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x0a]),
    Buffer.from(
      `{"id":5,"problem":"p","steps":["a"],"error_steps":[]}\n[1]\n\n${good('3')}\n{"id":"torn","pro`,
    ),
  ]);
  const { code, ids, cwd, stderr } = await filter(t, input);
  assert.equal(code, 3);
  assert.deepEqual(ids, ['1', '2', 'custom/5', '3']);
  const envelopes = await quarantined(cwd);
  assert.deepEqual(
    envelopes.map(({ line, code: kind }) => [line, kind]),
    [
      [2, 'LB_JSON'],
      [4, 'LB_UTF8'],
      [6, 'LB_JSON'],
      [9, 'LB_TORN_LINE'],
    ],
  );
  assert.equal(envelopes[0]?.raw, 'not json');
  assert.equal(envelopes[0]?.byte, Buffer.byteLength(`\ufeff${good('1')}\r\n`));
  assert.match(stderr, /stdin:2 \(byte \d+\): line is not JSON.*\(LB_JSON\)/);
  assert.match(stderr, /4 invalid records are kept in .*quarantine/);
});

test('values as Python prints them are named, with what to write instead', async (t) => {
  const rows = [
    '{"problem": "x", "score": NaN}',
    '{"problem": "x", "scores": [1, -Infinity]}',
    "{'problem': 'x'}",
    '{"problem": "x", "subject": None}',
    '{"problem": "what is: None, NaN, [True"',
  ];
  const { stderr, cwd } = await filter(t, `${rows.join('\n')}\n`);
  const reasons = (await quarantined(cwd)).map(({ message }) => String(message));
  assert.deepEqual(
    reasons.map((message) => /no NaN and no Infinity|json\.dumps/.exec(message)?.[0] ?? null),
    ['no NaN and no Infinity', 'no NaN and no Infinity', 'json.dumps', 'json.dumps', null],
    stderr,
  );
});

test('a record that fails its schema names the field', async (t) => {
  const cwd = await temporaryFolder(t);
  const bad = JSON.stringify({ id: 'x', problem: 'p', steps: ['a', 3], error_steps: [] });
  const beyond = JSON.stringify({ id: 'y', problem: 'p', steps: ['a'], error_steps: [4] });
  const labelled = JSON.stringify({ id: 'z', problem: 'p', steps: ['a'], error_steps: [] });
  const { code, stdout, stderr } = await runHere(['score', '--format', 'json'], {
    cwd,
    input: `${labelled}\n${bad}\n${beyond}\n`,
  });
  assert.equal(code, 3);
  assert.equal(JSON.parse(stdout).records, 1);
  assert.match(stderr, /stdin:2 .*record x: steps\[1\].*\(LB_SCHEMA\)/);
  assert.match(
    (await quarantined(cwd))[1]?.message as string,
    /names a step that the solution does not have/,
  );
});

test('commands that pass records on call the same records invalid as those that judge them, in the same words', async (t) => {
  const cwd = await temporaryFolder(t);
  const fields: Readonly<Record<string, unknown>> = {
    steps: ['a', 3],
    error_steps: [4],
    meta: 'none',
    error_source: 'guessed',
    injection: { status: 'perhaps' },
    critiques: [{ critic: 'x', status: 'maybe' }],
  };
  const records = Object.entries(fields).map(([id, value]) => ({
    ...(JSON.parse(good(id)) as object),
    [id]: value,
  }));
  const problem = { id: 'problem', problem: 'p', answer: '2', error_steps: null };
  const input = [...records, problem].map((record) => `${JSON.stringify(record)}\n`).join('');
  const judgements: string[][] = [];
  for (const args of [
    ['score'],
    ['filter'],
    ['filter', '--balance'],
    ['ingest'],
    ['ingest', '--gate', 'off'],
  ]) {
    const invalidFile = `${args.join('')}.jsonl`;
    const { code, stdout } = await runHere([...args, '--quarantine', invalidFile], { cwd, input });
    const invalid = jsonLines(await readFile(join(cwd, invalidFile), 'utf8'));
    judgements.push(
      invalid
        .filter(({ record_id: id }) => id !== 'problem')
        .map(({ record_id: id, line, code: kind, message }) => `${line} ${id} ${kind} ${message}`),
    );
    if (args[0] === 'score') continue;
    assert.equal(code, 3, args.join(' '));
    const passed = args.includes('--balance') ? [] : ['problem'];
    assert.deepEqual(
      jsonLines(stdout).map(({ id }) => id),
      passed,
      args.join(' '),
    );
  }
  const [asJudged, ...others] = judgements;
  assert.equal(asJudged?.length, records.length);
  for (const other of others) assert.deepEqual(other, asJudged);
});

test('a 200 MB line is quarantined by its place and beginning, in bounded memory', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(cwd, 'long.jsonl');
  const file = createWriteStream(path);
  file.write(`${good('before')}\n{"id":"long","problem":"`);
  const block = Buffer.alloc(1024 * 1024, 'x');
  for (let n = 0; n < 200; n += 1) if (!file.write(block)) await once(file, 'drain');
  file.end(`"}\n${good('after')}\n`);
  await once(file, 'close');
  const held: number[] = [];
  const { code, stdout } = await runCommand(['filter', 'long.jsonl'], {
    cwd,
    probe,
    started: (child) => {
      void (async () => {
        for (let mb = await heldBy(child); mb !== null; mb = await heldBy(child)) {
          held.push(mb);
          await sleep(20);
        }
      })();
    },
  });
  assert.equal(code, 3);
  assert.deepEqual(
    jsonLines(stdout).map(({ id }) => id),
    ['before', 'after'],
  );
  const [envelope] = await quarantined(cwd);
  assert.deepEqual([envelope?.code, envelope?.line], ['LB_LINE_TOO_LONG', 2]);
  assert.match(envelope?.message as string, /2097\d+ bytes/);
  assert.ok(String(envelope?.raw).length <= 1024);
  // A line is kept up to its limit of 64 MB; after that, only its beginning.
  assert.ok(Math.max(...held) < 100, `${Math.max(...held)} MB held`);
});

test('an empty input gives an empty output and exit 0', async (t) => {
  const cwd = await temporaryFolder(t);
  const turns = ['\n\n', '[]'].map((input) => ({ args: ['filter'], input }));
  const outcomes = [await runCommand(['filter'], { cwd }), ...(await runInTurn(turns, { cwd }))];
  assert.deepEqual(
    outcomes.map(({ code, stdout }) => [code, stdout]),
    Array.from({ length: 3 }, () => [0, '']),
  );
});

test('a missing file, a directory, an unknown option and a bad value are usage errors that say what is wrong', async (t) => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'folder'));
  await writeFile(join(cwd, 'ok.jsonl'), `${good('1')}\n`);
  const refused: [string[], RegExp][] = [
    [['filter', 'ok.jsonl', 'none.jsonl'], /none\.jsonl: no such file \(LB_INPUT_MISSING\)/],
    [['filter', 'folder'], /folder is a directory.*\(LB_INPUT_DIRECTORY\)/],
    [['filter', '--min-step', '3'], /no option --min-step here; did you mean --min-steps\?/],
    [
      ['critic', '--api-key', 'sk-secret', 'ok.jsonl'],
      /^(?!.*sk-secret).*API keys are never given as options.*OPENAI_API_KEY.*--api-key-file FILE/s,
    ],
    [['filter', '--min-steps', 'many'], /--min-steps many: give a whole number/],
    [['filter', '--where', 'subject', 'ok.jsonl'], /--where "subject": write FIELD<op>VALUE/],
    [['filter', 'ok.jsonl', '-o', 'out.txt'], /out\.txt: the extension names no format/],
    [
      ['critic', '--endpoint', 'sim', '--protocol', 'both', 'ok.jsonl'],
      /--protocol both: choose one of first_error, all_errors/,
    ],
    [['critic', 'ok.jsonl'], /no endpoint is configured for critic: set OPENAI_API_KEY/],
    [['nope'], /there is no command "nope"/],
    [['ingest', '--adapter', 'synthetic'], /needs --count/],
  ];
  const outcomes = await runInTurn(
    refused.map(([args]) => ({ args })),
    { cwd },
  );
  const alone = await runCommand(refused[0]![0], { cwd });
  const { ms: _, ...together } = { ms: 0, ...outcomes[0] };
  assert.deepEqual(alone, together, 'a process of its own ends with the same code and words');
  for (const [at, { code, stdout, stderr }] of outcomes.entries()) {
    const [args, words] = refused[at]!;
    assert.equal(code, 2, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, words);
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace');
  }
});

test('--on-error fail stops at the first invalid line; --max-errors stops early with 3', async (t) => {
  const input = `${good('1')}\nx\ny\nz\n${good('2')}\n`;
  const cwd = await temporaryFolder(t);
  const flags = [
    ['--on-error', 'fail'],
    ['--max-errors', '1'],
    ['--on-error', 'skip'],
  ];
  const [failed, limited, skipped] = await runInTurn(
    flags.map((words) => ({ args: ['filter', ...words], input })),
    { cwd },
  );
  assert.equal(failed!.code, 1);
  assert.equal(limited!.code, 3);
  assert.match(limited!.stderr, /stopped after 2 invalid records/);
  assert.deepEqual([skipped!.code, jsonLines(skipped!.stdout).map(({ id }) => id)], [3, ['1', '2']]);
});

test('a stage that judges solutions quarantines a record without one, and says so', async (t) => {
  const cwd = await temporaryFolder(t);
  const { code, stderr } = await runCommand(['critic', '--endpoint', 'sim'], {
    cwd,
    input: '{"question":"q","answer":"4"}\n',
  });
  assert.equal(code, 3);
  assert.match(stderr, /has no solution .*\(LB_NO_SOLUTION\)/);
});

test('a refused key is a matter of configuration, and is in no message', async (t) => {
  const server = await startSimulator({ apiKey: 'sk-right-key-123' });
  t.after(() => server.close());
  const cwd = await temporaryFolder(t);
  const args = ['critic', '--endpoint', server.url, '--model', 'latebench-sim/critic'];
  const env = { LATEBENCH_CRITIC_API_KEY: 'sk-wrong-key-456' };
  const { code, stdout, stderr } = await runHere(args, { cwd, input: good('1'), env });
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /LB_ENDPOINT_AUTH/);
  assert.doesNotMatch(stderr, /wrong-key/);
});

test('a file where an option wants a folder, and a folder where it wants a file, are told before any work', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'in.jsonl'), `${good('1')}\n`);
  await writeFile(join(cwd, 'file'), 'x');
  await mkdir(join(cwd, 'folder'));
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['critic --endpoint sim in.jsonl --run file', /--run file: it is a file; name a folder \(LB_USAGE\)/],
    ['filter in.jsonl --run file', /--run file: it is a file/],
    ['run quickstart --run file', /--run file: it is a file/],
    ['critic --endpoint sim in.jsonl --results file', /--results file: it is a file/],
    [
      'critic --endpoint sim in.jsonl --budget-tokens 9 --budget-folder file',
      /--budget-folder file: it is a file/,
    ],
    ['vote --pool file', /--pool file: it is a file/],
    ['vote file', /vote: pool: file is a file, or below one; name a folder/],
    ['pool build --endpoint sim in.jsonl --pool file', /--pool file: it is a file/],
    ['dataset build in.jsonl -o file', /--output file: it is a file/],
    [
      'critic --endpoint sim in.jsonl --env-file folder',
      /folder is a directory; name a file.*LB_INPUT_DIRECTORY/,
    ],
    ['filter in.jsonl --quarantine folder', /--quarantine folder: it is a directory.*LB_INPUT_DIRECTORY/],
  ];
  const turns = wrong.map(([line]) => ({ args: line.split(' ') }));
  for (const [at, { code, stderr }] of (await runInTurn(turns, { cwd })).entries()) {
    const [line, message] = wrong[at]!;
    assert.equal(code, 2, `${line}: ${stderr}`);
    assert.match(stderr, message, line);
  }
});
