// Exit codes tell the truth about calls that failed and about runs with nothing in them, and a usage error ends the
// process. Real servers, and real processes where it is the process's end that counts.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadAllCommands } from '../../src/cli/catalogue.ts';
import { jsonLines, runCommand, runHere } from '../support/cli.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Served {
  readonly url: string;
  readonly server: Server;
  calls(): number;
}

/** Judges every solution to be right, and refuses what has one of these words in it. */
async function serve(t: TestContext, refused: RegExp): Promise<Served> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.method !== 'POST') return void response.writeHead(404).end();
    calls += 1;
    const usage = { prompt_tokens: 9, completion_tokens: 3 };
    const message = { role: 'assistant', content: '\\boxed{-1}' };
    const reply = refused.test(body)
      ? { error: { message: 'this prompt is not allowed' } }
      : { model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
    response.writeHead('error' in reply ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  });
  return { url: `${await listening(t, server)}/v1`, server, calls: () => calls };
}

function records(...problems: string[]): string {
  const rows = problems.map((problem, n) => ({
    id: `r${n}`,
    problem,
    steps: ['1 + 1 = 2'],
    error_steps: [],
  }));
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function setting(t: TestContext, input: string): Promise<string> {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'in.jsonl'), input);
  return cwd;
}

test('a call that finally failed is 3, though its record went on', async (t) => {
  const { url } = await serve(t, /beta/);
  const cwd = await setting(t, records('alpha', 'beta', 'gamma'));
  const { code, stdout, stderr } = await runHere(['critic', '--endpoint', url, '-m', 'm', 'in.jsonl'], {
    cwd,
  });
  assert.equal(code, 3, stderr);
  assert.equal(jsonLines(stdout).length, 3);
  assert.doesNotMatch(stderr, /every call failed/);
  const scored = await runHere(['score', '--format', 'json'], { cwd, input: stdout });
  assert.equal(scored.code, 0, 'some critiques came about');
});

test('when every call failed, that is 4 and the first thing the summary says, in a pipeline too', async (t) => {
  const { url } = await serve(t, /./);
  const cwd = await setting(t, records('alpha', 'beta'));
  const one = await runHere(['critic', '--endpoint', url, '-m', 'm', '-q', 'in.jsonl'], { cwd });
  assert.equal(one.code, 4, one.stderr);
  assert.match(one.stderr, /^critic: every call failed \(2 of 2 calls\), .*this prompt is not allowed/m);
  const pipeline = {
    ...{ name: 'small', about: 'A test.', seed: 1 },
    source: { files: ['in.jsonl'] },
    stages: [{ use: 'critic', with: { protocol: 'first_error' } }],
  };
  await writeFile(join(cwd, 'small.json'), JSON.stringify(pipeline));
  const args = ['run', 'small.json', '--endpoint', url, '--run', 'r'];
  const { code, stderr } = await runHere(args, { cwd, env: { LATEBENCH_CRITIC_MODEL: 'm' } });
  assert.equal(code, 4, stderr);
  const said = stderr.split('\n').filter((line) => line.startsWith('small: '));
  assert.match(said[0]!, /^small: every call failed \(2 of 2 calls\)/, stderr);
});

test('a resumed run whose replies are all stored needs no server', async (t) => {
  const { url, server, calls } = await serve(t, /never/);
  const cwd = await setting(t, records('alpha', 'beta'));
  const args = ['critic', '--endpoint', url, '-m', 'm', '--run', 'r', '-o', 'out.jsonl', 'in.jsonl'];
  assert.equal((await runHere(args, { cwd })).code, 0);
  const first = await readFile(join(cwd, 'out.jsonl'), 'utf8');
  server.closeAllConnections();
  server.close();
  const { code, stderr } = await runHere(args, { cwd });
  assert.equal(code, 0, stderr);
  assert.deepEqual([await readFile(join(cwd, 'out.jsonl'), 'utf8'), calls()], [first, 2]);
});

test('nothing in: filters end well, what sums up says so with 2 and writes nothing', async (t) => {
  const cwd = await setting(t, '');
  for (const command of [
    ['filter', '--min-steps', '2'],
    ['critic', '--endpoint', 'sim'],
  ]) {
    const { code, stdout, stderr } = await runHere([...command, 'in.jsonl'], { cwd });
    assert.deepEqual([code, stdout], [0, ''], stderr);
  }
  const reports = [
    ...[['score'], ['compare'], ['cascade'], ['power']],
    ...[
      ['report', '-o', 'r.html'],
      ['report', '--of', 'injection', '-o', 'r.html'],
    ],
  ];
  for (const command of reports) {
    const { code, stdout, stderr } = await runHere([...command, 'in.jsonl'], { cwd });
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, /no records came in/);
    await assert.rejects(readFile(join(cwd, 'r.html')), { code: 'ENOENT' });
  }
});

test('score and report take records whose critiques all failed only when they are told to', async (t) => {
  const critique = {
    critic: 'm',
    protocol: 'first_error',
    status: 'failed',
    first_error: null,
    error_steps: null,
  };
  const [row] = jsonLines(records('alpha'));
  const cwd = await setting(t, `${JSON.stringify({ ...row, critiques: [critique] })}\n`);
  for (const command of [['score'], ['report', '-o', 'r.html']]) {
    const refused = await runHere([...command, 'in.jsonl'], { cwd });
    assert.deepEqual([refused.code, refused.stdout], [2, ''], refused.stderr);
    assert.match(refused.stderr, /all 1 critiques are of calls that failed.*--allow-failed/);
    const taken = await runHere([...command, '--allow-failed', 'in.jsonl'], { cwd });
    assert.equal(taken.code, 0, taken.stderr);
  }
});

test('a wrong option or value ends every command that asks a model with 2, and its process', async (t) => {
  const cwd = await setting(t, records('alpha'));
  const all = (await loadAllCommands()).flatMap((command) => [command, ...(command.actions ?? [])]);
  const asking = all.filter(
    ({ role, options }) => role !== undefined && options.some(({ name }) => name === 'endpoint'),
  );
  assert.ok(asking.length >= 7, asking.map(({ name }) => name).join(', '));
  for (const { name, options } of asking) {
    const wrong: string[][] = [['--no-such-option'], ['--concurrency', 'many']];
    if (options.some((option) => option.name === 'temperature')) wrong.push(['--temperature', '99']);
    if (options.some((option) => option.name === 'wait-for-endpoint')) {
      wrong.push(['--wait-for-endpoint', 'soon', 'in.jsonl']);
    }
    for (const args of wrong) {
      const outcome = await runHere([...name.split(' '), '--endpoint', 'sim', ...args], { cwd });
      assert.equal(outcome.code, 2, `${name} ${args.join(' ')}: ${outcome.stderr}`);
    }
  }
  // What hung once: the simulation had been started before the option was found to be wrong.
  const ends = ['judge', 'classify'].map(async (name) => {
    const args = [name, '--endpoint', 'sim', '--temperature', '9', 'in.jsonl'];
    const stuck = (child: { kill(): boolean }): void => void setTimeout(() => child.kill(), 20_000).unref();
    const { code, signal, stderr } = await runCommand(args, { cwd, started: stuck });
    assert.deepEqual([code, signal], [2, null], stderr);
  });
  await Promise.all(ends);
});
