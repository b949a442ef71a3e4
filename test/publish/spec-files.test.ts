// The files of a spec may be named as those of a pipeline: by absolute paths and by addresses of the hub.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadSpec } from '../../src/publish/load-spec.ts';
import { recordHash } from '../../src/records/record-hash.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { quick, recordsIn, rowsOf } from './building.ts';

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('sources, exclude, comments and decisions come from the hub and from absolute paths', async (t) => {
  const hub = await startLoopbackHub(t);
  const home = await temporaryFolder(t);
  const rows = rowsOf(24);
  const [asked, unwanted, excluded] = rows;
  const note = (record: (typeof rows)[number], more: object): object => ({
    record_id: record!.id,
    record_hash: recordHash(record!),
    annotator: 'ann',
    ...more,
  });
  const commit = hub.put('o/problems', {
    'rows.jsonl': lines(rows.slice(0, 12)),
    'notes/decisions.jsonl': lines([note(unwanted!, { kind: 'decision', decision: 'no' })]),
    'exclude.jsonl': lines([excluded!]),
  });
  const [more, comments] = [join(home, 'far', 'more.jsonl'), join(home, 'far', 'comments.jsonl')];
  await mkdir(join(home, 'far'));
  await writeFile(more, lines(rows.slice(12)));
  await writeFile(
    comments,
    lines([note(asked!, { kind: 'comment', comment: 'a sign error', target_step: 3 })]),
  );
  await mkdir(join(home, 'spec'));
  const spec = join(home, 'spec', 'spec.json');
  await writeFile(
    spec,
    JSON.stringify({
      ...quick,
      sources: [{ file: 'hf:o/problems/rows.jsonl' }, { file: more }],
      exclude: ['hf:o/problems/exclude.jsonl'],
      comments: [comments],
      decisions: ['hf:o/problems/notes/decisions.jsonl'],
      lengthChange: null,
      errorShare: null,
      critics: [],
    }),
  );
  const args = ['dataset', 'build', spec, '-o', join(home, 'out'), '--endpoint', 'sim', '--progress', 'off'];
  const { code, stderr } = await runHere(args, { home, env: { HF_ENDPOINT: hub.url } });
  assert.equal(code, 0, stderr);
  const { sources } = JSON.parse(await readFile(join(home, 'out', 'manifest.json'), 'utf8'));
  assert.deepEqual(
    sources.map((source: { source: string; rows: number; bytes: number }) => [source.source, source.rows]),
    [
      [`hf:o/problems@${commit}/rows.jsonl`, 12],
      ['more.jsonl', 12],
    ],
  );
  assert.match(sources[0].sha256, /^[0-9a-f]{64}$/);
  assert.equal(sources[0].bytes, lines(rows.slice(0, 12)).length);
  const published = await recordsIn(join(home, 'out'));
  const ids = published.map(({ id }) => id);
  assert.ok(!ids.includes(unwanted!.id), 'decided against');
  assert.ok(!ids.includes(excluded!.id), 'excluded');
  assert.ok(ids.some((id) => rows.slice(0, 12).some((row) => row.id === id)));
  assert.ok(ids.some((id) => rows.slice(12).some((row) => row.id === id)));
});

test('a malformed address and a missing absolute file are reported before anything runs', async (t) => {
  const home = await temporaryFolder(t);
  const path = join(home, 'spec.json');
  for (const [file, code] of [
    ['hf:nothing', 'LB_USAGE'],
    [join(home, 'absent.jsonl'), 'LB_INPUT_MISSING'],
  ] as const) {
    await writeFile(path, JSON.stringify({ ...quick, sources: [{ file }] }));
    await assert.rejects(loadSpec(path), { code });
  }
});
