// Row 18 of the fault table: certificates that are not to be trusted. The commands are run as built, because trust in
// a test's own authority is given to a process by its environment.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { jsonLines, runCommand } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { openClient, requests } from './setting.ts';

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const skip = hasOpenssl() ? false : 'needs the openssl command to make certificates';

interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** An authority of the test's own, and certificates signed by it. */
function authority(folder: string): { file: string; issue(host: string, days: number): Certificate } {
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=ca',
  );
  return {
    file: at('ca.pem'),
    issue(host, days) {
      openssl('req', ...newKey, '-keyout', at('key'), '-out', at('csr'), '-subj', `/CN=${host}`);
      writeFileSync(at('names'), `subjectAltName=DNS:${host}\n`);
      const signing = [
        '-CA',
        at('ca.pem'),
        '-CAkey',
        at('ca.key'),
        '-CAcreateserial',
        '-extfile',
        at('names'),
      ];
      openssl('x509', '-req', '-in', at('csr'), ...signing, '-days', `${days}`, '-out', at('cert'));
      return { key: readFileSync(at('key')), cert: readFileSync(at('cert')) };
    },
  };
}

const completion = JSON.stringify({
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: '\\boxed{-1}' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 3 },
});

async function serve(
  t: TestContext,
  certificate: Certificate,
): Promise<{ url: string; calls: () => number }> {
  let calls = 0;
  const server = createServer(certificate, (request, response) => {
    if (request.method === 'POST') calls += 1;
    request.resume();
    request.on('end', () => response.end(completion));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/v1`, calls: () => calls };
}

test('row 18: a self-signed certificate stops the run at the first call, with the reason', {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const { url, calls } = await serve(t, authority(folder).issue('localhost', 2));
  const client = await openClient(t, { folder: join(folder, 'journal'), baseUrl: url });
  assert.deepEqual(await client.ask(requests(1)), ['LB_ENDPOINT_TLS']);
  assert.deepEqual([calls(), client.counters.total().retries], [0, 0]);
});

for (const [what, host, days, expected] of [
  ['an expired certificate', 'localhost', -1, /CERT_HAS_EXPIRED.*LB_ENDPOINT_TLS/],
  ["another host's certificate", 'elsewhere.test', 2, /ERR_TLS_CERT_ALTNAME_INVALID.*LB_ENDPOINT_TLS/],
  ['a good certificate', 'localhost', 2, null],
] as const) {
  test(`row 18: ${what} of a trusted authority ${expected === null ? 'is accepted' : 'stops the run with 2'}`, {
    skip,
  }, async (t) => {
    const cwd = await temporaryFolder(t);
    const { file, issue } = authority(cwd);
    const { url, calls } = await serve(t, issue(host, days));
    const record = { problem: 'p', steps: ['2 + 2 = 4', '\\boxed{4}'], error_steps: null };
    const outcome = await runCommand(['critic', '--endpoint', url, '--model', 'm'], {
      cwd,
      env: { NODE_EXTRA_CA_CERTS: file },
      input: [1, 2, 3].map((id) => `${JSON.stringify({ id: `r${id}`, ...record })}\n`).join(''),
    });
    if (expected === null) {
      assert.deepEqual([outcome.code, jsonLines(outcome.stdout).length, calls()], [0, 3, 1], outcome.stderr);
    } else {
      assert.deepEqual([outcome.code, outcome.stdout, calls()], [2, '', 0], outcome.stderr);
      assert.match(outcome.stderr, expected);
    }
  });
}

const input = `${JSON.stringify({ id: 'r', problem: 'p', steps: ['2', '\\boxed{4}'], error_steps: null })}\n`;

test('row 18: --ca-file trusts an authority of the user, beside the usual ones', { skip }, async (t) => {
  const cwd = await temporaryFolder(t);
  const { file, issue } = authority(cwd);
  const { url, calls } = await serve(t, issue('localhost', 2));
  const words = ['critic', '--endpoint', url, '--model', 'm'];
  const [refused, flag, setting] = await Promise.all([
    runCommand(words, { cwd, input }),
    runCommand([...words, '--ca-file', file, '--cache', 'off', '--run', 'a'], { cwd, input }),
    runCommand([...words, '--cache', 'off', '--run', 'b'], {
      cwd,
      input,
      env: { LATEBENCH_CA_FILE: file },
    }),
  ]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /not accepted .*--ca-file FILE trusts/);
  assert.deepEqual([flag.code, setting.code, calls()], [0, 0, 2], flag.stderr + setting.stderr);
});

test('row 18: a file of authorities that cannot be used ends the command with 2 before any call', {
  skip,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const { url, calls } = await serve(t, authority(cwd).issue('localhost', 2));
  writeFileSync(join(cwd, 'words.pem'), 'no certificate at all\n');
  writeFileSync(join(cwd, 'torn.pem'), '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');
  const cases = [
    ['absent.pem', /absent\.pem cannot be read: ENOENT.*--ca-file/],
    ['words.pem', /words\.pem holds no certificate.*--ca-file/],
    ['torn.pem', /torn\.pem holds a certificate that cannot be read .*--ca-file/],
  ] as const;
  await Promise.all(
    cases.map(async ([name, expected]) => {
      const words = ['critic', '--endpoint', url, '--model', 'm', '--ca-file', name];
      const { code, stdout, stderr } = await runCommand(words, { cwd, input });
      assert.match(stderr, expected);
      assert.deepEqual([code, stdout], [2, ''], stderr);
    }),
  );
  assert.equal(calls(), 0);
});
