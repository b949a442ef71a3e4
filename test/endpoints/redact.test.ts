// Secrets in what servers say: however their characters are written, and wherever a text is cut.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decompressed } from '../../src/endpoints/content-encoding.ts';
import { createRedactor } from '../../src/endpoints/redact.ts';
import { replyError } from '../../src/endpoints/wire-error.ts';

const key = 'sk-proj/Zq3"81_vTnKx7';
const redactor = createRedactor([key]);

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const spellings: readonly (readonly [string, string])[] = [
  ['every character', [...key].map(escaped).join('')],
  ['one character', JSON.stringify(key).slice(1, -1).replace('-', '\\u002d')],
  ['upper-case digits', JSON.stringify(key).slice(1, -1).replace('-', '\\u002D')],
  ['slash and quote', key.replace('/', '\\/').replace('"', '\\u0022')],
  ['JSON in JSON', JSON.stringify([...key].map(escaped).join('')).slice(1, -1)],
];

for (const [what, spelling] of spellings) {
  test(`a key with \\u escapes is taken out of replies and messages: ${what}`, () => {
    const text = `{"error":{"message":"Schlüssel ${spelling} is \\u00e9 wrong"}}`;
    const { body, headers } = redactor.response({ headers: { 'x-said': text }, body: Buffer.from(text) });
    for (const shown of [body.toString(), String(headers['x-said']), redactor.text(text)]) {
      assert.doesNotMatch(shown, /Zq3|u005a|81_v/i);
      assert.match(shown, /Schlüssel .*(\*\*\*|…).* is \\u00e9 wrong/);
    }
    assert.doesNotThrow(() => JSON.parse(body.toString()));
  });
}

test('a reply with other escapes is the same object', () => {
  const response = { headers: {}, body: Buffer.from('{"content":"\\u00e9 \\u003c \\u0073k-proj"}') };
  assert.equal(redactor.response(response), response);
});

test('a compressed body that is broken is not kept: it could hold a key that nobody can see', async () => {
  const body = gzipSync(`you sent ${key}`, { level: 0 }).subarray(0, -3);
  const response = { status: 200, headers: { 'content-encoding': 'gzip' }, body };
  const read = await decompressed('here', response, 1 << 20);
  assert.match(read.broken ?? '', /not valid gzip/);
  assert.match(read.body.toString(), /^\d+ bytes were not kept: it is not valid gzip/);
});

test('a long text of a server is cut between words: no part of a key is left that is not known as one', () => {
  const told = `${'x'.repeat(180)} you sent sk-proj-Zq3481vTnKx57wLmR0aYcBd9EfGhJk and it is wrong`;
  const { message } = replyError(500, undefined, told)!;
  assert.doesNotMatch(message, /sk-/);
  assert.match(message, /x you sent…$/);
});
