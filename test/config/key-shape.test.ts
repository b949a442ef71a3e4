import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeyShaped, redactKey, withoutKeys } from '../../src/config/key-shape.ts';

const ending = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3hJ6kL9n';
const keys = [
  `sk-proj-${ending}_x-${ending}`,
  `sk-${ending}`,
  `hf_${ending}`,
  `gsk_${ending}`,
  `xai-${ending}`,
  `nvapi-${ending}-${ending}`,
  `pplx-${ending}`,
];

test('the keys of providers are recognised, and cut out of texts', () => {
  for (const key of keys) {
    assert.ok(isKeyShaped(key), key);
    assert.equal(withoutKeys(`no model "${key}" there`), `no model "${redactKey(key)}" there`);
    assert.ok(!isKeyShaped(`https://${key}`));
  }
});

test('names of models, repositories and files are not keys', () => {
  const names = [
    'hf-internal-testing/tiny-random-gpt2',
    'hf-internal-testing-tiny-random-gpt2',
    'pplx-7b-online-with-a-long-name',
    'xai-org/grok-1-open-weights-release',
    'nvapi-compatible-endpoint-of-ours',
    'task-force-of-seventeen-people.jsonl',
    'sk-small',
    'meta-llama/Llama-3.3-70B-Instruct',
  ];
  for (const name of names) {
    assert.ok(!isKeyShaped(name), name);
    assert.equal(withoutKeys(`there is no ${name}`), `there is no ${name}`);
  }
});

test('passwords in addresses are cut out of texts, and addresses without one stay', () => {
  assert.equal(
    withoutKeys('--queue checks no role (redis://anna:pass-word@queue:6379/1); http://:p@[::1]:80 too'),
    '--queue checks no role (redis://anna:…@queue:6379/1); http://:…@[::1]:80 too',
  );
  // As people paste them, with what should have been written as %40 and %2F.
  assert.equal(withoutKeys('redis://u:p@ss/w:rd@host:1: no such file'), 'redis://u:…@host:1: no such file');
  assert.equal(withoutKeys('redis://u:12345@host'), 'redis://u:…@host');
  for (const text of [
    'http://localhost:8000/v1 of anna@lab',
    'http://localhost:8000/v1/models/m@main',
    'http://[::1]:8000/v1/models/m@main',
    'http://localhost:8000, of anna@lab',
    'https://lab/a:b@c',
    'hf://datasets/a/b@main:c',
  ])
    assert.equal(withoutKeys(text), text);
});
