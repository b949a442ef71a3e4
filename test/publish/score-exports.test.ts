// A built dataset scores the same through our records and through the exports of other benchmarks, read in again.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSpec } from '../../src/publish/load-spec.ts';
import type { ScoreObject } from '../../src/records/score.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, quick, recordsIn, rowsOf } from './building.ts';

test('score, ProcessBench export and DeltaBench export agree to the last figure', async (t) => {
  const folder = await temporaryFolder(t);
  const critics = [{ protocol: 'first_error' as const }, { protocol: 'all_errors' as const }];
  const { folder: dataset } = await build({
    folder,
    rows: rowsOf(30),
    spec: { critics, inject: { verifyVotes: 0 } },
  });
  const critiques = join(dataset, 'quality', 'critiques.jsonl');
  const ours = join(folder, 'all.jsonl');
  await writeFile(ours, (await recordsIn(dataset)).map((row) => `${JSON.stringify(row)}\n`).join(''));
  const here = async (...args: string[]): Promise<string> => {
    const done = await runHere(args, { home: folder });
    assert.equal(done.code, 0, done.stderr);
    return done.stdout;
  };
  const figures = async (file: string) => {
    const score = JSON.parse(
      await here('score', '--format', 'json', '--critiques', critiques, file),
    ) as ScoreObject;
    return score.critics.map(({ critic, n, n_error, n_correct, n_unparsed, processbench, deltabench }) => {
      // Subsets are named by the source, which an export of another layout does not have.
      const { subsets: _, mean_of_subsets_f1: _mean, weighted_f1: _weighted, ...whole } = processbench;
      return { critic, n, n_error, n_correct, n_unparsed, whole, deltabench };
    });
  };
  const expected = await figures(ours);
  assert.equal(expected.length, 2);
  const accuracy = expected[0]?.whole.error_acc ?? 0;
  assert.ok(accuracy > 0 && accuracy < 1, `error accuracy ${accuracy} says nothing`);
  for (const format of ['processbench', 'deltabench']) {
    const exported = join(folder, `${format}.jsonl`);
    await here('export', '--format', format, '-o', exported, ours);
    assert.ok((await readFile(exported, 'utf8')).length > 0);
    assert.deepEqual(await figures(exported), expected, format);
  }
});

test('a spec with mistakes is refused with all of them named', () => {
  const wrong = {
    ...quick,
    version: '1',
    splits: { train: 0.5, dev: 0.1, test: 0.1 },
    sources: [{}],
    colour: 'red',
  };
  assert.throws(
    () => parseSpec(wrong, 'spec.json'),
    (error: Error) => {
      for (const word of ['version: three numbers', 'splits', 'sources.0', 'colour'])
        assert.ok(error.message.includes(word), error.message);
      return true;
    },
  );
});
