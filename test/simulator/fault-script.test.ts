import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isLateBenchError } from '../../src/errors.ts';
import { requestHash } from '../../src/simulator/counts.ts';
import { type FaultRule, readFaultRules } from '../../src/simulator/faults/rules.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { chatBody, send, withSimulator } from './ask.ts';

test('an error in a script names the rule, the field and the way out', () => {
  const cases: [unknown, RegExp][] = [
    [{ do: 'hang' }, /^the fault script is not a list; write/],
    [
      [{ do: 'hang' }, { do: 'explode' }],
      /^fault script, rule 2: do: choose one of error, rate_limit, .*delay, stream, ignore_stream$/,
    ],
    [[{}], /rule 1: do: choose one of/],
    [['hang'], /rule 1: must be an object, not "hang"/],
    [[{ do: 'error', name: 'burst' }], /rule 1 \(burst\): status: it is missing \(a number\)/],
    [[{ do: 'error', status: 200 }], /rule 1: status: must be 400 or more, not 200/],
    [[{ do: 'hang', when: { probability: 2 } }], /rule 1: when\.probability: must be 1 or less, not 2/],
    [[{ do: 'hang', when: { after: 2 } }], /rule 1: when: it has no field after/],
    [[{ do: 'hang', ms: 2 }], /rule 1: it has no field ms/],
    [[{ do: 'comments', text: 'a\nb' }], /rule 1: text: give one line/],
    [[{ do: 'degenerate_logprobs', values: [] }], /rule 1: values: must not be empty/],
  ];
  for (const [script, message] of cases) {
    assert.throws(
      () => readFaultRules(script),
      (error) => isLateBenchError(error) && error.code === 'LB_CONFIG' && message.test(error.message),
      `${JSON.stringify(script)} ${message}`,
    );
  }
});

test('a simulator with a wrong script does not start', async () => {
  await assert.rejects(startSimulator({ faults: [{ do: 'error', status: 7 }] }), { code: 'LB_CONFIG' });
});

test('what was paid is counted for each body: one completed reply however many attempts it took', async () => {
  const faults: FaultRule[] = [
    { do: 'rate_limit', when: { first_attempts: 1 } },
    { do: 'truncate', when: { first_attempts: 2 } },
    { do: 'wrong_model', when: { first_attempts: 3 } },
  ];
  await withSimulator({ faults }, async ({ url, counts }) => {
    const bodies = [chatBody('critic', { prompt: 'a' }), chatBody('critic', { prompt: 'b' })];
    for (const body of bodies) {
      for (let attempt = 0; attempt < 4; attempt += 1) await send(`${url}/chat/completions`, body);
    }
    await send(`${url}/chat/completions`, bodies[1]);
    const [a, b] = bodies.map((body) => requestHash(JSON.stringify(body)));
    assert.deepEqual(counts.by_request, { [a!]: 1, [b!]: 2 });
    assert.deepEqual(counts.faults, { rate_limit: 2, truncate: 2, wrong_model: 2 });
    assert.deepEqual([counts.requests, counts.completed, counts.refused, counts.spoiled], [9, 3, 2, 4]);
    assert.equal(counts.models['latebench-sim/critic']?.completed, 3);
    const served = await send(url.replace('/v1', '/simulator/counts'));
    assert.deepEqual(JSON.parse(served.text), counts);
  });
});

test('counts by request can be left out', async () => {
  await withSimulator({ requestCounts: false }, async ({ url, counts }) => {
    await send(`${url}/chat/completions`, chatBody('critic', { prompt: 'a' }));
    assert.deepEqual([counts.completed, counts.by_request], [1, {}]);
  });
});

test('simulate --faults serves by the script, and refuses one it cannot read', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'storm.json');
  const simulate = () =>
    spawn(process.execPath, [join(repository, 'bin', 'latebench.js'), 'simulate', '--faults', path], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  await writeFile(path, JSON.stringify([{ do: 'error', status: 503, when: { for_calls: 1 } }]));
  const child = simulate();
  t.after(() => child.kill());
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  const chat = `${url.toString().trim()}/chat/completions`;
  assert.equal((await send(chat, chatBody('critic', { prompt: 'a' }))).status, 503);
  assert.equal((await send(chat, chatBody('critic', { prompt: 'a' }))).status, 200);
  await writeFile(path, '[{"do": "error", "status": 503');
  const refused = simulate();
  const stderr: Buffer[] = [];
  refused.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  assert.deepEqual(await once(refused, 'close'), [2, null]);
  assert.match(Buffer.concat(stderr).toString(), /storm\.json: the fault script is not JSON: /);
});
