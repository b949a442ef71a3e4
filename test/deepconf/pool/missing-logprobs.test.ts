// A server that merges tokens gives fewer logprobs than it counts tokens: that is kept, and said.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ProblemInfo, problemInfo } from '../../../src/deepconf/pool/info.ts';
import { openPool } from '../../../src/deepconf/pool/read.ts';
import { runHere } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { build } from './build-here.ts';

test('tokens that a server merged are counted for each trace, in pool info and in vote', async (t) => {
  let calls = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const {
      model,
      top_logprobs: k = 1,
      max_tokens: max = 64,
    } = JSON.parse(Buffer.concat(chunks).toString()) as {
      model: string;
      top_logprobs?: number;
      max_tokens?: number;
    };
    calls += 1;
    const entry = (token: string, at: number) => ({
      token,
      logprob: -0.1,
      top_logprobs: Array.from({ length: k }, (_, n) => ({
        token: `${token}${n}`,
        logprob: -0.1 - n - at / 100,
      })),
    });
    const content = ['\\boxed{', '42', '}', ...Array.from({ length: Math.min(54, max) - 3 }, () => ' so')];
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        model,
        choices: [
          {
            message: { content: content.join('') },
            finish_reason: 'stop',
            logprobs: { content: content.map(entry) },
          },
        ],
        // Every second reply: as llama-server, 64 tokens by usage and 54 entries; else as many, and an end mark.
        usage: { prompt_tokens: 20, completion_tokens: Math.min(max, calls % 2 === 0 ? 64 : 54) },
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const cwd = await temporaryFolder(t);
  const folder = join(cwd, 'pool');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { failed } = await build({ folder, url, n: 8 });
  assert.equal(failed, 0);
  const pool = await openPool(folder);
  const infos: ProblemInfo[] = [];
  for (const problem of pool.problems) infos.push(await problemInfo(pool, problem));
  await pool.close();
  const sum = (key: 'samples' | 'incomplete' | 'without_logprob'): number =>
    infos.reduce((all, info) => all + info[key], 0);
  assert.deepEqual([sum('samples'), sum('incomplete'), sum('without_logprob')], [16, 8, 80]);
  const info = await runHere(['pool', 'info', folder], { cwd });
  assert.match(info.stdout, /8 traces have\s+logprobs for less than 99 % of the tokens/);
  const vote = await runHere(['vote', folder, '--k', '8', '--repeats', '1'], { cwd });
  assert.match(vote.stdout, /8 traces have\s+logprobs for less than 99 % of the tokens/, vote.stderr);
});
