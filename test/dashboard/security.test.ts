import assert from 'node:assert/strict';
import { createConnection } from 'node:net';
import { test } from 'node:test';
import { startDashboard } from '../../src/dashboard/server.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { jsonl, noEndpoints, openApp, record } from './open.ts';

const judgement = { source: '1', row: 0, annotator: 'anna', kind: 'decision', decision: 'yes' };
const files = { 'r.jsonl': jsonl([record('a')]) };

test('a foreign Host is refused, whatever is asked for', async (t) => {
  const { app } = await openApp(t, files);
  for (const host of [
    'evil.example',
    'evil.example:8377',
    'localhost:1',
    'localhost.evil.example:8377',
    '',
  ]) {
    const response = await app.request('http://localhost:8377/api/session', { headers: { host } });
    assert.equal(response.status, 403, host);
  }
  const own = await app.request('http://127.0.0.1:8377/api/session', { headers: { host: '127.0.0.1:8377' } });
  assert.equal(own.status, 200);
});

test('a write needs our Origin, our header and JSON; a reading site is turned away', async (t) => {
  const { app } = await openApp(t, files);
  const host = 'localhost:8377';
  const good = { host, origin: `http://${host}`, 'x-latebench': '1', 'content-type': 'application/json' };
  const send = (headers: Record<string, string>) =>
    app.request(`http://${host}/api/annotations`, {
      method: 'POST',
      headers,
      body: JSON.stringify(judgement),
    });
  const { origin: _, ...withoutOrigin } = good;
  const { 'x-latebench': __, ...withoutHeader } = good;
  assert.equal((await send(withoutOrigin)).status, 403);
  assert.equal((await send({ ...good, origin: 'https://evil.example' })).status, 403);
  assert.equal((await send({ ...good, origin: 'null' })).status, 403);
  assert.equal((await send(withoutHeader)).status, 403);
  assert.equal((await send({ ...good, 'content-type': 'text/plain' })).status, 400);
  assert.equal((await send({ ...good, 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await send(good)).status, 200);
  const read = await app.request(`http://${host}/api/session`, {
    headers: { host, 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(read.status, 403);
});

test('an oversized body is refused before it is read', async (t) => {
  const { post } = await openApp(t, files);
  const response = await post('/api/annotations', { ...judgement, comment: 'x'.repeat(1_100_000) });
  assert.equal(response.status, 413);
  assert.equal((await post('/api/annotations', { ...judgement, comment: 'x'.repeat(30_000) })).status, 400);
});

test('no path of a request becomes the path of a file', async (t) => {
  const { get, post } = await openApp(t, files);
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2f..%2fetc%2fpasswd',
    '/fonts/../../package.json',
    '/fonts/..%5c..%5cpackage.json',
    '/app.js/../../package.json',
    '/etc/passwd.txt',
    '/api/sources/..%2f..%2fetc/records',
    '/api/sources/1/records/..%2f0',
  ]) {
    const response = await get(path);
    assert.doesNotMatch(await response.text(), /"latebench"|root:/, path);
    assert.notEqual(response.status, 500, path);
  }
  assert.equal((await get('/api/sources/%2fetc/records')).status, 404);
  for (const annotator of ['../../evil', 'a/b', '.hidden', 'a\u0000b', '..']) {
    const response = await post('/api/annotations', { ...judgement, annotator });
    assert.equal(response.status, 400, annotator);
  }
});

test('every answer forbids foreign scripts, frames and sniffing', async (t) => {
  const { get } = await openApp(t, files);
  for (const path of ['/', '/s/1/records', '/app.js', '/katex.css', '/api/session', '/nothing.here']) {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/, path);
    assert.match(policy, /script-src 'self'(;|$)/, path);
    assert.doesNotMatch(policy.replace(/style-src-attr 'unsafe-inline'/, ''), /unsafe/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'DENY');
  }
  const html = await (await get('/s/1/records')).text();
  assert.doesNotMatch(html, /<script(?![^>]* src=)|<style| style=| on\w+=/);
});

test('another address than loopback needs a token, and the token opens it', async (t) => {
  const workspace = await openWorkspace([], { annotations: 'annotations', say: () => {} });
  const base = { workspace, endpoints: noEndpoints, annotator: 'anna', readOnly: false, port: 0 };
  // There is no --token any more: it would be in the process list.
  await assert.rejects(startDashboard({ ...base, host: '0.0.0.0' }), /it needs a token/);
  await assert.rejects(startDashboard({ ...base, host: '0.0.0.0', token: 'short' }), /shorter than 16/);
  const token = 'a-token-of-enough-characters';
  const server = await startDashboard({ ...base, host: '0.0.0.0', token });
  t.after(() => server.close());
  const url = server.url.replace('0.0.0.0', '127.0.0.1');
  assert.equal((await fetch(`${url}/api/session`)).status, 401);
  assert.match(
    await (await fetch(`${url}/s/1/r/3`)).text(),
    /^This dashboard needs its token\. Open the address/,
  );
  assert.equal((await fetch(`${url}/?token=wrong-and-long-enough`)).status, 401);
  const opened = await fetch(`${url}/?token=${token}`, { redirect: 'manual' });
  assert.equal(opened.status, 303);
  assert.equal(opened.headers.get('location'), '/');
  const cookie = opened.headers.get('set-cookie') ?? '';
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
  const session = await fetch(`${url}/api/session`, { headers: { cookie: cookie.split(';')[0]! } });
  assert.equal(session.status, 200);
  const bearer = await fetch(`${url}/api/session`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(bearer.status, 200);
});

test('it binds loopback only, and a request by another name gets nothing even over loopback', async (t) => {
  const workspace = await openWorkspace([], { annotations: 'annotations', say: () => {} });
  const server = await startDashboard({
    workspace,
    endpoints: noEndpoints,
    annotator: 'a',
    readOnly: false,
    port: 0,
  });
  t.after(() => server.close());
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  const port = Number(new URL(server.url).port);
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.write('GET /api/session HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n');
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  assert.match(reply, /^HTTP\/1\.1 403/);
});

test('opened for reading only, nothing can be said or called', async (t) => {
  const { post } = await openApp(t, files, { readOnly: true });
  assert.equal((await post('/api/annotations', judgement)).status, 403);
  assert.equal((await post('/api/workbench/inject', {})).status, 403);
});

test('no key and no address of an endpoint reaches the browser', async (t) => {
  const { get } = await openApp(t, files, {
    endpoints: { ...noEndpoints, facts: [{ role: 'critic', model: 'm', simulated: false }] },
  });
  const text = await (await get('/api/session')).text();
  assert.deepEqual(JSON.parse(text).endpoints, [{ role: 'critic', model: 'm', simulated: false }]);
});
