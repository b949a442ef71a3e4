// `latebench verify --serve`: verdicts over HTTP, as a trainer asks for them, and what happens when things go wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonLines, repository, runHere } from '../support/cli.ts';
import { postBatch, startServing } from '../support/serving.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Grade {
  readonly equal: boolean;
  readonly verdict: string;
  readonly reason: string;
  readonly method: string;
  readonly witness: unknown;
}

const ownCases = join(repository, 'test', 'golden', 'mathverify', 'own_cases.jsonl');

async function grades(reply: Response): Promise<Grade[]> {
  assert.equal(reply.status, 200, await reply.clone().text());
  return ((await reply.json()) as { results: Grade[] }).results;
}

async function errorOf(reply: Response): Promise<string> {
  return ((await reply.json()) as { error: { code: string } }).error.code;
}

/** Without an end to the step budget, these integrals take hours. */
const endless = ['--max-steps', '1000000000000'];
const integral = (k: number): string =>
  `\\int_0^{100}\\int_0^{100}\\int_0^{100} \\sin(xyz+${k})\\sqrt{x+y+z}dxdydz`;
const hanging = { gold: `$${Array.from({ length: 20 }, (_, k) => integral(k)).join('+')}$`, pred: '7.12345' };
const plain = { gold: '1/2', pred: '0.5' };

async function waitingPairs(url: string): Promise<number> {
  const health = (await (await fetch(`${url}/health`)).json()) as { waiting_pairs: number };
  return health.waiting_pairs;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 60_000; await sleep(50)) if (await check()) return;
  assert.fail('it did not come to pass within a minute');
}

test('served verdicts, methods and witnesses are those of the command', async (t) => {
  const { url } = await startServing(t);
  const cases = jsonLines(readFileSync(ownCases, 'utf8'));
  const cwd = await temporaryFolder(t);
  const { stdout } = await runHere(['verify', '-q', '--explain', ownCases], { cwd });
  const expected = jsonLines(stdout).map(({ verify }) => {
    const { equal, verdict, reason, method, witness } = verify as Grade;
    return { equal, verdict, reason, method, witness };
  });
  assert.ok(cases.length >= 150);
  assert.deepEqual(await grades(await postBatch(url, cases)), expected);
  const page = await (await fetch(`${url}/metrics`)).text();
  const equal = expected.filter(({ verdict }) => verdict === 'equal').length;
  assert.ok(page.includes(`latebench_verify_pairs_total{verdict="equal"} ${equal}\n`), page);
});

test('a pair that hangs is undecided after the limit; other pairs and batches are answered, and the thread is replaced', async (t) => {
  const { url } = await startServing(t, [...endless, '--pair-timeout', '2500', '--threads', '2']);
  let slowIsDone = false;
  const slow = postBatch(url, [plain, hanging, plain, { gold: '2', pred: '3' }]).finally(() => {
    slowIsDone = true;
  });
  await until(async () => (await waitingPairs(url)) > 0);
  for (let k = 0; k < 5; k += 1) {
    const quick = await grades(
      await postBatch(
        url,
        Array.from({ length: 20 }, () => plain),
      ),
    );
    assert.ok(quick.every(({ verdict }) => verdict === 'equal'));
  }
  assert.equal(slowIsDone, false);
  const verdicts = await grades(await slow);
  assert.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['equal', 'undecided', 'equal', 'different'],
  );
  assert.match(verdicts[1]!.reason, /time limit of 2500 ms/);
  await until(
    async () => ((await (await fetch(`${url}/health`)).json()) as { threads: number }).threads === 2,
  );
  assert.equal((await grades(await postBatch(url, [plain])))[0]!.verdict, 'equal');
});

test('a full queue answers 429 with Retry-After, and a client that leaves gives its places back', async (t) => {
  const args = [...endless, '--pair-timeout', '600000', '--threads', '1', '--queue', '50'];
  const { url } = await startServing(t, args);
  const leaving = new AbortController();
  const left = postBatch(url, [hanging, ...Array.from({ length: 39 }, () => plain)], {
    signal: leaving.signal,
  });
  await until(async () => (await waitingPairs(url)) === 40);
  const full = await postBatch(
    url,
    Array.from({ length: 11 }, () => plain),
  );
  assert.equal(full.status, 429);
  assert.equal(full.headers.get('retry-after'), '1');
  assert.equal(await errorOf(full), 'queue_full');
  assert.equal(
    (
      await postBatch(
        url,
        Array.from({ length: 51 }, () => plain),
      )
    ).status,
    413,
  );
  leaving.abort();
  await assert.rejects(left);
  // What the thread is at stays counted, the others do not wait any more.
  await until(async () => (await waitingPairs(url)) <= 16);
  assert.match(await (await fetch(`${url}/metrics`)).text(), /requests_total\{status="499"\} 1\n/);
});

test('what is no batch of pairs is refused with what to do, and nothing of it is graded', async (t) => {
  const { url } = await startServing(t, ['--max-body', '1']);
  const refusals: readonly (readonly [number, string, unknown])[] = [
    [400, 'bad_json', '{"pairs": ['],
    [400, 'bad_json', '['.repeat(100_000)],
    [400, 'bad_batch', '{"gold": "1", "pred": "1"}'],
    [400, 'bad_batch', 'null'],
    [400, 'bad_pair', [plain, { gold: '1', pred: { text: '1' } }]],
    [400, 'bad_pair', [plain, { gold: ['1'], pred: '1' }]],
    [400, 'bad_pair', [{ gold: '1' }]],
    [400, 'bad_pair', ['1']],
    [413, 'body_too_large', 'x'.repeat(10_000_000)],
  ];
  for (const [status, code, pairs] of refusals) {
    const reply = await postBatch(url, pairs);
    assert.deepEqual([reply.status, await errorOf(reply)], [status, code]);
  }
  assert.equal((await fetch(`${url}/verify`)).status, 405);
  assert.equal((await fetch(`${url}/verdict`)).status, 404);
  assert.equal((await postBatch(url, [plain], { headers: { 'content-type': 'text/plain' } })).status, 415);
  assert.equal(
    (await postBatch(url, [plain], { headers: { origin: 'http://elsewhere.example' } })).status,
    403,
  );
  assert.deepEqual(await grades(await postBatch(url, [])), []);
  assert.deepEqual(
    (
      await grades(
        await postBatch(url, [
          { gold: 5, pred: 5 },
          { gold: '5', pred: null },
        ]),
      )
    ).map(({ verdict }) => verdict),
    ['equal', 'unparsed'],
  );
  assert.match(await (await fetch(`${url}/metrics`)).text(), /pairs_total\{verdict="equal"\} 1\n/);
});

test('a pair that is null is named as null, and the form has the names of the fields that are read', async (t) => {
  const { url } = await startServing(t, ['--gold-key', 'answer', '--pred-key', 'text']);
  const messageOf = async (pairs: unknown): Promise<string> =>
    ((await (await postBatch(url, pairs)).json()) as { error: { message: string } }).error.message;
  assert.equal(await messageOf([null]), 'pairs[0] is null; give an object');
  assert.match(
    await messageOf('{"answer": "1"}'),
    /send \{"pairs": \[\{"answer": "…", "text": "…"\}, …\]\}$/,
  );
});

test('a page of a name that was bound to loopback is turned away', async (t) => {
  const { url } = await startServing(t);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${url}/health`, { headers: { host: `elsewhere.example:${new URL(url).port}` } });
    asked.once('response', ({ statusCode }) => resolve(statusCode));
    asked.once('error', reject);
    asked.end();
  });
  assert.equal(status, 403);
});

test('a signal lets the batch in hand finish, takes no other, and ends with 0', async (t) => {
  const { url, child, ended } = await startServing(t, [...endless, '--pair-timeout', '1500']);
  const inHand = postBatch(url, [plain, hanging]);
  await until(async () => (await waitingPairs(url)) > 0);
  child.kill('SIGTERM');
  assert.deepEqual(
    (await grades(await inHand)).map(({ verdict }) => verdict),
    ['equal', 'undecided'],
  );
  assert.equal(await ended, 0);
  await assert.rejects(postBatch(url, [plain]));
});

test('options of the server without it, both modes, and files are refused', async (t) => {
  const cwd = await temporaryFolder(t);
  for (const [args, message] of [
    [['--port', '1'], /--port changes nothing without --serve/],
    [['--audit-column', 'x', ownCases], /--audit-column changes nothing without --audit/],
    [['--serve', '--audit'], /give one of them/],
    [['--serve', ownCases], /--serve reads no files/],
  ] as const) {
    const { code, stderr } = await runHere(['verify', ...args], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
});
