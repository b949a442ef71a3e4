// The harness over a few cases: a checkout does not differ from itself, and three planted differences are found (a byte
// of an output, an exit code, a call more).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { patience } from '../support/cli.ts';
import { compiledScript } from '../support/compiled-script.ts';
import { temporaryFolder } from '../support/temporary.ts';

const program = await compiledScript(new URL('./run.ts', import.meta.url));

const only = (...names: string[]): string[] => names.flatMap((name) => ['--only', name]);

function differential(args: readonly string[]) {
  return spawnSync(process.execPath, [...patience, program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: '' },
  });
}

/** A copy of the built package in which a text is replaced, which threads have in a file of their own where they need it. */
async function changed(t: TestContext, changes: readonly (readonly [RegExp, string])[]): Promise<string> {
  const root = await temporaryFolder(t);
  const bundle = join(root, 'dist', 'bundle');
  for (const part of ['package.json', 'bin']) cpSync(part, join(root, part), { recursive: true });
  cpSync(join('dist', 'bundle'), bundle, { recursive: true });
  const unchanged = readdirSync('dist').filter((part) => part !== 'bundle');
  for (const part of ['docs', 'data', 'node_modules', ...unchanged.map((name) => join('dist', name))])
    symlinkSync(resolve(part), join(root, part));
  const files = readdirSync(bundle, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  for (const [from, to] of changes) {
    const found = files.filter((name) => from.test(readFileSync(join(bundle, name), 'utf8')));
    assert.ok(found.length === 1 || found.length === 2, `${from} is in ${found.join(', ')}`);
    for (const path of found.map((name) => join(bundle, name)))
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
  return root;
}

test('a version does not differ from itself, on cases of every kind', () => {
  const { status, stdout, stderr } = differential([
    '.',
    '.',
    ...only('score/limit', 'critic/plain', 'ingest/adapter-math', 'program/exports'),
  ]);
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /^cases +4$/m);
  assert.match(stdout, /^differences +0$/m);
});

test('a byte of an output, an exit code and a call more are found, and nothing else', async (t) => {
  const root = await changed(t, [
    [/Usage: (?=\$\{program)/, 'usage: '],
    [/(?<=\bok: 0,\s[^}]*?\b)usage: 2/, 'usage: 7'],
    [
      /return handler\.done;/,
      "return method === 'POST' ? fetch(url.href + '/files').then(() => handler.done) : handler.done;",
    ],
  ]);
  const list = join(root, 'expected.json');
  writeFileSync(
    list,
    JSON.stringify([
      { case: 'help/all', aspect: 'step 2 exit', reason: 'usage errors end with 7' },
      { case: 'filter/rows', aspect: 'calls', reason: 'never happens' },
    ]),
  );
  const { status, stdout } = differential([
    '.',
    root,
    ...only('filter/rows', 'critic/plain', 'help/all'),
    '--expected',
    list,
  ]);
  assert.equal(status, 1, stdout);
  assert.match(stdout, /help\/all · step 3 stdout\n {2}old \d+: Usage: .*\n {2}new \d+: usage: /);
  assert.match(
    stdout,
    /critic\/plain · calls\n {2}old 5 calls, 0 only here\n {2}new 10 calls, 5 only here: GET \/v1\/files/,
  );
  // The help of both commands, and the calls: nothing of filter/rows, whose commands and files are all the same.
  assert.match(stdout, /^differences +3 in 2 cases$/m);
  assert.match(stdout, /Expected:\n {2}help\/all · step 2 exit: usage errors end with 7/);
  assert.match(stdout, /Expected, but absent:\n {2}filter\/rows · calls: never happens/);
});

test('mistakes on the command line end with 2 and say what is wrong', () => {
  for (const [args, printed] of [
    [['.'], /give OLD and NEW/],
    [['.', '.', '--only', 'no such case'], /no case has no such case/],
    [['.', 'no-such-revision'], /no-such-revision/],
  ] as const) {
    const { status, stderr } = differential(args);
    assert.equal(status, 2);
    assert.match(stderr, printed);
  }
});
