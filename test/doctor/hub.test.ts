import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { resolveConfig } from '../../src/config/resolve.ts';
import { checkHub } from '../../src/doctor/hub.ts';
import { temporaryFolder } from '../support/temporary.ts';

// A login on this machine is not part of these tests.
process.env.HF_HUB_DISABLE_IMPLICIT_TOKEN = '1';

const token = 'hf_validToken0123456789';

async function found(t: TestContext, env: Readonly<Record<string, string>>): Promise<string> {
  const home = await temporaryFolder(t);
  const config = resolveConfig({ env: { HOME: home, XDG_CONFIG_HOME: home, ...env }, cwd: home });
  const { finding } = await checkHub(config, 2000);
  return `${finding.status}: ${finding.finding}`;
}

async function hub(t: TestContext): Promise<string> {
  const server = createServer(({ url, headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${token}`;
    const status = url === '/api/whoami-v2' && !isKnown ? 401 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"name": "anna"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Knows the token, and refuses all the same. */
async function refusingHub(t: TestContext, status: number, error: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the hub is asked whose token it is, and not where it is to be offline', async (t) => {
  const endpoint = await hub(t);
  assert.match(
    await found(t, { HF_ENDPOINT: endpoint, HF_TOKEN: token }),
    /^ok: .*the token of anna is valid/,
  );
  assert.match(await found(t, { HF_ENDPOINT: endpoint }), /^ok: .*no token \(HF_TOKEN\)/);
  const wrong = await found(t, { HF_ENDPOINT: endpoint, HF_TOKEN: 'hf_someOtherToken' });
  assert.match(wrong, /^fails: /);
  assert.doesNotMatch(wrong, /someOther/);
  for (const [status, said] of [
    [403, 'You are not allowed here'],
    [500, 'out of order'],
  ] as const) {
    const refusing = await found(t, { HF_ENDPOINT: await refusingHub(t, status, said), HF_TOKEN: token });
    assert.match(refusing, /^fails: /, `${status}`);
    assert.match(refusing, new RegExp(`${status}`));
    assert.doesNotMatch(refusing, new RegExp(token));
  }
  assert.match(await found(t, { HF_HUB_OFFLINE: '1' }), /^not set: offline/);
  assert.match(await found(t, { HF_ENDPOINT: 'http://127.0.0.1:1' }), /^fails: 127\.0\.0\.1:1: /);
});
