// Actions over a filter: only its records, only after a press, and known by their cost before.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { simulatedModels } from '../../src/config/endpoint-config.ts';
import type { BulkState, CallEstimate } from '../../src/dashboard/api.ts';
import type { EndpointAccess } from '../../src/dashboard/workbench/access.ts';
import { LateBenchError } from '../../src/errors.ts';
import { openEndpoints } from '../../src/executor/open-endpoint.ts';
import { jsonLines } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, openApp, record } from './open.ts';

const rows = Array.from({ length: 12 }, (_, at) =>
  record(`r${at}`, at % 2 === 0 ? null : 2, { dataset: at < 8 ? 'near' : 'far' }),
);

test('a critic is asked about the records of a filter, and they are exported', async (t) => {
  const home = await temporaryFolder(t);
  const endpoints = openEndpoints({
    journalFolder: join(home, 'journal'),
    cacheFolder: join(home, 'cache'),
    cacheMode: 'off',
    offline: false,
    say: () => {},
  });
  t.after(() => endpoints.close());
  let opened = 0;
  const access: EndpointAccess = {
    facts: (['inject', 'critic'] as const).map((role) => ({
      role,
      model: simulatedModels[role],
      simulated: true,
    })),
    chat(role) {
      opened += 1;
      const common = { baseUrl: 'sim', apiKey: undefined, concurrency: 4, rpm: undefined, maxRetries: 0 };
      return endpoints.open({ ...common, role, model: simulatedModels[role] });
    },
    usd: () => 0.01,
  };
  const { post, get, folder } = await openApp(t, { 'r.jsonl': jsonl(rows) }, { endpoints: access });
  const query = 'where=dataset%3Anear+AND+label%3Aerroneous';
  const request = { action: 'critic', source: '1', annotator: 'anna', options: {}, query };
  const estimated = await post('/api/workbench/bulk/estimate', request);
  const { estimate, records, text } = (await estimated.json()) as {
    estimate: CallEstimate;
    records: number;
    text: string;
  };
  assert.deepEqual([records, estimate.calls, opened], [4, 1, 0], 'nothing is called for an estimate');
  assert.match(text, /^4 calls to latebench-sim\/critic.*\$0\.04/);
  const grown = await post('/api/workbench/bulk', { ...request, records: 3 });
  assert.equal(grown.status, 400, 'other records than were estimated');
  assert.match(await grown.text(), /the filter has 4 records now, not the 3 of the estimate/);
  let state = (await (await post('/api/workbench/bulk', { ...request, records })).json()) as BulkState;
  const end = Date.now() + 60_000;
  while (state.state === 'running' && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    state = (await (await get(`/api/workbench/bulk/${state.id}`)).json()) as BulkState;
  }
  assert.deepEqual([state.state, state.total, state.done, state.failed], ['finished', 4, 4, 0]);
  const kept = jsonLines(readFileSync(join(folder, 'annotations', 'workbench', 'anna.jsonl'), 'utf8'));
  assert.deepEqual(kept.map(({ record_id: id }) => id).sort(), ['r1', 'r3', 'r5', 'r7']);
  const exported = jsonLines(await (await get(`/api/sources/1/records.jsonl?${query}`)).text());
  assert.deepEqual(
    exported,
    rows.filter((_, at) => at < 8 && at % 2 === 1),
  );
  const nothing = await post('/api/workbench/bulk', { ...request, query: 'where=steps%3E100' });
  assert.equal(nothing.status, 400);
  assert.equal((await post('/api/workbench/bulk', { ...request, annotator: 'ben' })).status, 400);
  assert.equal((await get('/api/workbench/bulk/unknown')).status, 404);
});

test('what runs is found again by a page that is loaded anew, until it has ended', async (t) => {
  let release = (): void => {};
  const held = new Promise<never>((_, fail) => {
    release = () => fail(new LateBenchError('LB_ENDPOINT_CONFIG', 'the endpoint has gone'));
  });
  held.catch(() => {});
  const access: EndpointAccess = {
    facts: [{ role: 'critic', model: simulatedModels.critic, simulated: true }],
    chat: () => held,
    usd: () => 0,
  };
  const { post, get } = await openApp(t, { 'r.jsonl': jsonl(rows) }, { endpoints: access });
  const running = async (action: string): Promise<BulkState | null> => {
    const answer = await get(`/api/workbench/bulk?source=1&action=${action}`);
    return ((await answer.json()) as { job: BulkState | null }).job;
  };
  assert.equal(await running('critic'), null);
  const request = { action: 'critic', source: '1', annotator: 'anna', options: {}, query: '' };
  const begun = (await (await post('/api/workbench/bulk', request)).json()) as BulkState;
  assert.deepEqual([(await running('critic'))?.id, await running('inject')], [begun.id, null]);
  await post(`/api/workbench/bulk/${begun.id}/stop`, {});
  assert.equal(await running('critic'), null);
  release();
});
