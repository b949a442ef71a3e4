// What a run of `think` says of traces that an earlier one began: those that were cut, and no others.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { repository, runHere } from '../../support/cli.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder } from '../../support/temporary.ts';

interface Asked {
  readonly seed?: number;
  readonly max_tokens: number;
}

type Ending = (asked: Asked, response: ServerResponse) => 'hang' | 'cut' | 'end';

/** Streams of 40 tokens; `ending` says what becomes of each after its tenth. */
async function setting(t: TestContext, ending: Ending) {
  const text = (token: string) => {
    const top = [0, 1, 2].map((n) => ({ token: `${token}${n}`, logprob: -1 - n }));
    return { delta: { content: token }, logprobs: { content: [{ token, logprob: -1, top_logprobs: top }] } };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'GET') return void response.end('{"data": []}');
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const tokens = [...Array.from({ length: 38 }, () => ' so'), ' \\boxed{42', '}'].slice(
      0,
      asked.max_tokens,
    );
    const events = tokens.map((token) => ({ model: 'm', choices: [{ index: 0, ...text(token) }] }));
    const bodies = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
    response.setHeader('content-type', 'text/event-stream');
    response.write(bodies.slice(0, 10).join(''));
    const how = asked.max_tokens === 16 ? 'end' : ending(asked, response);
    if (how === 'hang') return;
    if (how === 'cut') return void response.socket?.destroySoon();
    const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    const usage = { choices: [], usage: { prompt_tokens: 20, completion_tokens: tokens.length } };
    const last = [finish, usage].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    response.end([...bodies.slice(10), ...last, 'data: [DONE]\n\n'].join(''));
  });
  const url = await listening(t, server);
  const cwd = await temporaryFolder(t);
  const problems = join(cwd, 'problems.jsonl');
  await writeFile(problems, `${JSON.stringify({ id: 'a', problem: 'What is 40 + 2?', answer: '42' })}\n`);
  const args = (...more: string[]) => [
    ...['think', problems, '--pool', join(cwd, 'pool'), '--traces', '8', '--warmup', '4', '--window', '8'],
    ...['--no-adaptive', '--top-logprobs', '3', '--max-tokens', '64', '--progress', 'off'],
    ...['--base-url', `${url}/v1`, '--model', 'm', ...more],
  ];
  return { cwd, args };
}

test('calls that a budget did not let begin are not said to have been under way', async (t) => {
  const { cwd, args } = await setting(t, () => 'end');
  const first = await runHere(args('--budget-tokens', '400'), { cwd });
  assert.equal(first.code, 4, first.stderr);
  const { code, stderr } = await runHere(args(), { cwd });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /being written/);
});

test('streams that the server cut for good were counted by their own run', async (t) => {
  let cutting = true;
  const { cwd, args } = await setting(t, ({ seed }) => (cutting && seed === 2 ? 'cut' : 'end'));
  const first = await runHere(args('--max-retries', '0'), { cwd });
  assert.equal(first.code, 3, first.stderr);
  cutting = false;
  const { code, stderr } = await runHere(args(), { cwd });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /being written/);
});

test('streams that Ctrl-C ended are counted with the tokens that had come', async (t) => {
  let hangs = 0;
  let allHang: () => void = () => {};
  const hanging = new Promise<void>((resolve) => {
    allHang = resolve;
  });
  const { cwd, args } = await setting(t, () => {
    if (hangs === 4) return 'end';
    hangs += 1;
    if (hangs === 4) allHang();
    return 'hang';
  });
  const child = spawn(
    process.execPath,
    [join(repository, 'bin/latebench.js'), ...args('-c', '4', '--drain', '1')],
    {
      cwd,
      env: { ...process.env, LATEBENCH_HOME: join(cwd, '.latebench') },
      stdio: 'ignore',
    },
  );
  const closed = once(child, 'close');
  await hanging;
  child.kill('SIGINT');
  assert.deepEqual(await closed, [130, null]);
  const { code, stderr } = await runHere(args(), { cwd });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /4 traces were being written when an earlier run ended, after at least 40 tokens/);
});
