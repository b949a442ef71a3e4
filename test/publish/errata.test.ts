// Labels that people corrected in review are in the next version, and stay there.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyDataset } from '../../src/publish/verify-dataset.ts';
import { recordHash } from '../../src/records/record-hash.ts';
import type { Solution } from '../../src/records/solution.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, publishedFiles, recordsIn, rowsOf } from './building.ts';

const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const judgement = (record: Solution, first_error: number, annotator = 'anna') => ({
  record_id: record.id,
  record_hash: recordHash(record),
  annotator,
  kind: 'decision',
  first_error,
});

const common = { critics: [], inject: { verifyVotes: 0 }, errorShare: null };

test('corrected labels are carried: steps and parts change, splits stay, injections with another first error leave', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(24);
  const natural = rows
    .slice(0, 6)
    .map((row) => ({ ...row, error_steps: [1], error_source: 'natural' as const }));
  const first = await build({ folder, rows: [...natural, ...rows.slice(6)], spec: common });
  const before = await recordsIn(first.folder);
  const of = (part: string) => before.filter(({ publication }) => publication.part === part);
  const [moved, cleared, same] = of('natural');
  const [clean] = of('clean');
  const [injected] = of('general');
  const errata = [
    judgement(moved!, 2),
    judgement(cleared!, -1),
    judgement(same!, 1),
    judgement(clean!, 0),
    judgement(injected!, -1),
    // Two against one: the majority counts; one and one: nothing does.
    ...['ben', 'carl'].map((name) => judgement(moved!, 2, name)),
    judgement(of('natural')[3]!, 0),
    judgement(of('natural')[3]!, 2, 'ben'),
    // About steps that are no longer those of the record.
    { ...judgement(of('natural')[4]!, 0), record_hash: 'another' },
  ];
  await writeFile(join(folder, 'errata.jsonl'), jsonl(errata));
  const spec = { ...common, version: '1.1.0', errata: ['errata.jsonl'] };
  const second = await build({ folder, spec });
  const after = new Map((await recordsIn(second.folder)).map((record) => [record.id, record]));
  const facts = (id: string) => {
    const { error_steps, publication } = after.get(id)!;
    return { error_steps, part: publication.part, split: publication.split, erratum: publication.erratum };
  };
  const split = (record: (typeof before)[number]) => record.publication.split;
  const erratum = { annotators: 1, settled: false, version: '1.1.0' };
  assert.deepEqual(facts(moved!.id), {
    error_steps: [2],
    part: 'natural',
    split: split(moved!),
    erratum: { ...erratum, before: [1], after: [2], annotators: 3 },
  });
  assert.deepEqual(facts(cleared!.id), {
    error_steps: [],
    part: 'clean',
    split: split(cleared!),
    erratum: { ...erratum, before: [1], after: [] },
  });
  assert.deepEqual(facts(clean!.id), {
    error_steps: [0],
    part: 'natural',
    split: split(clean!),
    erratum: { ...erratum, before: [], after: [0] },
  });
  assert.equal(after.has(injected!.id), false);
  const corrected = new Set([moved, cleared, clean].map((one) => one!.id));
  for (const record of before) {
    if (record.id === injected!.id || corrected.has(record.id)) continue;
    assert.deepEqual(after.get(record.id), record, 'what nobody corrected is as it was');
  }
  const changelog = await readFile(join(second.folder, 'CHANGELOG.md'), 'utf8');
  assert.match(changelog, /- labels corrected: 3\n/);
  for (const line of [
    `${moved!.id}, step 2 -> step 3`,
    `${cleared!.id}, step 2 -> correct`,
    `${clean!.id}, correct -> step 1`,
  ]) {
    assert.ok(changelog.includes(`  - \`${line}\``), line);
  }
  assert.ok(changelog.includes('- removed: 1\n'));
  const listed = await readFile(join(second.folder, 'errata.jsonl'), 'utf8');
  assert.equal(listed.trimEnd().split('\n').length, 3);
  assert.deepEqual((await verifyDataset(second.folder)).problems, []);

  // The next version has them too, without being told, and none is news in it.
  const third = await build({ folder, spec: { ...common, version: '1.2.0' } });
  assert.deepEqual(
    (await recordsIn(third.folder)).filter(({ id }) => id !== injected!.id),
    [...after.values()],
  );
  assert.equal(await readFile(join(third.folder, 'errata.jsonl'), 'utf8'), listed);
  const newest = (await readFile(join(third.folder, 'CHANGELOG.md'), 'utf8')).split('## 1.1.0')[0]!;
  assert.doesNotMatch(newest, /labels corrected/);
});

test('a first version takes corrections of its sources, and without any there is no file', async (t) => {
  const folder = await temporaryFolder(t);
  const rows = rowsOf(8).map((row) => ({ ...row, error_steps: [1], error_source: 'natural' as const }));
  await writeFile(join(folder, 'errata.jsonl'), jsonl([judgement(rows[0]!, 0)]));
  const built = await build({ folder, rows, spec: { ...common, errata: ['errata.jsonl'] } });
  const [record] = (await recordsIn(built.folder)).filter(({ id }) => id === rows[0]!.id);
  assert.deepEqual(record?.error_steps, [0]);
  const files = await publishedFiles(built.folder);
  const next = await build({ folder, spec: { ...common, version: '1.1.0' } });
  assert.deepEqual(
    (await publishedFiles(next.folder)).get('errata.jsonl'),
    files.get('errata.jsonl'),
    'the row of the source still fits the record',
  );
  const plain = await build({ folder, spec: common, out: 'plain' });
  assert.equal((await publishedFiles(plain.folder)).has('errata.jsonl'), false);
});
