import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseRowsAddress, readRowsUrl } from '../../../src/datasets/hub/rows-url.ts';
import { locationOf } from '../../../src/records/location.ts';
import type { BadRow } from '../../../src/storage/rows.ts';
import { collectGroups, plain } from '../../support/bytes.ts';
import { jsonLines, latebench, runShell } from '../../support/cli.ts';
import { type LoopbackHub, startLoopbackHub } from '../../support/loopback-hub.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { clientOf, hasCode } from './hub-client.ts';
import { runHere } from './run-here.ts';

const rows = Array.from({ length: 250 }, (_, n) => ({ problem: `what is ${n} + 1?`, answer: String(n + 1) }));
const query = 'dataset=o%2Fn&config=main&split=test';

async function hubWithRows(t: TestContext, truncated: readonly number[] = []): Promise<LoopbackHub> {
  const hub = await startLoopbackHub(t);
  hub.splits.set('o/n/main/test', { rows, truncated });
  return hub;
}

async function read(t: TestContext, hub: LoopbackHub, text: string) {
  const bad: BadRow[] = [];
  const client = await clientOf(t, hub);
  const options = { onBad: (row: BadRow) => bad.push(row), say: () => {} };
  const read = await collectGroups(readRowsUrl(client, parseRowsAddress(text), options));
  return { rows: read, bad };
}

test('a rows URL is read to its end, a hundred rows at a time', async (t) => {
  const hub = await hubWithRows(t);
  hub.fail({ on: /offset=100/, status: 502 });
  hub.fail({ on: /offset=200/, status: 429, headers: { 'retry-after': '0' } });
  const all = await read(t, hub, `${hub.url}/rows?${query}`);
  assert.deepEqual(plain(all.rows), rows);
  assert.equal(locationOf(all.rows[249] ?? {})?.line, 250);
  assert.deepEqual(
    hub.requests.map(({ line }) => /offset=\d+&length=\d+/.exec(line)?.[0]),
    [
      'offset=0&length=100',
      'offset=100&length=100',
      'offset=100&length=100',
      'offset=200&length=50',
      'offset=200&length=50',
    ],
  );
});

test('offset and length of the URL choose a part of the split', async (t) => {
  const hub = await hubWithRows(t);
  assert.deepEqual(
    plain((await read(t, hub, `${hub.url}/rows?${query}&offset=90&length=120`)).rows),
    rows.slice(90, 210),
  );
  assert.deepEqual(plain((await read(t, hub, `${hub.url}/rows?${query}&offset=240`)).rows), rows.slice(240));
  assert.deepEqual(plain((await read(t, hub, `${hub.url}/rows?${query}&length=3`)).rows), rows.slice(0, 3));
  assert.deepEqual(plain((await read(t, hub, `${hub.url}/rows?${query}&offset=999`)).rows), []);
});

test('a row with a cell that was cut short is an invalid row, and the others are read', async (t) => {
  const hub = await hubWithRows(t, [7, 130]);
  const { rows: whole, bad } = await read(t, hub, `${hub.url}/rows?${query}`);
  assert.equal(whole.length, 248);
  assert.deepEqual(
    bad.map(({ code, where, message }) => [code, where.line, /row \d+: .* cut problem short/.test(message)]),
    [
      ['LB_HUB_TRUNCATED', 8, true],
      ['LB_HUB_TRUNCATED', 131, true],
    ],
  );
});

test('what the quarantine keeps of a cut row is refused again when it is fed through again', async (t) => {
  const hub = await hubWithRows(t, [7]);
  const { bad } = await read(t, hub, `${hub.url}/rows?${query}`);
  const again = await runHere(['ingest'], { home: await temporaryFolder(t), input: `${bad[0]?.raw}\n` });
  assert.deepEqual([again.code, again.stdout], [3, '']);
  assert.match(again.stderr, /LB_HUB_TRUNCATED/);
});

test('an unknown split, another web address and an answer that skips rows are refused', async (t) => {
  const hub = await hubWithRows(t);
  await assert.rejects(
    read(t, hub, `${hub.url}/rows?${query}x`),
    hasCode('LB_HUB_NOT_FOUND', /HTTP 404\): The dataset does not exist, or the split is unknown/),
  );
  for (const text of [
    `${hub.url}/rows`,
    `${hub.url}/file.jsonl?${query}`,
    `${hub.url}/rows?${query}&offset=-1`,
  ]) {
    assert.throws(() => parseRowsAddress(text), hasCode('LB_USAGE', /rows/));
  }
  const page = { features: [], num_rows_total: 9, rows: [{ row_idx: 1, row: {}, truncated_cells: [] }] };
  for (const [body, words] of [
    [JSON.stringify(page), /row 1 came where row 0 was due/],
    [JSON.stringify({ ...page, rows: [] }), /no rows came from row 0 of 9/],
    ['{"error":"soon"}', /not the datasets server's form of rows: features/],
    ['soon', /is not JSON/],
  ] as const) {
    hub.fail({ on: /\/rows/, status: 200, body });
    await assert.rejects(read(t, hub, `${hub.url}/rows?${query}`), hasCode('LB_HUB_REPLY', words));
  }
});

test('the token is sent to the hub of HF_ENDPOINT and to no other host', async (t) => {
  const [hub, other] = [await hubWithRows(t), await hubWithRows(t)];
  const client = await clientOf(t, hub, { token: hub.token });
  const options = { onBad: () => {}, say: () => {} };
  for (const { url } of [hub, other]) {
    await collectGroups(readRowsUrl(client, parseRowsAddress(`${url}/rows?${query}&length=1`), options));
  }
  assert.deepEqual(
    hub.requests.map(({ authorization }) => authorization),
    [`Bearer ${hub.token}`],
  );
  assert.deepEqual(
    other.requests.map(({ authorization }) => authorization),
    [undefined],
  );
});

test('a saved answer is read as its rows: as it came, formatted, gzipped, from a pipe, or several in a list', async (t) => {
  const hub = await hubWithRows(t, [2]);
  const cwd = await temporaryFolder(t);
  const saved = await (await fetch(`${hub.url}/rows?${query}&offset=0&length=5`)).text();
  const formatted = JSON.stringify(JSON.parse(saved), null, 2);
  await writeFile(join(cwd, 'saved.json'), saved);
  await writeFile(join(cwd, 'formatted.json'), formatted);
  await writeFile(join(cwd, 'crlf.json'), `\ufeff${formatted.replaceAll('\n', '\r\n')}`);
  await writeFile(join(cwd, 'saved.json.gz'), gzipSync(saved));
  await writeFile(join(cwd, 'formatted.json.gz'), gzipSync(formatted));
  await writeFile(join(cwd, 'list.json'), `[${saved}, ${saved}]`);
  for (const [args, times] of [
    [['saved.json'], 1],
    [['formatted.json'], 1],
    [['crlf.json'], 1],
    [['saved.json.gz'], 1],
    [['formatted.json.gz'], 1],
    [['list.json'], 2],
    [[], 1],
  ] as const) {
    const input = args.length === 0 ? saved : '';
    const { code, stdout, stderr } = await runHere(['ingest', ...args.map((name) => join(cwd, name))], {
      home: cwd,
      input,
    });
    assert.equal(code, 3, stderr);
    const problems = jsonLines(stdout).map(({ problem }) => problem);
    const whole = [0, 1, 3, 4].map((n) => rows[n]?.problem);
    assert.deepEqual(problems, times === 1 ? whole : [...whole, ...whole], args[0]);
    assert.match(stderr, /row 2: the datasets server cut problem short.*\(LB_HUB_TRUNCATED\)/);
  }
});

test('a row in an envelope that does not hold together is an invalid row, and a row of yours with such names is not one', async (t) => {
  const cwd = await temporaryFolder(t);
  const input = [
    { row_idx: -1, row: { problem: 'p' }, truncated_cells: [] },
    { features: [], rows: [{ row_idx: 0, row: 'p' }] },
    { row_idx: 3, problem: 'own', answer: '1' },
    { features: ['a'], rows: 3, problem: 'own too', answer: '1' },
  ];
  const text = input.map((row) => `${JSON.stringify(row)}\n`).join('');
  const { code, stdout, stderr } = await runHere(['ingest'], { home: cwd, input: text });
  assert.equal(code, 3);
  assert.match(stderr, /stdin:1 .*not the datasets server's form of rows: rows\.0\.row_idx.*\(LB_SCHEMA\)/);
  assert.match(stderr, /and 1 more \(LB_SCHEMA\)/);
  assert.deepEqual(
    jsonLines(stdout).map(({ problem }) => problem),
    ['own', 'own too'],
  );
});

test('any filter takes a rows URL, and the records are named after its split', async (t) => {
  const hub = await hubWithRows(t);
  const cwd = await temporaryFolder(t);
  const address = `${hub.url}/rows?${query}`;
  const args = ['filter', '--where', 'answer~^(249|250)$', address];
  const { code, stdout, stderr } = await runHere(args, { home: cwd });
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    jsonLines(stdout).map(({ subset, answer }) => [subset, answer]),
    [
      ['test', '249'],
      ['test', '250'],
    ],
  );
  const piped = await runShell(`echo '{"problem":"p"}' | ${latebench} ingest - "${address}" | head -2`, {
    cwd,
  });
  assert.deepEqual(
    jsonLines(piped.stdout).map(({ subset }) => subset),
    [null, 'test'],
  );
});

test('numbers of a page are passed on as they were written', async (t) => {
  const numbers = '{"big":9007199254740993,"far":1e400,"zero":-0,"price":1.50,"list":[1E5]}';
  const row = `{"id":"a","problem":"p","steps":["s"],"error_steps":null,"meta":${numbers},"size":9007199254740993}`;
  const page = `{"features":[],"rows":[{"row_idx":0,"row":${row},"truncated_cells":[]}],"num_rows_total":1}`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const home = await temporaryFolder(t);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rows?${query}`;
  for (const command of ['ingest', 'filter']) {
    const { code, stdout, stderr } = await runHere([command, address], { home });
    assert.equal(code, 0, stderr);
    assert.ok(stdout.includes(numbers), `${command}: ${stdout}`);
    assert.ok(stdout.includes('"size":9007199254740993'), stdout);
  }
});
