// What is kept of a stopped trace must not depend on how much of the reply was already on its way.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPool } from '../../../src/deepconf/pool/read.ts';
import { runHere } from '../../support/cli.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('tokens that came after the stop are not said to lack logprobs, and packets do not change the rows', async (t) => {
  // All in one packet, with or without the server's counts; odd samples lose confidence half way.
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'GET') return void response.end('{"data": []}');
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as { seed?: number; max_tokens: number };
    const { seed = 0, max_tokens: max } = asked;
    const texts = [...Array.from({ length: 60 }, () => ' so'), ' \\boxed{', '42', '}'].slice(0, max);
    const events: unknown[] = texts.map((token, at) => {
      const low = seed % 2 === 1 && at > 20 ? 0.1 : 5;
      const top = [0, 1, 2].map((n) => ({ token: `${token}${n}`, logprob: -low * (n + 1) }));
      const logprobs = { content: [{ token, logprob: -low, top_logprobs: top }] };
      return {
        model: 'm',
        choices: [{ index: 0, delta: { content: token }, logprobs, finish_reason: null }],
      };
    });
    events.push({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    if (seed % 4 === 1) events.push({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 63 } });
    response.setHeader('content-type', 'text/event-stream');
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    response.end(`${body}data: [DONE]\n\n`);
  });
  const url = await listening(t, server);
  const cwd = await temporaryFolder(t);
  const problems = join(cwd, 'problems.jsonl');
  await writeFile(problems, `${JSON.stringify({ id: 'a', problem: 'What is 40 + 2?', answer: '42' })}\n`);
  const folder = join(cwd, 'pool');
  const thought = await runHere(
    [
      ...['think', problems, '--pool', folder, '--traces', '12', '--warmup', '2', '--keep', '0.9'],
      ...['--window', '8', '--no-adaptive', '--top-logprobs', '3'],
      ...['--base-url', `${url}/v1`, '--model', 'm'],
    ],
    { cwd },
  );
  assert.equal(thought.code, 0, thought.stderr);
  const pool = await openPool(folder);
  t.after(() => pool.close());
  const columns = ['finish_reason', 'prompt_tokens', 'n_without_logprob'] as const;
  let stopped = 0;
  for await (const batch of pool.traces('a', { columns })) {
    const reasons = batch.texts('finish_reason');
    const known = [batch.known('prompt_tokens'), batch.known('n_without_logprob')];
    for (const [row, reason] of reasons.entries()) {
      if (reason !== 'stopped_early') continue;
      stopped += 1;
      assert.deepEqual(
        known.map((isKnown) => isKnown(row)),
        [false, false],
      );
    }
  }
  assert.ok(stopped >= 4, `${stopped} traces were stopped`);
  const info = await runHere(['pool', 'info', folder], { cwd });
  assert.doesNotMatch(info.stdout, /logprobs for\s+less than/);
  const vote = await runHere(['vote', '--pool', folder, '--k', 'all', '--repeats', '1'], { cwd });
  assert.equal(vote.code, 0, vote.stderr);
  assert.doesNotMatch(vote.stdout, /logprobs for\s+less than/);
});

interface Thought {
  readonly deepconf: {
    readonly ended: string;
    readonly traces: { readonly sampled: number };
    readonly tokens: { readonly spent: number };
  };
}

test('tokens without logprobs count as spent and received, and towards the token limit of the problem', async (t) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'GET') return void response.end('{"data": []}');
    const { max_tokens: max } = JSON.parse(Buffer.concat(chunks).toString()) as { max_tokens: number };
    const texts = [...Array.from({ length: 37 }, () => ' so'), ' \\boxed{', '42', '}'].slice(0, max);
    const events: unknown[] = texts.map((token, at) => {
      const top = [0, 1, 2].map((n) => ({ token: `${token}${n}`, logprob: -1 - n }));
      const logprobs = at < 20 ? { content: [{ token, logprob: -1, top_logprobs: top }] } : null;
      return { model: 'm', choices: [{ delta: { content: token }, logprobs, finish_reason: null }] };
    });
    events.push({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    events.push({ choices: [], usage: { prompt_tokens: 20, completion_tokens: texts.length } });
    response.setHeader('content-type', 'text/event-stream');
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  const url = await listening(t, server);
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'problems.jsonl'), '{"id": "a", "problem": "What is 40 + 2?", "answer": "42"}\n');
  const args = [
    ...['think', 'problems.jsonl', '--pool', 'pool', '--traces', '12', '--warmup', '2', '--keep', '0.9'],
    ...['--window', '8', '--no-adaptive', '--top-logprobs', '3', '--tokens', '160', '--concurrency', '1'],
    ...['--base-url', `${url}/v1`, '--model', 'm'],
  ];
  const { code, stdout, stderr } = await runHere(args, { cwd });
  assert.equal(code, 0, stderr);
  const { deepconf } = JSON.parse(stdout) as Thought;
  assert.equal(deepconf.ended, 'tokens');
  assert.equal(deepconf.traces.sampled, 4);
  assert.equal(deepconf.tokens.spent, 160);
  assert.match(stderr, /160 tokens spent, 160 received/);
});
