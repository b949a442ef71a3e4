// The hub behind the proxy that the environment names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLoopbackHub } from '../../support/loopback-hub.ts';
import { tunnelProxy } from '../../support/tunnel-proxy.ts';
import { clientOf, fetchNamed } from './hub-client.ts';

test('listings and files of the hub come through the proxy, and NO_PROXY goes past it', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('me/set', { 'a.jsonl': '{"id": 1}\n' });
  const proxy = await tunnelProxy(t);
  const before = { HTTP_PROXY: process.env.HTTP_PROXY, NO_PROXY: process.env.NO_PROXY };
  t.after(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  process.env.HTTP_PROXY = proxy.url;
  delete process.env.NO_PROXY;
  assert.equal((await fetchNamed(await clientOf(t, hub), 'me/set', 'a.jsonl')).toString(), '{"id": 1}\n');
  assert.deepEqual([...new Set(proxy.tunnels)], [new URL(hub.url).host]);
  const opened = proxy.tunnels.length;
  process.env.NO_PROXY = '127.0.0.1';
  assert.equal((await fetchNamed(await clientOf(t, hub), 'me/set', 'a.jsonl')).toString(), '{"id": 1}\n');
  assert.equal(proxy.tunnels.length, opened);
});
