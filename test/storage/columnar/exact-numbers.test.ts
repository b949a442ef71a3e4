// Numbers with more digits than JavaScript holds, or spelt otherwise than it does, in files of columns and in CSV: what a
// source said comes back, and other tools read it in the file.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readInput } from '../../../src/storage/input.ts';
import { rowText } from '../../../src/storage/original-text.ts';
import { openOutput } from '../../../src/storage/output.ts';
import type { Row } from '../../../src/storage/rows.ts';
import { scratch } from './support.ts';

const onBad = (): never => assert.fail('no invalid row expected');

async function rowsOf(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const group of readInput(path, { onBad })) rows.push(...group);
  return rows;
}

const numbers = [
  '"meta":{"n":12345678901234567890,"f":1.50,"e":1e400,"deep":{"m":[-0,9007199254740993]}}',
  '"meta":{"n":1},"seed":12345678901234567890',
  '"meta":[12345678901234567890]',
  '"meta":null,"other":{"seed":12345678901234567890}',
];

for (const ending of ['csv', 'parquet', 'arrow']) {
  test(`numbers of every spelling pass through .${ending}`, async (t) => {
    const folder = await scratch(t);
    for (const [index, field] of numbers.entries()) {
      const text = `{"id":"a","problem":"p","steps":["s"],${field}}`;
      await writeFile(join(folder, 'in.jsonl'), `${text}\n`);
      const path = join(folder, `${index}.${ending}`);
      const output = await openOutput(path);
      for (const row of await rowsOf(join(folder, 'in.jsonl'))) await output.write(row);
      await output.close();
      const [back] = await rowsOf(path);
      for (const token of field.match(/-?\d[\d.e]*/g) ?? [])
        assert.ok(rowText(back!).includes(token), `${field}: no ${token} in ${rowText(back!)}`);
    }
  });
}
