import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { knownSecrets } from '../../src/config/known-secrets.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('the secrets of headers are known in each form in which they are set', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(cwd, 'token.txt');
  await writeFile(path, 'Bearer from-a-file\n');
  const secretsOf = (headers: string): readonly string[] =>
    knownSecrets(resolveConfig({ cwd, env: { HOME: cwd, LATEBENCH_CRITIC_HEADERS: headers } }));
  const bearer = ['Bearer abcdefgh-1', 'abcdefgh-1'];
  assert.deepEqual(secretsOf('Authorization=Bearer abcdefgh-1'), bearer);
  assert.deepEqual(secretsOf('{"Authorization": "Bearer abcdefgh-1"}'), bearer);
  assert.deepEqual(secretsOf('["Authorization=Bearer abcdefgh-1"]'), bearer);
  assert.deepEqual(secretsOf(`X-Key=@${path}`), ['Bearer from-a-file', 'from-a-file']);
  assert.deepEqual(secretsOf('X-Team=mathematics group'), ['mathematics group']);
});

test('headers that cannot be read end the search for secrets, which would miss one', () => {
  const secretsOf = (headers: string): readonly string[] =>
    knownSecrets(resolveConfig({ env: { HOME: '/nowhere', LATEBENCH_CRITIC_HEADERS: headers } }));
  assert.deepEqual(secretsOf('Authorization=Bearer x'), ['Bearer x'], 'shorter ones are no secrets');
  const message = /^LATEBENCH_CRITIC_HEADERS: /;
  for (const headers of ['no name', '{"a": ', 'Authorization=Bearer abcdefgh-1\nX-Key=@/nowhere/token'])
    assert.throws(() => secretsOf(headers), { code: 'LB_CONFIG', message }, headers);
});
