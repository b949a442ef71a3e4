// A PhD student has a model on vLLM: asks what it will cost, meets a token limit that is too low, goes from a first look to a
// whole run, votes over a pool with logprobs, compares two critics, and pays for nothing twice.
import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository, runHere } from '../support/cli.ts';
import { startPersonality } from '../support/personalities.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('from a vLLM server to a number that can be published', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startPersonality(t, 'vllm');
  for (const name of ['late-errors-test', 'problems']) {
    await copyFile(join(repository, 'data', 'samples', `${name}.jsonl`), join(cwd, `${name}.jsonl`));
  }
  const settings = {
    ...{ CRITIC_BASE_URL: server.url, CRITIC_MODEL: 'vllm-critic', CRITIC_DIALECT: 'vllm' },
    ...{ LOGPROB_BASE_URL: server.url, LOGPROB_MODEL: 'vllm-sampler', LOGPROB_DIALECT: 'vllm' },
  };
  const lines = Object.entries(settings).map(([name, value]) => `LATEBENCH_${name}=${value}\n`);
  await writeFile(join(cwd, '.env'), lines.join(''));
  const play = (...args: string[]) => runHere(args, { cwd });
  const asked = (): number =>
    server.asked.filter(({ url }) => url.pathname.endsWith('/chat/completions')).length;

  const dry = await play(
    'critic',
    '--votes',
    '2',
    '--max-tokens',
    '4096',
    '--dry-run',
    'late-errors-test.jsonl',
  );
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stderr, /dry run: 34 calls, retries and repeated attempts not counted/);
  assert.equal(asked(), 0);

  const low = await play(
    'critic',
    '--limit',
    '3',
    '--max-tokens',
    '5',
    'late-errors-test.jsonl',
    '-o',
    'look.jsonl',
  );
  assert.equal(low.code, 0, low.stderr);
  assert.match(low.stderr, /0 with an error, 0 without, 3 unparsed/);
  assert.match(low.stderr, /3 unparsed replies reached the token limit: raise --max-tokens/);
  const raised = await play(
    'critic',
    '--limit',
    '3',
    '--max-tokens',
    '4096',
    'late-errors-test.jsonl',
    '-o',
    'look.jsonl',
  );
  assert.match(raised.stderr, /0 unparsed/);
  assert.doesNotMatch(raised.stderr, /token limit/);

  // An unjudged file has a score too, and it is not that of the model.
  const none = await play('score', 'late-errors-test.jsonl');
  assert.match(
    none.stdout,
    /No critic has judged these records \(latebench critic\): the rows are baselines\./,
  );

  const before = asked();
  const votes = ['--votes', '2', '--max-tokens', '4096', 'late-errors-test.jsonl'];
  const whole = await play('critic', ...votes, '-o', 'judged.jsonl');
  assert.equal(whole.code, 0, whole.stderr);
  assert.match(whole.stderr, /17 solutions judged by vllm-critic\/first_error\/v2/);
  const paid = asked() - before;
  assert.ok(paid <= 34, `${paid} calls, and 34 were announced`);
  const cached = await play('critic', ...votes, '-o', 'again.jsonl');
  assert.match(cached.stderr, /0 API calls, 34 stored replies/);
  assert.equal(asked() - before, paid);

  const scored = await play('score', 'judged.jsonl');
  assert.match(scored.stdout, /vllm-critic\/first_error\/v2 +17 /);
  const one = await play(
    'critic',
    '--name',
    'one-vote',
    '--max-tokens',
    '4096',
    'judged.jsonl',
    '-o',
    'both.jsonl',
  );
  assert.equal(one.code, 0, one.stderr);
  const compared = await play('compare', 'both.jsonl');
  assert.equal(compared.code, 0, compared.stderr);
  assert.match(compared.stdout, /Critics on 17 records[\s\S]*one-vote[\s\S]*McNemar/);

  const pool = [
    'pool',
    'build',
    'problems.jsonl',
    '--limit',
    '2',
    '--pool',
    'pool',
    '--max-tokens',
    '64',
    '--thinking',
    'disabled',
  ];
  const built = await play(...pool, '--samples', '4', '-q');
  assert.equal(built.code, 0, built.stderr);
  const first = asked();
  const grown = await play(...pool, '--samples', '6', '-q');
  assert.equal(grown.code, 0, grown.stderr);
  assert.equal(asked() - first, 4 + 1, 'only the samples that were missing, and the probe of the logprobs');
  const voted = await play('vote', '--pool', 'pool', '--k', '4', '--repeat', '2');
  assert.equal(voted.code, 0, voted.stderr);
  const many = await play('vote', '--pool', 'pool', '--k', '64');
  assert.match(many.stdout, /Each set is the whole pool, so all sets are the same; use a smaller --k/);
});
