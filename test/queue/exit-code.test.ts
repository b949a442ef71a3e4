// A worker's exit code counts its calls, as every command's does.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runBeside } from '../support/beside.ts';
import { runHere } from '../support/cli.ts';
import { startPersonality } from '../support/personalities.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const refusal = { status: 400, body: { error: { message: 'this one is too hard' } } };

test('a worker whose calls failed ends with 3, with 4 where all failed, and says why', {
  skip: withoutRedis,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const redis = await startRedis();
  t.after(() => redis.close());
  const made = await runHere(['ingest', '--adapter', 'synthetic', '--n', '4', '-o', 'in.jsonl'], { cwd });
  assert.equal(made.code, 0, made.stderr);
  for (const [folder, share] of [
    ['some', 2],
    ['all', 1],
    ['none', Number.POSITIVE_INFINITY],
  ] as const) {
    let calls = 0;
    // The guard against servers that refuse everything needs five.
    const server = await startPersonality(t, 'strict', {
      refuse: () => {
        calls += 1;
        return calls % share === 0 ? refusal : undefined;
      },
    });
    const declared = {
      name: 'queued',
      about: 'one critic, on a queue',
      source: { files: [join(cwd, 'in.jsonl')] },
      stages: [{ use: 'critic', with: {} }],
      sinks: [{ file: 'final.jsonl' }],
      endpoint: { critic: { baseUrl: server.url, model: 'qwen-strict-critic' } },
      seed: 1,
    };
    await writeFile(join(cwd, `${folder}.json`), JSON.stringify(declared));
    const queue = ['--redis', redis.url, '--cache', 'off'];
    const run = runHere(['run', `${folder}.json`, '--run', folder, '--engine', 'bullmq', ...queue], { cwd });
    let ended = false;
    const outcome = run.finally(() => {
      ended = true;
    });
    while (!ended && !existsSync(join(cwd, folder, 'queue.json'))) await sleep(20);
    assert.ok(!ended, (await Promise.race([outcome, { stderr: '' }])).stderr);
    const worker = runBeside(t, ['worker', folder, '-c', '1', ...queue], { cwd });
    await outcome;
    const { code, stderr } = await worker;
    const expected = { some: 3, all: 4, none: 0 }[folder];
    assert.equal(code, expected, `${folder}: ${stderr}`);
    if (folder === 'all') assert.match(stderr, /every call failed \(4 of 4 calls\).*too hard/);
    if (folder === 'some') assert.match(stderr, /2 calls failed:\n.*2 x .*too hard/);
    if (folder === 'none') assert.match(stderr, /4 API calls; [\d,]+ prompt \+ [\d,]+ completion tokens/);
  }
});
