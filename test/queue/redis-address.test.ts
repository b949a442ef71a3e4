// Addresses of Redis: what each form says, and that what is wrong is said without the password.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLateBenchError } from '../../src/errors.ts';
import { queueNames } from '../../src/queue/names.ts';
import { parseRedisAddress } from '../../src/queue/redis-address.ts';

test('one server, Sentinels and a cluster are told apart, with names, passwords, ports and databases', () => {
  const server = parseRedisAddress('rediss://me:p%40ss@h:7/2');
  assert.deepEqual([server.kind, server.tls, server.shown], ['server', true, 'h:7']);
  assert.deepEqual(
    parseRedisAddress('redis+sentinel://me:p@s%2Fs@h1:1,[::1],h2/late/3?sentinel_password=other%26one'),
    {
      kind: 'sentinel',
      tls: false,
      login: { username: 'me', password: 'p@s/s' },
      sentinelLogin: { password: 'other&one' },
      hosts: [
        { host: 'h1', port: 1 },
        { host: '::1', port: 26379 },
        { host: 'h2', port: 26379 },
      ],
      name: 'late',
      db: 3,
      shown: 'h1:1,[::1]:26379,h2:26379',
    },
  );
  assert.deepEqual(parseRedisAddress('rediss+cluster://:100%@h1:7000,h2:7001'), {
    kind: 'cluster',
    tls: true,
    login: { password: '100%' },
    hosts: [
      { host: 'h1', port: 7000 },
      { host: 'h2', port: 7001 },
    ],
    shown: 'h1:7000,h2:7001',
  });
});

const wrong: readonly (readonly [string, RegExp])[] = [
  ['', /give an address such as redis:/],
  ['h:6379', /give an address such as redis:/],
  ['http://me:sesame@h', /give an address such as redis:/],
  ['redis+sentinels://h/late', /give an address such as redis:/],
  ['redis://:sesame@h:port', /give an address such as redis:/],
  ['redis://:sesame@h/late', /database is a number/],
  ['redis://:sesame@h1:1,h2:2', /redis\+sentinel:.*redis\+cluster:/],
  ['redis+sentinel://:sesame@h1:1', /name the master.*redis\+sentinel:\/\/h1:1\/NAME/],
  ['redis+sentinel://:sesame@h1:1/late/x', /database is a number/],
  ['redis+sentinel://h1/late?password=sesame', /password is not a parameter.*sentinel_password/],
  ['redis+sentinel://:sesame@/late', /"" is not a host/],
  ['redis+cluster://:sesame@h1:70000', /"h1:70000" is not a host/],
  ['redis+cluster://:sesame@h1,/', /"" is not a host/],
  ['redis+cluster://:sesame@h1:1/0', /no databases/],
  ['redis+cluster://h1:1?password=sesame', /no parameters/],
];

test('a per cent sign in a password need not be escaped', () => {
  const address = parseRedisAddress('redis://:p%w:x@h:7');
  assert.equal(address.kind, 'server');
  assert.equal('url' in address && address.url, 'redis://:p%25w%3Ax@h:7');
  assert.deepEqual(address.login, { password: 'p%w:x' });
});

test('a wrong address says what it lacks, and never its password', () => {
  for (const [address, why] of wrong) {
    assert.throws(
      () => parseRedisAddress(address),
      (error) => {
        assert.ok(isLateBenchError(error) && error.code === 'LB_CONFIG');
        assert.match(error.message, why);
        assert.doesNotMatch(error.message, /sesame/);
        return true;
      },
      address,
    );
  }
});

test('names on one server are those of earlier versions; on a cluster all of a run have one slot', () => {
  const plain = queueNames('r', 'redis://h:1');
  assert.deepEqual(
    [plain.prefix, plain.epoch, plain.pause],
    ['bull', 'latebench-r:epoch', 'latebench-r:pause'],
  );
  const { prefix, calls, parts, groups, ...keys } = queueNames('r', 'redis+cluster://h:1');
  assert.equal(prefix, '{latebench-r}');
  for (const name of [calls, parts, groups]) assert.doesNotMatch(name, /[{}:]/);
  for (const key of Object.values(keys))
    if (key.includes(':')) assert.ok(key.startsWith('{latebench-r}:'), key);
});
