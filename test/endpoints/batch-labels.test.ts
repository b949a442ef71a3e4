// The batches that belong to a role, also those of its further models, however many.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { labelsOf } from '../../src/endpoints/batch/batch-files.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a role has the batches of all its models, and none of other roles', async (t) => {
  const run = await temporaryFolder(t);
  assert.deepEqual(await labelsOf(run, 'critic'), []);
  await mkdir(join(run, 'batches'));
  const names = [
    'critic-0001',
    'critic-0002',
    'critic.2-0001',
    'critic.12-0001',
    'inject-0001',
    'critics-0001',
  ];
  for (const name of names) await writeFile(join(run, 'batches', `${name}.jsonl`), '');
  assert.deepEqual((await labelsOf(run, 'critic')).toSorted(), ['critic', 'critic.12', 'critic.2']);
  assert.deepEqual(await labelsOf(run, 'inject'), ['inject']);
});
