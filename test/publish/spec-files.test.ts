// The files of a spec may be named as those of a pipeline: by absolute paths and by addresses of the hub.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { licencesIn } from '../../src/datasets/hub/card-licence.ts';
import { loadSpec, parseSpec } from '../../src/publish/load-spec.ts';
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
    ['hf:/nothing', 'LB_USAGE'],
    [join(home, 'absent.jsonl'), 'LB_INPUT_MISSING'],
  ] as const) {
    await writeFile(path, JSON.stringify({ ...quick, sources: [{ file }] }));
    await assert.rejects(loadSpec(path), { code });
  }
});

test('a pattern names files in their order, each in the manifest, and a mapping reads rows of your own', async (t) => {
  const home = await temporaryFolder(t);
  const rows = rowsOf(12);
  await mkdir(join(home, 'parts', 'deep'), { recursive: true });
  for (const [path, some] of [
    ['parts/p-10.jsonl', rows.slice(4, 6)],
    ['parts/p-2.jsonl', rows.slice(0, 4)],
    ['parts/deep/p-1.jsonl', rows.slice(6, 8)],
  ] as const)
    await writeFile(join(home, path), lines(some));
  const own = rows.slice(8).map(({ problem, steps }, at) => ({
    task: { text: problem },
    runs: [{ out: steps.map((text) => ({ t: text })) }],
    mark: at === 0 ? 2 : -1,
    n: at,
  }));
  await writeFile(join(home, 'own.jsonl'), lines(own));
  const spec = {
    ...quick,
    sources: [
      { file: 'parts/*.jsonl', licence: 'mit' },
      { file: join(home, 'parts', '**', 'p-1.jsonl') },
      {
        file: 'own.jsonl',
        mapping: {
          problem: 'task.text',
          steps: 'runs[0].out[*].t',
          label: 'mark',
          label_kind: 'index',
          label_base: 1,
          id: 'n',
        },
      },
    ],
    errorShare: null,
    critics: [],
    parts: { general: false, manual: false },
  };
  const path = join(home, 'spec.json');
  await writeFile(path, JSON.stringify(spec));
  const args = ['dataset', 'build', path, '-o', join(home, 'out'), '--endpoint', 'sim', '--progress', 'off'];
  const { code, stderr } = await runHere(args, { home });
  assert.equal(code, 0, stderr);
  const { sources } = JSON.parse(await readFile(join(home, 'out', 'manifest.json'), 'utf8'));
  const [parts, deep] = sources;
  assert.equal(parts.source, 'parts/*.jsonl');
  assert.deepEqual(
    parts.files.map((file: { source: string }) => file.source),
    ['parts/p-2.jsonl', 'parts/p-10.jsonl'],
  );
  for (const file of parts.files) assert.match(file.sha256, /^[0-9a-f]{64}$/);
  assert.deepEqual([deep.source, deep.rows], ['p-1.jsonl', 2]);
  assert.equal(parts.rows, 6);
  const natural = (await recordsIn(join(home, 'out'))).filter(
    ({ publication }) => publication.part === 'natural',
  );
  assert.deepEqual(
    natural.map(({ problem, error_steps }) => [problem, error_steps]),
    [[rows[8]!.problem, [1]]],
  );

  await writeFile(path, JSON.stringify({ ...spec, sources: [{ file: 'parts/*.csv' }] }));
  await assert.rejects(loadSpec(path), {
    code: 'LB_INPUT_MISSING',
    message: /parts\/\*\.csv: no file matches it/,
  });
});

test('a licence that a source forbids stops the build, unless the permission is stated', () => {
  const source = (licence: string, more: object = {}) => ({ file: 'rows.jsonl', licence, ...more });
  const parsed = (licence: string, ...sources: ReturnType<typeof source>[]) =>
    parseSpec({ ...quick, licence, sources }, 'spec.json');
  for (const [theirs, ours, words] of [
    [
      'cc-by-nc-4.0',
      'mit',
      /sources\.1 \(rows\.jsonl\): cc-by-nc-4\.0 forbids commercial use, and the dataset is mit/,
    ],
    ['cc-by-sa-4.0', 'cc-by-4.0', /asks for the same licence \(cc-by-sa\)/],
    ['cc-by-nc-sa-4.0', 'cc-by-sa-4.0', /asks for the same licence \(cc-by-nc-sa\)/],
    ['cc-by-nd-4.0', 'cc-by-nd-4.0', /allows no derived data/],
    ['gpl-3.0', 'mit', /asks for the same licence \(gpl-3\.0\)/],
    ['Apache-2.0', 'cc0-1.0', /asks to name its authors/],
  ] as const) {
    assert.throws(() => parsed(ours, source('mit'), source(theirs)), { code: 'LB_CONFIG', message: words });
    parsed(ours, source(theirs, { permission: 'by letter of the authors' }));
  }
  for (const [theirs, ours] of [
    ['mit', 'mit'],
    ['apache-2.0', 'cc-by-4.0'],
    ['cc0-1.0', 'mit'],
    ['cc-by-sa-3.0', 'cc-by-sa-4.0'],
    ['cc-by-nc-4.0', 'cc-by-nc-sa-4.0'],
    ['a licence of our own', 'mit'],
    ['constructor', 'mit'],
    ['mit', '__proto__'],
  ] as const) {
    parsed(ours, source(theirs));
  }
});

test('the licence of a source on the hub is read from its card, and a conflict ends the build before its first call', async (t) => {
  const hub = await startLoopbackHub(t);
  const home = await temporaryFolder(t);
  const card = (licence: string): string =>
    `---\npretty_name: "x: y"\n${licence}\ntags:\n- math\n---\n# A card\n`;
  hub.put('o/free', { 'rows.jsonl': lines(rowsOf(12)), 'README.md': card('license: mit') });
  hub.put('o/closed', {
    'rows.jsonl': lines(rowsOf(4, 2)),
    'README.md': card('license:\n- mit\n- cc-by-nc-4.0'),
  });
  const spec = join(home, 'spec.json');
  const out = join(home, 'out');
  const run = async (...sources: object[]) => {
    await writeFile(spec, JSON.stringify({ ...quick, sources, critics: [], inject: { verifyVotes: 0 } }));
    const args = ['dataset', 'build', spec, '-o', out, '--endpoint', 'sim', '--progress', 'off'];
    return runHere(args, { home, env: { HF_ENDPOINT: hub.url } });
  };
  const [free, closed] = [{ file: 'hf:o/free' }, { file: 'hf:o/closed' }];
  const refused = await run(free, closed);
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /sources\.1 \(hf:o\/closed\): cc-by-nc-4\.0 forbids commercial use, and the dataset is mit/,
  );
  const stated = await run(free, { ...closed, permission: 'the authors agreed' });
  assert.equal(stated.code, 0, stated.stderr);
  const { sources } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
  assert.deepEqual(
    sources.map(({ licence }: { licence: unknown }) => licence),
    ['mit', 'mit, cc-by-nc-4.0'],
  );
  const [record] = await recordsIn(out);
  assert.match(String(record!.publication.licence), /^mit/);
  assert.match(await readFile(join(out, 'README.md'), 'utf8'), /cc-by-nc-4\.0/);
  const told = await run({ ...free, licence: 'cc0-1.0' });
  assert.match(told.stderr, /hf:o\/free: its card says mit, the spec cc0-1\.0, which counts/);
});

test('licences are found in cards however they are written', () => {
  const card = (text: string): string => `---\n${text}\n---\nbody\nlicense: gpl-3.0\n`;
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['license: MIT # as is', ['mit']],
    ['license: "cc-by-4.0"', ['cc-by-4.0']],
    ['license: [mit, apache-2.0]\nlanguage: en', ['mit', 'apache-2.0']],
    ['language:\n- en\nlicense:\n  - cc-by-sa-4.0\n  - odc-by\ntags:\n  - x', ['cc-by-sa-4.0', 'odc-by']],
    ['language: en', []],
    ['configs:\n- license: mit', []],
  ];
  for (const [text, expected] of cases) {
    assert.deepEqual(licencesIn(card(text)), expected, text);
    assert.deepEqual(licencesIn(card(text).replaceAll('\n', '\r\n')), expected, text);
  }
  assert.deepEqual(licencesIn('license: mit\n'), []);
});
