// Who gets in: whoever opens the printed address, and nobody else, other users of the machine included.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { startDashboardProcess } from '../support/dashboard-process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { jsonl, record } from './open.ts';

const words = ['r.jsonl', '--annotator', 'anna', '-q'];

async function folderWithRecords(t: Parameters<typeof temporaryFolder>[0]): Promise<string> {
  const cwd = await temporaryFolder(t);
  writeFileSync(join(cwd, 'r.jsonl'), jsonl([record('a')]));
  return cwd;
}

const requests: readonly (readonly string[])[] = [
  ['/'],
  ['/?token=guessed-and-long-enough'],
  ['/app.js'],
  ['/katex.css'],
  ['/nothing.here'],
  ['/s/1/records'],
  ['/api/session'],
  ['/api/sources/1/records'],
  ['/api/sources/1/records/0/raw'],
  ['/api/sources/1/annotations.jsonl'],
  ['/api/nothing'],
  ['/api/annotations', '-d', '{"source":"1","row":0,"kind":"decision","decision":"yes"}'],
  ['/api/workbench/inject', '-d', '{}'],
  ['/api/workbench/critic', '-d', '{}'],
  ['/api/login', '-d', '{"name":"anna"}'],
  ['/api/session', '-H', 'Authorization: Bearer guessed-and-long-enough'],
  ['/api/session', '-H', 'Cookie: latebench=guessed'],
];

test('another user of the machine gets 401 for everything, and the process list says nothing', async (t) => {
  const curl = spawnSync('curl', ['--version']);
  if (curl.error !== undefined || process.getuid?.() !== 0) {
    t.skip('needs curl, and the right to run it as another user');
    return;
  }
  const cwd = await folderWithRecords(t);
  const server = await startDashboardProcess(t, cwd, words);
  const token = new URL(server.entry()).searchParams.get('token') ?? '';
  assert.ok(token.length >= 32);
  const asNobody = (path: string, ...more: string[]): string => {
    const headers = [
      '-H',
      `Origin: ${server.url}`,
      '-H',
      'X-LateBench: 1',
      '-H',
      'Content-Type: application/json',
    ];
    const args = ['-s', '-o', '/dev/null', '-w', '%{http_code}', ...headers, ...more, `${server.url}${path}`];
    return execFileSync('curl', args, { uid: 65_534, gid: 65_534, encoding: 'utf8' });
  };
  for (const [path, ...more] of requests) assert.equal(asNobody(path!, ...more), '401', path);
  assert.equal(asNobody('/api/session', '-H', 'Host: evil.example'), '403', 'a foreign name learns nothing');
  for (const name of ['cmdline', 'environ']) {
    assert.ok(!readFileSync(`/proc/${server.pid()}/${name}`, 'utf8').includes(token), name);
  }
  assert.ok(!execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(token));
  assert.equal(statSync(join(cwd, '.latebench', 'view-secret')).mode & 0o777, 0o600);
  const own = await fetch(`${server.url}/api/session`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(own.status, 200);
});

test('the address gives a cookie that outlives a restart; the token does not', async (t) => {
  const cwd = await folderWithRecords(t);
  const server = await startDashboardProcess(t, cwd, words);
  const first = server.entry();
  const entered = await fetch(first, { redirect: 'manual' });
  assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/']);
  const header = entered.headers.get('set-cookie') ?? '';
  assert.match(header, /HttpOnly; SameSite=Strict/);
  const cookie = header.split(';')[0]!;
  const token = new URL(first).searchParams.get('token')!;
  assert.ok(!cookie.includes(token));
  const status = async (): Promise<number> =>
    (await fetch(`${server.url}/api/session`, { headers: { cookie } })).status;
  assert.equal(await status(), 200);
  await server.kill();
  await server.start();
  assert.equal(await status(), 200);
  assert.notEqual(server.entry(), first);
  assert.equal((await fetch(first, { redirect: 'manual' })).status, 401);
  // From a file or a link: the cookie would not come with a redirect, so a page of our own leads on.
  const linked = await fetch(`${server.entry()}&x=1`, {
    headers: { 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  });
  assert.equal(linked.status, 200);
  assert.match(await linked.text(), /http-equiv="refresh" content="0;url=\/\?x=1"/);
  const elsewhere = server.entry().replace('/?', '//evil.example/?');
  const redirected = await fetch(elsewhere, { redirect: 'manual' });
  assert.equal(redirected.headers.get('location'), '/evil.example/');
});

test('a token has no place on the command line; a file for it is private; --no-token lets everybody in', async (t) => {
  const cwd = await folderWithRecords(t);
  const given = await runHere(['view', 'r.jsonl', '--token', 'on-the-command-line'], { cwd });
  assert.equal(given.code, 2);
  const file = join(cwd, 'token');
  writeFileSync(file, 'a-token-of-my-own-choice\n', { mode: 0o644 });
  const open = await runHere(['view', 'r.jsonl', '--token-file', 'token', '--port', '0'], { cwd });
  assert.equal(open.code, 2);
  assert.match(open.stderr, /can be read by others: run chmod 600/);
  await chmod(file, 0o600);
  const server = await startDashboardProcess(t, cwd, [...words, '--token-file', 'token']);
  assert.equal(server.entry(), `${server.url}/?token=a-token-of-my-own-choice`);
  const free = await startDashboardProcess(t, cwd, [...words, '--no-token']);
  assert.equal(free.entry(), `${free.url}/`);
  assert.equal((await fetch(`${free.url}/api/session`)).status, 200);
  const public_ = await runHere(['view', 'r.jsonl', '--host', '0.0.0.0', '--no-token'], { cwd });
  assert.equal(public_.code, 2);
  assert.match(public_.stderr, /it needs a token/);
});

test('--open gives the browser a private file, not the address', async (t) => {
  const cwd = await folderWithRecords(t);
  const browser = join(cwd, 'browser');
  writeFileSync(browser, '#!/bin/sh\nprintf "%s" "$1" > opened\ncp "$1" page.html\n', { mode: 0o755 });
  const server = await startDashboardProcess(t, cwd, [...words, '--open'], { BROWSER: browser });
  const token = new URL(server.entry()).searchParams.get('token')!;
  const end = Date.now() + 60_000;
  let page = '';
  while (page === '' && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    page = spawnSync('cat', [join(cwd, 'page.html')], { encoding: 'utf8' }).stdout;
  }
  assert.ok(page.includes(token));
  const opened = readFileSync(join(cwd, 'opened'), 'utf8');
  assert.ok(!opened.includes(token));
  assert.equal(statSync(opened).mode & 0o777, 0o600);
});
