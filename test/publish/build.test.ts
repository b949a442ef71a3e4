// A build from rows to a version: the same bytes from the same input, one record a problem, parts, decisions, balance.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sizeCategory } from '../../src/publish/card.ts';
import { diffDatasets } from '../../src/publish/diff.ts';
import { verifyDataset } from '../../src/publish/verify-dataset.ts';
import { verificationSchema } from '../../src/records/injection.ts';
import { recordHash } from '../../src/records/record-hash.ts';
import { digestOfFile } from '../../src/storage/byte-digest.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, publishedFiles, recordsIn, rowsOf } from './building.ts';

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('a card names the size as the hub does', () => {
  const of = (records: number): string => sizeCategory(records);
  assert.deepEqual([0, 999, 1000, 9_999_999, 10_000_000, 99_999_999, 100_000_000].map(of), [
    'n<1K',
    'n<1K',
    '1K<n<10K',
    '1M<n<10M',
    '10M<n<100M',
    '10M<n<100M',
    '100M<n<1B',
  ]);
});

test('two builds in two clean folders are the same bytes, and a rebuild from the journals makes no call', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(12);
  const [one, two] = [
    await build({ folder: join(folder, 'one'), rows }),
    await build({ folder: join(folder, 'two'), rows }),
  ];
  assert.deepEqual(await publishedFiles(two.folder), await publishedFiles(one.folder));
  assert.ok(one.calls > 0);
  const before = await publishedFiles(one.folder);
  const again = await build({ folder: join(folder, 'one'), offline: true });
  assert.equal(again.calls, 0);
  assert.deepEqual(await publishedFiles(one.folder), before);
  assert.deepEqual((await verifyDataset(one.folder)).problems, []);
});

test('changing one source row changes one record, and the diff and the changelog name it', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(16);
  const first = await build({ folder, rows, out: 'first' });
  const [victim] = await recordsIn(first.folder);
  assert.ok(victim);
  const changed = rows.map((row) =>
    row.id === victim.id
      ? { ...row, steps: row.steps.map((step, at) => (at === 0 ? `First, ${step}` : step)) }
      : row,
  );
  const second = await build({ folder, rows: changed, out: 'second', spec: { version: '1.1.0' } });
  const diff = await diffDatasets(first.folder, second.folder);
  assert.deepEqual(diff.added, []);
  assert.deepEqual(diff.removed, []);
  assert.deepEqual(
    diff.changed.map(({ id }) => id),
    [victim.id],
  );
  assert.deepEqual(diff.moved_over_test, []);
  const newer = await build({ folder, rows: changed, out: 'first', spec: { version: '1.1.0' } });
  const files = await publishedFiles(newer.folder);
  const changelog = Buffer.from(files.get('CHANGELOG.md') ?? '', 'base64').toString();
  assert.match(changelog, /## 1\.1\.0[\s\S]*changed: 1[\s\S]*## 1\.0\.0/);
  assert.ok(changelog.includes(victim.id));
});

test('a version whose source has changed is refused before a call', async (t) => {
  const folder = await temporaryFolder(t);
  const { folder: dataset } = await build({ folder, rows: rowsOf(4) });
  const before = await publishedFiles(dataset);
  await assert.rejects(
    // Offline, a call would fail.
    build({ folder, rows: rowsOf(5), offline: true }),
    /holds version 1\.0\.0, and rows\.jsonl has changed since: raise `version` in the spec/,
  );
  assert.deepEqual(await publishedFiles(dataset), before);
});

test('a version whose spec has changed is refused before a call, and what only describes it may change', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(12);
  const { folder: dataset } = await build({ folder, rows });
  const before = await publishedFiles(dataset);
  const spec = { seed: 8, errorShare: 0.4, about: 'The same, said better.' };
  await assert.rejects(
    // Offline, a call would fail.
    build({ folder, rows, spec, offline: true }),
    /holds version 1\.0\.0, which was built with other values of errorShare, seed: raise `version`/,
  );
  assert.deepEqual(await publishedFiles(dataset), before);
  const { calls } = await build({ folder, rows, spec: { about: spec.about } });
  assert.equal(calls, 0);
});

test('a build is balanced, has one record a problem, and every record says where it came from', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(16);
  const copies = rows
    .slice(0, 8)
    .map((row) => ({ ...row, id: `${row.id}-copy`, problem: `  ${row.problem.replace('.', ' .')}` }));
  const { statistics, funnel, folder: dataset } = await build({ folder, rows: [...rows, ...copies] });
  assert.equal(statistics.errors, statistics.clean);
  assert.equal(funnel.find(({ step }) => step === 'one of each problem')?.out, 16);
  const records = await recordsIn(dataset);
  assert.equal(records.length, statistics.records);
  assert.equal(new Set(records.map(({ publication }) => publication.family)).size, records.length);
  for (const { publication, injection, provenance } of records) {
    const { source } = publication as { source: { file: string; row_sha256: string } };
    assert.equal(source.file, 'rows.jsonl');
    assert.match(source.row_sha256, /^[0-9a-f]{64}$/);
    assert.ok((provenance ?? []).some(({ stage }) => stage === 'inject'));
    if (publication.part !== 'general') continue;
    assert.equal(injection?.model, 'latebench-sim/injector');
    assert.ok(injection?.prompt_version);
    assert.ok(Object.keys(injection?.gate ?? {}).length > 5);
    assert.equal(verificationSchema.parse(injection?.verification).votes.length, 1);
  }
});

test('natural errors, injections as people ask for them, and clean controls are in their parts', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(18).map((row, at) =>
    at < 4 ? { ...row, error_steps: [3], error_source: 'natural', final_answer_correct: false } : row,
  );
  const comments = rows
    .slice(4, 10)
    .map(({ id }) => ({ record_id: id, annotator: 'ann', kind: 'comment', comment: 'Double the value.' }));
  await writeFile(join(folder, 'comments.jsonl'), lines(comments));
  const {
    statistics,
    quality,
    folder: dataset,
  } = await build({
    folder,
    rows,
    spec: { comments: ['comments.jsonl'], inject: { verifyVotes: 0 }, lengthChange: null },
  });
  const { natural, manual, clean } = statistics.parts;
  assert.ok(natural > 0 && manual > 0 && clean > 0);
  const records = await recordsIn(dataset);
  for (const { publication, injection, error_steps } of records) {
    if (publication.part === 'natural') assert.deepEqual(error_steps, [3]);
    if (publication.part === 'manual') assert.equal(injection?.comment, 'Double the value.');
    if (publication.part === 'clean') assert.deepEqual(error_steps, []);
  }
  assert.equal(quality.parts.natural?.critics[0]?.n_error, natural);
  assert.equal(quality.parts.natural?.critics[0]?.n_correct, clean);
  assert.equal(quality.transfer.critics.length, 1);
});

test('a no of people keeps a record out, a decision about another text does not count, and agreement is told', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(16);
  const spec = { inject: { verifyVotes: 0 }, critics: [], errorShare: null };
  const first = await build({ folder, rows, spec, out: 'first' });
  const records = await recordsIn(first.folder);
  const [out, stale, split] = records;
  assert.ok(out && stale && split);
  const say = (record: typeof out, annotator: string, decision: string, hash = recordHash(record)) => ({
    record_id: record.id,
    record_hash: hash,
    annotator,
    kind: 'decision',
    decision,
  });
  const decisions = [
    ...records.slice(3).flatMap((record) => [say(record, 'ann', 'yes'), say(record, 'bob', 'yes')]),
    say(out, 'ann', 'yes'),
    say(out, 'ann', 'no'),
    say(stale, 'ann', 'no', 'another text'),
    say(split, 'ann', 'yes'),
    say(split, 'bob', 'no'),
  ];
  await writeFile(join(folder, 'decisions.jsonl'), lines(decisions));
  const second = await build({
    folder,
    rows,
    spec: { ...spec, decisions: ['decisions.jsonl'] },
    out: 'second',
  });
  const kept = new Map(
    (await recordsIn(second.folder)).map((record) => [record.id, record.publication.decisions]),
  );
  assert.equal(kept.has(out.id), false);
  assert.deepEqual(kept.get(stale.id), []);
  assert.deepEqual(kept.get(split.id), [
    { annotator: 'ann', decision: 'yes' },
    { annotator: 'bob', decision: 'no' },
  ]);
  const { agreement } = second.quality;
  assert.equal(agreement.doubly_decided, records.length - 2);
  assert.ok(agreement.alpha !== null && agreement.alpha < 1);
  assert.deepEqual(agreement.pairs[0]?.annotators, ['ann', 'bob']);
});

test('verify names a record that was changed and a file that is missing', async (t) => {
  const folder = await temporaryFolder(t);
  const spec = { parts: { general: false, manual: false }, errorShare: null, critics: [] };
  const { folder: dataset } = await build({ folder, rows: rowsOf(20), spec });
  const files = await publishedFiles(dataset);
  const text = Buffer.from(files.get('data/train.jsonl') ?? '', 'base64').toString();
  await writeFile(join(dataset, 'data', 'train.jsonl'), text.replace('"steps":["', '"steps":["x'));
  assert.match(
    (await verifyDataset(dataset)).problems.join('\n'),
    /data\/train\.jsonl: not the file of the manifest/,
  );
  await writeFile(join(dataset, 'data', 'train.jsonl'), text);
  await writeFile(join(dataset, 'data', 'more.jsonl'), text);
  await writeFile(join(dataset, 'figures', 'old.svg'), '<svg/>');
  assert.deepEqual((await verifyDataset(dataset)).problems, [
    'data/more.jsonl: is not in the manifest',
    'figures/old.svg: is not in the manifest',
  ]);
  await rm(join(dataset, 'data', 'more.jsonl'));
  await rm(join(dataset, 'figures', 'old.svg'));
  await rm(join(dataset, 'README.md'));
  await mkdir(join(dataset, 'README.md'));
  assert.deepEqual((await verifyDataset(dataset)).problems, ['README.md: is a folder, not a file']);
  await rm(join(dataset, 'README.md'), { recursive: true });
  assert.deepEqual((await verifyDataset(dataset)).problems, ['README.md: is missing']);
});

test('verify sees through files that were changed together with their hashes', async (t) => {
  const folder = await temporaryFolder(t);
  const spec = { parts: { general: false, manual: false }, errorShare: null, critics: [] };
  const { folder: dataset } = await build({ folder, rows: rowsOf(20), spec });
  const trainPath = join(dataset, 'data', 'train.jsonl');
  const whole = await readFile(trainPath, 'utf8');
  const manifestPath = join(dataset, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as { files: Record<string, object> };
  const forged = async (text: string): Promise<string> => {
    await writeFile(trainPath, text);
    const files = { ...manifest.files, 'data/train.jsonl': await digestOfFile(trainPath) };
    await writeFile(manifestPath, JSON.stringify({ ...manifest, files }));
    return (await verifyDataset(dataset)).problems.join('\n');
  };
  const [first = '', second = ''] = whole.split('\n');
  const { id, problem } = JSON.parse(first) as { id: string; problem: string };
  const twin = JSON.stringify({ ...(JSON.parse(second) as object), problem });
  assert.equal(await forged(whole), '');
  assert.match(await forged(whole.replace('"steps":["', '"steps":["x')), /is not the record of the index/);
  assert.match(
    await forged(whole.replace(`${first}\n`, '')),
    /train\.jsonl: \d+ of \d+ records of the index/,
  );
  assert.match(await forged(`${whole}${first}\n`), new RegExp(`${id} occurs twice`));
  assert.match(await forged(whole.replace(second, () => twin)), /nearly the same problem occurs twice/);
});
