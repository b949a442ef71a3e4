import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { readInput } from '../../src/storage/input.ts';
import { openOutput } from '../../src/storage/output.ts';
import type { Row } from '../../src/storage/rows.ts';
import { collectGroups, inChunks } from '../support/bytes.ts';

const fail = (): never => assert.fail('no bad row expected');

async function passed(
  input: string,
  keepText: boolean,
  change = (row: Row): Row => row,
  keepNumbers = true,
): Promise<string> {
  const stdin = inChunks(Buffer.from(input), 7);
  const stdout = new PassThrough();
  const printed = text(stdout);
  const sink = await openOutput('-', { stdout });
  for (const row of await collectGroups(readInput('-', { stdin, onBad: fail, keepText, keepNumbers }))) {
    await sink.write(change(row));
  }
  await sink.close();
  stdout.end();
  return printed;
}

const lines = '{ "n": 12345678901234567890, "f": 1.0 }\n{"t":"\\u00e9 \u{1d465}"}\r\n{"last":true}';
const remade = '{"n":12345678901234567000,"f":1}\n{"t":"é \u{1d465}"}\n{"last":true}\n';

test('rows that are only chosen are written as they were read', async () => {
  assert.equal(
    await passed(lines, true),
    '{ "n": 12345678901234567890, "f": 1.0 }\n{"t":"\\u00e9 \u{1d465}"}\n{"last":true}\n',
  );
  const otherwise = remade
    .replace('12345678901234567000', '12345678901234567890')
    .replace('"f":1}', '"f":1.0}');
  assert.equal(await passed(lines, false), otherwise, 'numbers as they were, the rest written anew');
  assert.equal(await passed(lines, false, (row) => row, false), remade);
});

test('a copy of a row is written as what it is', async () => {
  assert.equal(await passed('{"a": 1}\n', true, (row) => ({ ...row, b: 2 })), '{"a":1,"b":2}\n');
});

test('a line that some readers would see as two is written anew', async () => {
  assert.equal(await passed('{"a":1,\r"b":2}\n', true), '{"a":1,"b":2}\n');
  assert.equal(await passed('\ufeff{"a": 1}\n \n', true), '{"a": 1}\n');
});
