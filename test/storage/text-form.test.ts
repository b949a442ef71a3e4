// Files that are named as text and are something else: what they are and what to do with them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readInput } from '../../src/storage/input.ts';
import { temporaryFolder } from '../support/temporary.ts';

const line = '{"id":"a/1","problem":"1+1","steps":["2"]}\n';

async function rowsOf(name: string, text: string, pieces = 1): Promise<object[]> {
  const size = Math.ceil(text.length / pieces);
  const chunks = Array.from({ length: pieces }, (_, at) =>
    Buffer.from(text.slice(at * size, (at + 1) * size)),
  );
  const rows: object[] = [];
  const onBad = ({ message }: { message: string }): never => assert.fail(message);
  for await (const group of readInput(name, { onBad, stdin: Readable.from(chunks) })) rows.push(...group);
  return rows;
}

test('CSV is read from standard input, in whatever pieces it comes', async () => {
  const expected = [{ gold: '1/2', pred: 'half' }];
  for (const text of [
    'gold,pred\n1/2,half\n',
    '\ufeffgold,pred\r\n1/2,half\r\n',
    '"gold","pred"\n1/2,"half"',
  ])
    for (const pieces of [1, 3, text.length])
      assert.deepEqual(JSON.parse(JSON.stringify(await rowsOf('-', text, pieces))), expected, text);
  // What a program prints before its records is no header, nor is JSON.
  for (const text of ['Loading model, please wait\n{"a":1}\n', 'null\n', '"a"\n', '1,2\n'])
    await assert.rejects(
      rowsOf('-', text),
      { name: 'AssertionError', message: /not JSON|not a JSON object/ },
      text,
    );
});

test('columns that semicolons or tabs separate are said', async (t) => {
  const path = join(await temporaryFolder(t), 'cases.csv');
  for (const [separator, what] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const) {
    const text = `gold${separator}pred\n1/2${separator}0.5\n`;
    await writeFile(path, text);
    const message = new RegExp(`header: its columns are separated by ${what}; save it with commas`);
    await assert.rejects(rowsOf(path, text), { code: 'LB_CSV', message });
    await assert.rejects(rowsOf('-', text), { code: 'LB_CSV', message });
  }
});

test('compressed files, archives and other encodings are named with the way out, from files and standard input', async (t) => {
  const folder = await temporaryFolder(t);
  const beginnings: readonly (readonly [string, string | Buffer, RegExp])[] = [
    [
      'zst',
      '28b52ffd2004',
      /compressed with Zstandard: decompress it with zstd -d, or compress it with gzip/,
    ],
    ['bz2', '425a6839314159265359', /compressed with bzip2/],
    ['xz', 'fd377a585a0000', /compressed with xz/],
    ['lz4', '04224d186440', /compressed with LZ4/],
    ['7z', '377abcaf271c00', /a 7z archive/],
    [
      'arrow file',
      Buffer.from('ARROW1\0\0').toString('hex'),
      /Arrow: read it from a file whose name ends in \.arrow/,
    ],
    ['utf-16', Buffer.from(`\ufeff${line}`, 'utf16le').toString('hex'), /UTF-16 text: convert it with iconv/],
    ['utf-16 be', 'feff007b', /UTF-16 text/],
    ['utf-16 without a mark', Buffer.from(line, 'utf16le').toString('hex'), /iconv -f UTF-16LE/],
    ['utf-16 be without a mark', '007b0022', /iconv -f UTF-16BE/],
    ['utf-32', 'fffe00007b000000', /UTF-32 text: convert it with iconv -f UTF-32/],
    [
      'a pointer',
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid').toString('hex'),
      /git lfs pull/,
    ],
    ['gzip in gzip', gzipSync(gzipSync(line)).toString('hex'), /compressed with gzip \(again/],
  ];
  for (const [what, hex, message] of beginnings) {
    const given = Buffer.from(String(hex), 'hex');
    const bytes = what === 'gzip in gzip' ? given : Buffer.concat([given, Buffer.alloc(300, 0x81)]);
    const path = join(folder, 'records.jsonl');
    await writeFile(path, bytes);
    const read = async (name: string): Promise<void> => {
      const onBad = (): never => assert.fail(`${what}: taken for a row`);
      for await (const _ of readInput(name, { onBad, stdin: Readable.from([bytes]) }));
    };
    await assert.rejects(read(path), { code: 'LB_INPUT_READ', message }, what);
    await assert.rejects(read('-'), { code: 'LB_INPUT_READ', message: /^stdin is / }, what);
  }
});

test('a pointer of Git LFS under the name of a file of columns is said to be one', async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ['x.parquet', 'x.arrow']) {
    const path = join(folder, name);
    await writeFile(path, 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n');
    await assert.rejects(rowsOf(path, ''), { code: 'LB_INPUT_READ', message: /git lfs pull/ });
  }
});

test('what is no CSV under its name is an error, not a file without rows', async (t) => {
  const path = join(await temporaryFolder(t), 'x.csv');
  const json = /header: it is JSON; name the file \.jsonl or \.json/;
  const returns = /header: its lines end in carriage returns alone.* convert it with tr '\\r' '\\n'/;
  for (const [text, message] of [
    ['{"problem": "1+1", "answer": "2"}\n', json],
    ['{"problem":"1+1","answer":"2"}\n{"problem":"1+2","answer":"3"}\n', json],
    ['[{"problem": "1+1"}]', json],
    ['problem,answer\r1+1,2\r', returns],
    ['"problem","answer"\r"1+1","2"\r', returns],
  ] as const) {
    await writeFile(path, text);
    await assert.rejects(rowsOf(path, text), { code: 'LB_CSV', message }, text);
  }
});

test('a line that is no JSON is called cut off only where it can be', async () => {
  const read = async (text: string): Promise<string> => {
    const messages: string[] = [];
    const onBad = ({ message }: { message: string }): number => messages.push(message);
    for await (const _ of readInput('-', { onBad, stdin: Readable.from([Buffer.from(text)]) }));
    return messages.join();
  };
  assert.match(await read(line.slice(0, 20)), /last line is cut off/);
  assert.match(await read('<html>404</html>'), /line is not JSON: Unexpected token '<'/);
  assert.match(await read('{"a":1}\r{"a":2}\r'), /carriage returns alone/);
  for (const trailing of ['{"a":[1,]}\n', '{"a":1, }\n', '{"a":",]",}\n'])
    assert.match(await read(trailing), /^line is not JSON: a comma is behind the last value .*: remove it$/);
  assert.match(await read('[{"a":1},]'), /^element is not JSON: nothing is between two commas/);
  for (const other of ['{"a":",]"\n}}\n', '{"a":["b","c"]}}\n', '{"a":1,"b"}\n', '["a", "b"]]\n'])
    assert.match(await read(other), /^(?!.*comma is behind|.*two commas)/, other);
});
