// What is known of an endpoint before its first call: its name, its model, what it lacks, where that is kept.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EndpointConfig } from '../../src/config/endpoint-config.ts';
import { profilePlaces } from '../../src/executor/check-endpoint.ts';
import { logicalName, wireOf } from '../../src/executor/endpoint-wire.ts';
import { endpointFor, openSession } from '../../src/executor/session.ts';
import { configOf, opened } from './opened-session.ts';

test('a reward model has to be named; the simulation has its own', () => {
  const url = { 'critic.base_url': 'http://127.0.0.1:9/v1' };
  const model = (given: Record<string, string>, more = {}) =>
    endpointFor(configOf('/h', given), 'critic', { dialect: 'pooling', ...more }).model;
  assert.throws(() => model(url), {
    code: 'LB_USAGE',
    message: /--prm needs the name of a reward model: set --model/,
  });
  assert.equal(model({ ...url, 'critic.model': 'prm' }), 'prm');
  assert.equal(model({ 'critic.base_url': 'sim' }), 'latebench-sim/prm');
  assert.equal(endpointFor(configOf('/h', { ...url, 'critic.model': 'a' }), 'critic').model, 'a');
  assert.equal(
    endpointFor(configOf('/h', { ...url, 'critic.model': 'a' }), 'critic', { model: 'b' }).model,
    'b',
  );
});

test('an endpoint that is known to lack what the work needs is an error before the first call', async (t) => {
  const anthropic = {
    'critic.base_url': 'http://127.0.0.1:9/v1',
    'critic.model': 'm',
    'critic.dialect': 'ollama',
  };
  const { session, home } = await opened(t, { batchFolder: '/nowhere' }, anthropic);
  await assert.rejects(session.check('critic', {}), {
    code: 'LB_USAGE',
    message: '--batch: the dialect ollama has no batches; leave it out',
  });
  await assert.rejects(session.endpoint('critic'), { code: 'LB_USAGE', message: /no batches/ });
  const direct = openSession({
    ...{ config: configOf(home, { ...anthropic, 'critic.dialect': 'anthropic' }), mode: 'run' },
    ...{ journalFolder: join(home, 'journal'), say: () => {} },
  });
  t.after(() => direct.close());
  await direct.check('critic', {});
  await assert.rejects(direct.check('critic', { requires: ['logprobs'] }), { code: /LB_/ });
  assert.deepEqual(await readdir(home), [], 'nothing is opened for it');
});

test('what an endpoint takes is kept in the run folder, beside the journal of the work, or where a job says', () => {
  const config = configOf('/h');
  assert.deepEqual(profilePlaces({ config, journalFolder: '/runs/a/journal' }), {
    home: '/h',
    run: '/runs/a',
  });
  assert.deepEqual(profilePlaces({ config, journalFolder: '/h/x/critic' }), {
    home: '/h',
    run: '/h/x/critic',
  });
  const profileFolder = '/pool';
  assert.deepEqual(profilePlaces({ config, journalFolder: '/r/journal', profileFolder }), {
    home: '/h',
    run: '/pool',
  });
  assert.equal(profilePlaces({ config: new Map(), journalFolder: '/j' }).home, '.latebench');
});

test('an endpoint is named without what changes from run to run: random ports of this machine, a final slash', () => {
  assert.equal(logicalName('sim', 'm'), 'simulation');
  assert.equal(logicalName('http://127.0.0.1:41234/v1', 'latebench-sim/critic'), 'simulation');
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    assert.equal(logicalName(`http://${host}:32768/v1/`, 'm'), `http://${host}/v1`);
    assert.equal(logicalName(`http://${host}:32767/v1`, 'm'), `http://${host}:32767/v1`);
  }
  assert.equal(logicalName('http://gpu-7:40000/v1', 'm'), 'http://gpu-7:40000/v1');
  const config = { role: 'critic', baseUrl: 'http://gpu-7/v1', model: 'm' } as EndpointConfig;
  assert.deepEqual([wireOf(config).name, wireOf(config).address], ['http://gpu-7/v1', 'http://gpu-7/v1']);
  assert.equal(wireOf(config, 'chat', 'http://other/v1').address, 'http://other/v1');
  assert.equal(wireOf(config, 'pooling').address, 'http://gpu-7', 'its route is beside that of the models');
  assert.equal(wireOf({ ...config, baseUrl: 'sim' }, 'pooling').address, 'sim');
  const stored = wireOf({ ...config, name: 'http://gpu-6/v1' });
  assert.deepEqual([stored.name, stored.address], ['http://gpu-6/v1', 'http://gpu-7/v1']);
  assert.notEqual(wireOf(config, 'pooling').name, wireOf(config).name);
});
