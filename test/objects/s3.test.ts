// Object storage as a store of objects: against an S3 server that checks signatures, and against servers that answer as
// no storage should.
import assert from 'node:assert/strict';
import { copyFile, readdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { checkObjects, openObjects } from '../../src/objects/open-objects.ts';
import { s3Place } from '../../src/objects/s3-address.ts';
import { type OpenObjects, openS3Objects, type S3Options } from '../../src/objects/s3-objects.ts';
import { clearBelow, storeBelow } from '../../src/storage/object-store.ts';
import { listening } from '../support/listening.ts';
import { type S3Server, startS3 } from '../support/s3.ts';
import { temporaryFolder } from '../support/temporary.ts';

const never = new AbortController().signal;
let s3: S3Server;
let directory: string;
let close: () => Promise<void>;
const variables = Object.keys(process.env).filter((name) => name.startsWith('AWS_'));

before(async () => {
  for (const name of variables) delete process.env[name];
  const closers: (() => unknown)[] = [];
  const context = { after: (closer: () => unknown) => closers.push(closer) } as unknown as TestContext;
  directory = join(await temporaryFolder(context), 'objects');
  s3 = await startS3(directory);
  close = async () => {
    await s3.stop();
    for (const closer of closers) await closer();
  };
});
after(() => close());

async function open(
  t: TestContext,
  address: string,
  { env = s3.env, ...options }: Partial<S3Options> & { env?: Readonly<Record<string, string>> } = {},
): Promise<OpenObjects> {
  const place = s3Place(address, env);
  const store = await openS3Objects(place, { patienceMs: 0, signal: never, say: () => {}, ...options });
  t.after(() => store.close());
  return store;
}

const names = ['plain', 'journal/problem_id=aime%2F7/part-000000/ab', 'a b/ü+é', '(1)*!~=,;@$'];

test('an object that is replaced while it is read is whole, as it was or as it is', async (t) => {
  const bucket = await open(t, 's3://pool/replaced');
  const states = [Buffer.alloc(1_000, 'a'), Buffer.alloc(100_000, 'b')];
  await bucket.put('one', states[0]!);
  for (let turn = 1; turn < 30; turn += 1) {
    const reads = Array.from({ length: 4 }, () => bucket.get('one'));
    await Promise.all([bucket.put('one', states[turn % 2]!), ...reads]);
    for (const read of await Promise.all(reads)) {
      assert.ok(
        states.some((state) => read?.equals(state)),
        `${read?.length} bytes`,
      );
    }
  }
});

test('a bucket and a folder keep, list and remove objects of any name alike', async (t) => {
  const bucket = await open(t, 's3://pool/alike');
  const folder = await openObjects(await temporaryFolder(t), { signal: never, say: () => {} });
  for (const store of [bucket, folder]) {
    assert.equal(await store.get('plain'), null);
    assert.deepEqual(await store.list(''), []);
    for (const [at, name] of names.entries()) {
      const bytes = Buffer.alloc(at * 100_000, at);
      await store.put(name, Buffer.from('before'));
      await store.put(name, bytes);
      assert.deepEqual(await store.get(name), bytes, name);
    }
    assert.deepEqual((await store.list('')).toSorted(), names.toSorted());
    const below = storeBelow(store, 'journal/');
    assert.deepEqual(await below.list('problem_id=aime%2F7/'), ['problem_id=aime%2F7/part-000000/ab']);
    await clearBelow(below, '');
    await store.remove('never there');
    assert.deepEqual((await store.list('')).length, names.length - 1);
    await clearBelow(store, '');
    assert.deepEqual(await store.list(''), []);
  }
});

test('a list of more names than a page holds is read to its end', async (t) => {
  const store = await open(t, 's3://pool/pages');
  const many = Array.from({ length: 1030 }, (_, at) => `n/${at}`);
  await store.put(many[0]!, Buffer.from('x'));
  // The others as the server keeps this one: a thousand requests to write them would show nothing of a list.
  const folder = join(directory, 'pool', 'pages', 'n');
  const parts = (await readdir(folder)).filter((name) => name.startsWith('0'));
  for (let at = 1; at < many.length; at += 1) {
    for (const part of parts) await copyFile(join(folder, part), join(folder, `${at}${part.slice(1)}`));
  }
  assert.deepEqual((await store.list('n/')).toSorted(), many.toSorted());
});

const failing: readonly (readonly [string, string, Readonly<Record<string, string>>, RegExp])[] = [
  ['a wrong secret', 's3://pool', { AWS_SECRET_ACCESS_KEY: 'other' }, /does not accept the keys \(Sig/],
  ['an unknown key', 's3://pool', { AWS_ACCESS_KEY_ID: 'other' }, /does not accept the keys \(Invalid/],
  ['a missing bucket', 's3://absent/x', {}, /there is no bucket absent at 127\.0\.0\.1:\d+; create it first/],
  ['no keys', 's3://pool', { AWS_ACCESS_KEY_ID: '' }, /needs keys: set AWS_ACCESS_KEY_ID/],
  [
    'no server',
    's3://pool',
    { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' },
    /cannot reach the object storage at 127.* \(ECONN.*check AWS_ENDPOINT/,
  ],
  ['no URL', 's3://pool', { AWS_ENDPOINT_URL_S3: 's3.example' }, /AWS_ENDPOINT_URL_S3 s3\.example: give an/],
  ['no bucket in the address', 's3://', {}, /give the address of a bucket such as s3:\/\/bucket/],
];

test('what cannot work is said at once, with the way out and without keys', async (t) => {
  for (const [what, address, change, message] of failing) {
    const attempt = async () => (await open(t, address, { env: { ...s3.env, ...change } })).list('');
    await assert.rejects(attempt, (error: Error) => {
      assert.match(error.message, message, what);
      assert.doesNotMatch(error.message, /S3RVER/, what);
      return true;
    });
  }
});

/** A server that answers as told; gives what reaches it, and the requests that it has seen. */
async function answering(t: TestContext, listener: RequestListener) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    listener(request, response);
  });
  const address = await listening(t, server);
  return {
    env: { ...s3.env, AWS_ENDPOINT_URL_S3: address },
    get requests() {
      return requests;
    },
  };
}

const errorXml = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

test('a server that is no object storage, a wrong clock and another region are told apart', async (t) => {
  const cases: readonly (readonly [RequestListener, RegExp])[] = [
    [(_, response) => response.writeHead(404).end('<html>'), /is not object storage \(HTTP 404\)/],
    [(_, response) => response.end('{"ok":true}'), /is not object storage \(HTTP 200\)/],
    [
      (_, response) => {
        const date = new Date(Date.now() - 3_600_000).toUTCString();
        response.writeHead(403, { date }).end(errorXml('RequestTimeTooSkewed'));
      },
      /the clock of this machine differs from that of 127\.0\.0\.1:\d+ by 60 minutes; set it/,
    ],
    [
      (_, response) =>
        response.writeHead(301, { 'x-amz-bucket-region': 'eu-west-1' }).end(errorXml('PermanentRedirect')),
      /the bucket is in eu-west-1; set AWS_REGION=eu-west-1/,
    ],
    [
      (_, response) =>
        response
          .writeHead(400)
          .end('<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-2</Region></Error>'),
      /the bucket is in eu-west-2; set AWS_REGION=eu-west-2/,
    ],
    [
      (_, response) => response.writeHead(400).end(errorXml('ExpiredToken')),
      /have expired \(ExpiredToken\); set new ones/,
    ],
    [(_, response) => response.writeHead(403).end(errorXml('AccessDenied')), /they must read, write, list/],
  ];
  for (const [listener, message] of cases) {
    const server = await answering(t, listener);
    const store = await open(t, 's3://pool/x', { env: server.env, patienceMs: 60_000 });
    await assert.rejects(store.list(''), message);
    assert.equal(server.requests, 1, 'no use in asking again');
  }
});

test('names in a list are read as XML', async (t) => {
  const xml = '<ListBucketResult><Key>x/a&amp;&lt;b&gt;&#x27;&#39;&quot;</Key></ListBucketResult>';
  const server = await answering(t, (_, response) => response.end(xml));
  const store = await open(t, 's3://pool/x', { env: server.env });
  assert.deepEqual(await store.list(''), [`a&<b>''"`]);
});

test('a list whose end is missing is asked for again, and one that never ends is told', async (t) => {
  const whole = '<ListBucketResult><Key>x/a</Key><Key>x/b</Key></ListBucketResult>\n';
  let times = 0;
  const cut = await answering(t, (_, response) => {
    times += 1;
    response.end(times === 1 ? whole.slice(0, 40) : whole);
  });
  const store = await open(t, 's3://pool/x', { env: cut.env, patienceMs: 60_000 });
  assert.deepEqual(await store.list(''), ['a', 'b']);
  const none = await answering(t, (_, response) => response.end('<ListBucketResult xmlns="s3"/>'));
  assert.deepEqual(await (await open(t, 's3://pool/x', { env: none.env })).list(''), []);

  const truncated = '<IsTruncated>true</IsTruncated>';
  for (const names of ['<Key>x/a</Key>', '']) {
    const xml = `<ListBucketResult>${truncated}${names}</ListBucketResult>`;
    const same = await answering(t, (_, response) => response.end(xml));
    const endless = await open(t, 's3://pool/x', { env: same.env });
    await assert.rejects(endless.list(''), {
      code: 'LB_STORE',
      message: /does not list beyond its first names/,
    });
    assert.ok(same.requests <= 2);
  }
  const named = await answering(t, (request, response) => {
    const first = `${truncated}<NextMarker>x/m</NextMarker>`;
    const isSecond = new URL(request.url!, 'http://x').searchParams.get('marker') === 'x/m';
    response.end(`<ListBucketResult>${isSecond ? '<Key>x/n</Key>' : first}</ListBucketResult>`);
  });
  assert.deepEqual(await (await open(t, 's3://pool/x', { env: named.env })).list(''), ['n']);
});

test('an error that passes is waited for, whatever its status', async (t) => {
  for (const [status, code] of [
    [400, 'RequestTimeout'],
    [409, 'OperationAborted'],
  ] as const) {
    let times = 0;
    const server = await answering(t, (_, response) => {
      times += 1;
      if (times === 1) response.writeHead(status).end(errorXml(code));
      else response.end('whole');
    });
    const store = await open(t, 's3://pool', { env: server.env, patienceMs: 60_000 });
    assert.equal(String(await store.get('x')), 'whole', code);
  }
});

test('keys are not sent to where a server redirects', async (t) => {
  const other = await answering(t, (_, response) => response.end());
  const location = `${other.env.AWS_ENDPOINT_URL_S3}/pool/`;
  const first = await answering(t, (_, response) => response.writeHead(307, { location }).end());
  const store = await open(t, 's3://pool', { env: first.env });
  await assert.rejects(store.get('x'));
  assert.equal(other.requests, 0);
});

test('a server that stumbles, cuts an answer short or is silent is asked again', async (t) => {
  const said: string[] = [];
  let times = 0;
  const server = await answering(t, (_, response) => {
    times += 1;
    if (times === 1) response.writeHead(503).end(errorXml('SlowDown'));
    else if (times === 2) response.writeHead(200, { 'content-length': '10' }).write('short');
    else if (times > 3) response.end('whole');
    if (times === 2) setImmediate(() => response.destroy());
  });
  const options = { env: server.env, patienceMs: 60_000, silenceMs: 300, tellAfterMs: 0 };
  const store = await open(t, 's3://pool', { ...options, say: (line) => said.push(line) });
  assert.equal(String(await store.get('x')), 'whole');
  assert.equal(times, 4);
  assert.deepEqual(said.length, 1, 'said once');
  assert.match(said[0]!, /^the object storage at .* answers SlowDown; trying again$/);
});

test('requests that fail now and then say nothing, and one that ends with what a server answers says that', async (t) => {
  const said: string[] = [];
  const server = await answering(t, (_, response) => {
    if (server.requests % 3 === 0) response.writeHead(500).end('oops');
    else response.end('whole');
  });
  const say = (line: string): void => void said.push(line);
  const store = await open(t, 's3://pool', { env: server.env, patienceMs: 60_000, say });
  for (let turn = 0; turn < 4; turn += 1) await Promise.all(Array.from({ length: 3 }, () => store.get('x')));
  assert.deepEqual(said, []);
  const busy = await answering(t, (_, response) => response.writeHead(503).end(errorXml('SlowDown')));
  await assert.rejects((await open(t, 's3://pool', { env: busy.env })).get('x'), {
    code: 'LB_STORE',
    message: /s3:\/\/pool: the object storage at 127.* answers SlowDown; run the command again when it works/,
  });
});

test('a server that is away for a while is waited for, and nothing is lost', async (t) => {
  const store = await open(t, 's3://pool/away', { patienceMs: 120_000 });
  await store.put('before', Buffer.from('1'));
  await s3.stop();
  const putting = store.put('while', Buffer.from('2'));
  await s3.start();
  await putting;
  assert.deepEqual((await store.list('')).toSorted(), ['before', 'while']);
});

test('the check writes, reads, lists and removes', async (t) => {
  const folder = await temporaryFolder(t);
  await checkObjects(folder);
  const left = await openObjects(folder, { signal: never, say: () => {} });
  assert.deepEqual(await left.list(''), []);
  await assert.rejects(checkObjects('gs://pool'), /give s3:\/\/bucket\/prefix, or a folder/);
});

test('a check passes over one failure of the server and a list that comes late, and machines that check at once do not disturb each other', async (t) => {
  const objects = new Map<string, string>();
  let [failures, late] = [1, 2];
  const server = await answering(t, (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
    failures -= 1;
    if (failures >= 0) response.writeHead(500).end(errorXml('InternalError'));
    else if (request.method === 'PUT') {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        objects.set(pathname.replace('/pool/', ''), text);
        response.end();
      });
    } else if (request.method === 'DELETE') {
      objects.delete(pathname.replace('/pool/', ''));
      response.writeHead(204).end();
    } else if (searchParams.has('prefix')) {
      late -= 1;
      const known = late >= 0 ? [] : [...objects.keys()];
      const keys = known.filter((key) => key.startsWith(searchParams.get('prefix')!));
      response.end(`<ListBucketResult>${keys.map((key) => `<Key>${key}</Key>`).join('')}</ListBucketResult>`);
    } else response.end(objects.get(pathname.replace('/pool/', '')));
  });
  for (const [name, value] of Object.entries(server.env)) process.env[name] = value;
  t.after(() => {
    for (const name of Object.keys(server.env)) delete process.env[name];
  });
  await checkObjects('s3://pool');
  late = 1000;
  await assert.rejects(checkObjects('s3://pool'), { code: 'LB_STORE', message: /was not listed afterwards/ });
  const folder = await temporaryFolder(t);
  await Promise.all(Array.from({ length: 40 }, () => checkObjects(folder)));
  assert.equal(objects.size, 0);
});
