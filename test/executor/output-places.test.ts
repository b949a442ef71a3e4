// Places that the options of a stage write to: what cannot take it is known before the first call.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { checkPlaces } from '../../src/executor/output-places.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Used = Parameters<typeof checkPlaces>[0];

const shape = {
  folder: z.string().meta({ value: 'DIR' }),
  file: z.string().meta({ value: 'FILE', group: 'Output' }),
  input: z.string().meta({ value: 'FILE', group: 'Input' }),
  word: z.string().meta({ value: 'WORD', group: 'Output' }),
};

function problemOf(options: object, kind = 'map'): string | null {
  const used = { stage: { kind, options: z.object(shape) }, with: options } as unknown as Used;
  try {
    checkPlaces(used);
  } catch (error) {
    return (error as Error).message;
  }
  return null;
}

test('an output folder is no file and not below one; an output file is no folder and not below a file', async (t) => {
  const here = await temporaryFolder(t);
  const [file, folder] = [join(here, 'file'), join(here, 'folder')];
  await writeFile(file, 'x');
  await mkdir(folder);
  const below = join(file, 'a', 'b');
  assert.equal(problemOf({ folder: file }), `folder: ${file} is a file, or below one; name a folder`);
  assert.equal(problemOf({ folder: below }), `folder: ${below} is a file, or below one; name a folder`);
  assert.equal(problemOf({ file: folder }), `file: ${folder} is a folder; name a file`);
  const above = join(file, 'a');
  assert.equal(problemOf({ file: below }), `file: ${above} is a file, or below one; name a file in a folder`);
  for (const fine of [
    { folder },
    { folder: join(folder, 'new', 'newer') },
    { file },
    { file: join(folder, 'new') },
    { file: join(folder, 'new', 'file') },
    { folder: 7, file: null },
    {},
  ])
    assert.equal(problemOf(fine), null, JSON.stringify(fine));
});

test('inputs, words, and files that a job sends are no places to write to', async (t) => {
  const here = await temporaryFolder(t);
  assert.deepEqual([problemOf({ input: here }), problemOf({ word: here })], [null, null]);
  assert.equal(problemOf({ file: here }, 'job'), null);
  assert.notEqual(problemOf({ file: here }, 'reduce'), null);
});
