// What an action would cost is known before anything is called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallEstimate } from '../../src/dashboard/api.ts';
import { jsonl, noEndpoints, openApp, record } from './open.ts';

const facts = [
  { role: 'inject', model: 'injector', simulated: false },
  { role: 'critic', model: 'judge', simulated: false },
];
const base = { source: '1', row: 0, annotator: 'anna' };

test('an estimate counts the calls, prices them, and calls nothing', async (t) => {
  // Any call of these endpoints would fail.
  const endpoints = {
    ...noEndpoints,
    facts,
    usd: (_: string, prompt: number, completion: number) => (prompt + completion) / 1e6,
  };
  const { post } = await openApp(t, { 'r.jsonl': jsonl([record('a')]) }, { endpoints });
  const ask = async (more: object): Promise<{ estimate: CallEstimate; text: string }> => {
    const response = await post('/api/workbench/estimate', { ...base, ...more });
    assert.equal(response.status, 200);
    return (await response.json()) as { estimate: CallEstimate; text: string };
  };
  const critic = await ask({ action: 'critic', proposal: null, options: { votes: '5' } });
  assert.deepEqual([critic.estimate.calls, critic.estimate.maxCalls], [5, 5]);
  assert.ok(
    critic.estimate.tokensEach > 1000 &&
      Math.abs(critic.estimate.usd! - (5 * critic.estimate.tokensEach) / 1e6) < 1e-9,
  );
  assert.match(critic.text, /^5 calls to judge, about [\d,]+ tokens each, at most about \$0\.0/);
  // An attempt may need a repair, and a verifier's vote a second question.
  const inject = await ask({ action: 'inject', seed: 0, options: { maxAttempts: '3', verifyVotes: '2' } });
  assert.deepEqual([inject.estimate.calls, inject.estimate.maxCalls], [1, 18]);
  assert.match(inject.text, /^1 to 18 calls to injector, judge/);
  const wrong = await post('/api/workbench/estimate', {
    ...base,
    action: 'critic',
    proposal: null,
    options: { votes: '0' },
  });
  assert.equal(wrong.status, 400);
});

test('work under another name than that of the session is turned down', async (t) => {
  const { post } = await openApp(t, { 'r.jsonl': jsonl([record('a')]) });
  const response = await post('/api/workbench/critic', {
    ...base,
    annotator: 'ben',
    proposal: null,
    options: {},
  });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /you are logged in as anna/);
});
