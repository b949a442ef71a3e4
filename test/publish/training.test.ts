// Training data keeps clear of the test split, whatever it comes from.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportFormatNamed } from '../../src/datasets/export/export.ts';
import { trainingRecords } from '../../src/publish/training.ts';
import { isDrop } from '../../src/stream/stage.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, recordsIn, rowsOf } from './building.ts';

const spec = {
  critics: [],
  inject: { verifyVotes: 0 } as const,
  splits: { train: 0.5, dev: 0.2, test: 0.3 },
};

test('no test problem is exported for training, not even from another file', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(30);
  const { folder: dataset } = await build({ folder, rows, spec });
  const inTest = (await recordsIn(dataset)).filter(({ publication }) => publication.split === 'test');
  assert.ok(inTest.length > 2);
  const near = inTest.map((record, at) => ({ ...rows[0], id: `more/${at}`, problem: ` ${record.problem} ` }));
  const fresh = { ...rows[0], id: 'more/fresh', problem: 'Find the sum of the first 991 odd numbers.' };
  const more = join(folder, 'more.jsonl');
  await writeFile(more, [...inTest, ...near, fresh].map((row) => `${JSON.stringify(row)}\n`).join(''));
  const skipped: string[] = [];
  const kept: string[] = [];
  const options = {
    split: 'train',
    also: [more],
    say: () => {},
    onSkip: (why: string) => skipped.push(why),
  } as const;
  for await (const { id } of trainingRecords(dataset, options)) kept.push(id);
  const train = (await recordsIn(dataset)).filter(({ publication }) => publication.split === 'train');
  assert.deepEqual(kept, [...train.map(({ id }) => id), 'more/fresh']);
  assert.equal(skipped.filter((why) => why === 'test split').length, inTest.length);
  assert.equal(skipped.filter((why) => why.startsWith('its problem stands')).length, near.length);
});

test('preference pairs are the original against the wrong step after the same beginning', async (t) => {
  const folder = await temporaryFolder(t);
  const { folder: dataset } = await build({ folder, rows: rowsOf(12), spec });
  const format = exportFormatNamed('preference');
  const records = await recordsIn(dataset);
  let pairs = 0;
  for (const record of records) {
    const row = format.row(record, { prompt: () => '' });
    assert.equal(isDrop(row), record.publication.part !== 'general');
    if (isDrop(row)) continue;
    pairs += 1;
    const at = record.injection?.error_step ?? -1;
    assert.equal(row.rejected, record.steps[at]);
    assert.equal(row.chosen, record.injection?.original_steps?.[at]);
    assert.notEqual(row.chosen, row.rejected);
    assert.ok(String(row.prompt).startsWith(record.problem));
    assert.ok(String(row.prompt).endsWith(record.steps[at - 1] ?? ''));
  }
  assert.ok(pairs > 0);
});

test('dataset export writes each training format and refuses the test split', async (t) => {
  const folder = await temporaryFolder(t);
  const { folder: dataset } = await build({ folder, rows: rowsOf(12), spec });
  for (const format of ['sft-critic', 'prm800k', 'preference']) {
    const output = join(folder, `${format}.jsonl`);
    const done = await runHere(['dataset', 'export', dataset, '--format', format, '-o', output], {
      home: folder,
    });
    assert.equal(done.code, 0, done.stderr);
    assert.ok((await readFile(output, 'utf8')).split('\n').length > 1);
  }
  const refused = await runHere(['dataset', 'export', dataset, '--format', 'sft-critic', '--split', 'test'], {
    home: folder,
  });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /--split test: choose one of train, dev/);
});
