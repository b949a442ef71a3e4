import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRepoName, parseHubAddress } from '../../../src/datasets/hub/hub-address.ts';
import { hubSettings, withoutToken } from '../../../src/datasets/hub/hub-settings.ts';
import { isLateBenchError } from '../../../src/errors.ts';

test('an address names repository, revision and what to read of it', () => {
  for (const [text, repo, revision, selector] of [
    ['hf:a/b', 'a/b', 'main', ''],
    ['hf:a/b/', 'a/b', 'main', ''],
    ['hf:a/b/test', 'a/b', 'main', 'test'],
    ['hf:a/b.c_d-1/data/train.jsonl', 'a/b.c_d-1', 'main', 'data/train.jsonl'],
    ['hf:a/b@v1.0', 'a/b', 'v1.0', ''],
    ['hf:a/b@v1.0/main/test', 'a/b', 'v1.0', 'main/test'],
    ['hf:a/b/mail@home.json', 'a/b', 'main', 'mail@home.json'],
    ['hf:a/b@refs/convert/parquet', 'a/b', 'refs/convert/parquet', ''],
    ['hf:a/b@refs/convert/parquet/default/train', 'a/b', 'refs/convert/parquet', 'default/train'],
    ['hf:a/b@refs/pr/12/x.json', 'a/b', 'refs/pr/12', 'x.json'],
    ['hf:a/b@refs%2Fother/x.json', 'a/b', 'refs/other', 'x.json'],
    ['hf:a/b@~parquet/default/train', 'a/b', 'refs/convert/parquet', 'default/train'],
    ['hf://datasets/a/b@v2/*.parquet', 'a/b', 'v2', '*.parquet'],
    // Datasets from before datasets had owners; with a path they need a revision, as a/b is an owner and a name.
    ['hf:gsm8k', 'gsm8k', 'main', ''],
    ['hf:gsm8k@main/main/test', 'gsm8k', 'main', 'main/test'],
  ] as const) {
    assert.deepEqual(parseHubAddress(text), { repo, revision, selector }, text);
  }
});

test('an address without owner and name, or without a revision after @, is a usage error', () => {
  for (const text of [
    'hf:',
    'hf:gsm8k@',
    'hf:..',
    'hf:/a/b',
    'hf:a/../b',
    'hf:a/..',
    'hf:a/b@',
    'hf:a/b@/x',
    'hf:a b/c',
    'hf:a/b@%zz',
  ]) {
    assert.throws(
      () => parseHubAddress(text),
      (error) => isLateBenchError(error) && error.code === 'LB_USAGE',
      text,
    );
  }
  assert.equal(isRepoName('a/b/c'), false);
});

test('settings of the hub are checked; a token of another kind is refused without being shown', () => {
  const given = { cache: 'cache', maxRetries: 2 };
  const unset = { endpoint: undefined, token: undefined, offline: undefined, ...given };
  assert.deepEqual(hubSettings(unset), {
    endpoint: 'https://huggingface.co',
    token: undefined,
    offline: false,
    ...given,
  });
  const set = hubSettings({
    endpoint: 'http://127.0.0.1:8080/mirror/',
    token: ' hf_abcdefgh ',
    offline: 'True',
    ...given,
  });
  assert.deepEqual(set, {
    endpoint: 'http://127.0.0.1:8080/mirror',
    token: 'hf_abcdefgh',
    offline: true,
    ...given,
  });
  for (const wrong of [
    { token: 'sk-secretsecret' },
    { token: 'hf_two words' },
    { endpoint: 'huggingface.co' },
    { endpoint: 'ftp://x' },
    { endpoint: 'https://user:hiddenword@x' },
  ]) {
    assert.throws(
      () => hubSettings({ ...unset, ...wrong }),
      (error) =>
        isLateBenchError(error) &&
        error.code === 'LB_CONFIG' &&
        !/secretsecret|two words|hiddenword/.test(error.message),
    );
  }
});

test('whatever is shaped like a token is taken out of texts', () => {
  assert.equal(withoutToken('bad hf_abcdefgh, and hf_other12345', 'hf_abcdefgh'), 'bad hf_…, and hf_…');
});
