// What a built dataset is good for: it is pushed whole, scores alike in every layout, and trains nobody on its test split.
import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exportFormatNamed } from '../../src/datasets/export/export.ts';
import { normalText } from '../../src/datasets/quality/normal-text.ts';
import { diffDatasets } from '../../src/publish/diff.ts';
import { parseSpec } from '../../src/publish/load-spec.ts';
import { contentHash } from '../../src/publish/publication.ts';
import { openTestGuard, trainingRecords } from '../../src/publish/training.ts';
import { trainingFormats } from '../../src/publish/training-formats.ts';
import type { ScoreObject } from '../../src/records/score.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { readInput } from '../../src/storage/input.ts';
import { isDrop } from '../../src/stream/stage.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { renumbered } from '../datasets/problem-pairs.ts';
import { collectGroups, plain } from '../support/bytes.ts';
import { jsonLines } from '../support/cli.ts';
import { sameInDuckdb, withoutDuckdb } from '../support/in-duckdb.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { build, publishedFiles, quick, recordsIn, rowsOf } from './building.ts';

const rows = rowsOf(26);
let folder = '';
let dataset = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latebench-test-'));
  const built = await build({
    folder,
    rows,
    spec: {
      critics: [{ protocol: 'first_error' }, { protocol: 'all_errors' }],
      inject: { verifyVotes: 0 },
      lengthChange: null,
      splits: { train: 0.5, dev: 0.2, test: 0.3 },
    },
  });
  dataset = built.folder;
});
after(() => rm(folder, { recursive: true, force: true }));

async function here(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const done = await runHere(args, { home: folder, env });
  assert.equal(done.code, 0, done.stderr);
  return done.stdout;
}

test('no test problem is exported for training, not even from another file', async () => {
  const inTest = (await recordsIn(dataset)).filter(({ publication }) => publication.split === 'test');
  assert.ok(inTest.length > 1);
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
  assert.equal(skipped.filter((why) => why.startsWith('its problem is in')).length, near.length);
});

test('a solution that the split has, or that a file gives twice, is exported once', async () => {
  const train = (await recordsIn(dataset)).filter(({ publication }) => publication.split === 'train');
  const { publication: _, ...copy } = train[0]!;
  const fresh = { ...rows[0], id: 'more/fresh', problem: 'Find the sum of the first 991 odd numbers.' };
  const other = { ...fresh, id: 'more/other', steps: [...fresh.steps!, 'So it is done.'] };
  const more = join(folder, 'copies.jsonl');
  const given = [{ ...copy, id: 'more/copy' }, fresh, { ...fresh, id: 'more/again' }, other];
  await writeFile(more, given.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const skipped: string[] = [];
  const kept: string[] = [];
  const options = {
    split: 'train',
    also: [more, more],
    say: () => {},
    onSkip: (why: string) => skipped.push(why),
  } as const;
  for await (const { id } of trainingRecords(dataset, options)) kept.push(id);
  assert.deepEqual(kept, [...train.map(({ id }) => id), 'more/fresh', 'more/other']);
  assert.deepEqual(skipped, Array(6).fill('the same solution is there already'));
});

test('no test problem with other numbers is exported for training from another file', async () => {
  const inTest = (await recordsIn(dataset)).filter(({ publication }) => publication.split === 'test');
  const rng = mulberry32(7);
  const others = inTest.map(({ problem, steps }, at) => ({
    ...rows[0],
    steps,
    id: `renumbered/${at}`,
    problem: renumbered(problem, rng),
  }));
  for (const [at, { problem }] of others.entries()) assert.notEqual(problem, inTest[at]?.problem);
  const file = join(folder, 'renumbered.jsonl');
  const fresh = { ...rows[0], id: 'more/fresh', problem: 'Find the sum of the first 991 odd numbers.' };
  await writeFile(file, [...others, fresh].map((row) => `${JSON.stringify(row)}\n`).join(''));
  const kept: string[] = [];
  const options = { split: 'train', also: [file], say: () => {}, onSkip: () => {} } as const;
  for await (const { id } of trainingRecords(dataset, options)) kept.push(id);
  assert.deepEqual(
    kept.filter((id) => id.startsWith('renumbered/') || id === 'more/fresh'),
    ['more/fresh'],
  );
  assert.ok(inTest.length > 1);
});

test('in no training format does a test problem come back, however it is dressed', async () => {
  const all = await recordsIn(dataset);
  const held = all.filter(({ publication }) => publication.split === 'test');
  const injected = all.find(({ publication }) => publication.part === 'general');
  assert.ok(held.length > 1 && injected !== undefined);
  const { publication: _, ...bare } = injected;
  const dresses: readonly ((problem: string) => string)[] = [
    (problem) => problem,
    (problem) => `  ${problem.toUpperCase().replaceAll(' ', '  ')}`,
    (problem) => `Problem: ${problem}`,
    (problem) => `${problem.replace(/[.?]$/, '')} now.`,
    (problem) => problem.replaceAll('$', ''),
  ];
  // Each is a record that every format takes: a wrong step, its original, an explanation.
  const dressed = held.flatMap(({ problem }, at) =>
    dresses.map((dress, way) => ({ ...bare, id: `leak/${at}/${way}`, problem: dress(problem) })),
  );
  const forged = held.map((record) => ({
    ...record,
    publication: { ...record.publication, split: 'train' },
  }));
  const fresh = { ...bare, id: 'fresh/1', problem: 'Find the sum of the first 991 odd numbers.' };
  const file = join(folder, 'leaks.jsonl');
  await writeFile(file, [...dressed, ...forged, fresh].map((row) => `${JSON.stringify(row)}\n`).join(''));
  const known = new Set(held.map(({ problem }) => normalText(problem)));
  for (const format of trainingFormats) {
    const text = await here(['dataset', 'export', dataset, '--format', format, '--also', file]);
    const ids = jsonLines(text).map(({ id, extra_info }) => String(id ?? (extra_info as { id: string }).id));
    assert.ok(ids.includes('fresh/1'), format);
    assert.deepEqual(
      ids.filter((id) => id.startsWith('leak/') || held.some((record) => record.id === id)),
      [],
      format,
    );
    JSON.parse(`[${text.trim().split('\n').join(',')}]`, (_key, value: unknown) => {
      if (typeof value !== 'string') return value;
      const words = normalText(value);
      for (const problem of known) assert.ok(!words.includes(problem), `${format}: ${value}`);
      return value;
    });
  }
});

test('training data is refused where the test split is not the published one', async () => {
  const test = (await readFile(join(dataset, 'data', 'test.jsonl'), 'utf8')).trimEnd().split('\n');
  const damages: readonly (readonly string[])[] = [[test[0]!.slice(0, 80), ...test.slice(1)], test.slice(1)];
  for (const [at, lines] of damages.entries()) {
    const damaged = join(folder, `damaged-test-${at}`);
    await cp(dataset, damaged, { recursive: true });
    await writeFile(join(damaged, 'data', 'test.jsonl'), `${lines.join('\n')}\n`);
    await assert.rejects(openTestGuard(damaged), { code: 'LB_INPUT_READ' });
    const also = join(folder, 'first-of-test.jsonl');
    await writeFile(also, `${test[0]}\n`);
    const { code, stdout, stderr } = await runHere(
      ['dataset', 'export', damaged, '--format', 'verl', '--also', also],
      { home: folder },
    );
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /test\.jsonl is not the file of version .*dataset verify/);
  }
});

test('an export does not write over a file of the dataset', async () => {
  const path = join(dataset, 'data', 'train.jsonl');
  const before = await readFile(path, 'utf8');
  const done = await runHere(['dataset', 'export', dataset, '--format', 'verl', '-o', path], {
    home: folder,
  });
  assert.equal(done.code, 2);
  assert.match(done.stderr, /train\.jsonl: it is a file of the dataset itself; name another/);
  assert.equal(await readFile(path, 'utf8'), before);
});

test('rows for training that cannot be read follow --on-error and --max-errors', async () => {
  const damaged = join(folder, 'damaged-train');
  await cp(dataset, damaged, { recursive: true });
  await appendFile(join(damaged, 'data', 'train.jsonl'), '{"id": \n');
  const also = join(folder, 'torn.jsonl');
  await writeFile(also, '{"id": \n');
  const args = ['dataset', 'export', damaged, '--format', 'verl', '--also', also];
  const kept = await runHere(args, { home: folder });
  assert.equal(kept.code, 3, kept.stderr);
  assert.match(kept.stderr, /train\.jsonl:\d+ .*LB_JSON/);
  assert.match(kept.stderr, /2 invalid records are kept in/);
  for (const more of [
    ['--on-error', 'fail'],
    ['--max-errors', '1'],
    ['--max-errors', '1%'],
  ])
    assert.notEqual((await runHere([...args, ...more], { home: folder })).code, 0, more.join(' '));
  const skipped: string[] = [];
  const options = { split: 'train', say: () => {}, onSkip: (why: string) => skipped.push(why) } as const;
  for await (const _ of trainingRecords(damaged, options));
  assert.deepEqual(skipped, ['cannot be read']);
});

test('an export says that its split is not the published one', async () => {
  const damaged = join(folder, 'short-train');
  await cp(dataset, damaged, { recursive: true });
  const train = join(damaged, 'data', 'train.jsonl');
  const lines = (await readFile(train, 'utf8')).split('\n');
  await writeFile(train, lines.slice(1).join('\n'));
  const args = ['dataset', 'export', damaged, '--format', 'verl'];
  const { code, stderr } = await runHere(args, { home: folder });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /dataset export: .*train\.jsonl is not the file of version .*dataset verify/);
  const whole = await runHere(['dataset', 'export', dataset, '--format', 'verl'], { home: folder });
  assert.doesNotMatch(whole.stderr, /is not the file/);
});

test('versions are compared by the indexes that their manifests name', async () => {
  const damaged = join(folder, 'damaged-index');
  await cp(dataset, damaged, { recursive: true });
  const index = await readFile(join(dataset, 'index.jsonl'), 'utf8');
  await writeFile(join(damaged, 'index.jsonl'), index.slice(index.indexOf('\n') + 1));
  await assert.rejects(diffDatasets(dataset, damaged), {
    code: 'LB_INPUT_READ',
    message: /index\.jsonl is not/,
  });
  await rm(join(damaged, 'manifest.json'));
  await mkdir(join(damaged, 'manifest.json'));
  await assert.rejects(diffDatasets(damaged, dataset), {
    code: 'LB_INPUT_READ',
    message: /a folder, not a file/,
  });
});

test('preference pairs are the original against the wrong step after the same beginning', async () => {
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

test('DuckDB reads the records of each split as they are in the JSONL beside it', {
  skip: withoutDuckdb,
}, async () => {
  for (const split of ['train', 'dev', 'test']) {
    const known = (await recordsIn(dataset)).filter(({ publication }) => publication.split === split);
    const rows = await sameInDuckdb(join(dataset, 'data', `${split}.parquet`));
    assert.deepEqual(rows.map(contentHash), known.map(contentHash));
  }
});

test('dataset export writes each training format and refuses the test split', async () => {
  for (const format of trainingFormats) {
    const text = await here(['dataset', 'export', dataset, '--format', format]);
    assert.ok(text.split('\n').length > 1, format);
    const path = join(folder, `${format}.parquet`);
    await here(['dataset', 'export', dataset, '--format', format, '-o', path]);
    const onBad = (): never => assert.fail('no bad row expected');
    const table = plain(await collectGroups(readInput(path, { onBad })));
    assert.deepEqual(table, jsonLines(text), format);
  }
  const refused = await runHere(['dataset', 'export', dataset, '--format', 'sft-critic', '--split', 'test'], {
    home: folder,
  });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /--split test: choose one of train, dev/);
});

test('push DIR sends exactly the files of the manifest, in one commit, and nothing that does not fit it', async (t) => {
  const hub = await startLoopbackHub(t);
  const env = { HF_ENDPOINT: hub.url, HF_TOKEN: hub.token };
  await here(['push', dataset, '--repo', 'me/late', '--create'], env);
  const repo = hub.repos.get('me/late');
  const stored = [...(repo?.commits.get(repo.refs.get('main') ?? '') ?? [])];
  const there = new Map(stored.map(([path, { bytes }]) => [path, bytes.toString('base64')]));
  assert.deepEqual(new Map([...there].sort(([a], [b]) => (a < b ? -1 : 1))), await publishedFiles(dataset));
  for (const split of ['test', 'train', 'dev']) {
    const known = (await recordsIn(dataset)).filter(({ publication }) => publication.split === split);
    const { code, stdout, stderr } = await runHere(['ingest', `hf:me/late/${split}`], { home: folder, env });
    assert.equal(code, 0, stderr);
    assert.deepEqual(jsonLines(stdout).map(contentHash), known.map(contentHash));
    assert.match(
      stderr,
      new RegExp(`data/${split}\\.parquet: read in this format; data/${split}\\.jsonl is left`),
    );
  }

  const changed = join(folder, 'changed');
  await cp(dataset, changed, { recursive: true });
  await appendFile(join(changed, 'README.md'), 'Changed by hand.\n');
  const refused = await runHere(['push', changed, '--repo', 'me/late'], { home: folder, env });
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /README\.md is not the one of the manifest/);
});

test('score, ProcessBench export and DeltaBench export agree to the last figure', async () => {
  const critiques = join(dataset, 'quality', 'critiques.jsonl');
  const ours = join(folder, 'all.jsonl');
  await writeFile(ours, (await recordsIn(dataset)).map((row) => `${JSON.stringify(row)}\n`).join(''));
  const figures = async (file: string) => {
    const score = JSON.parse(
      await here(['score', '--format', 'json', '--critiques', critiques, file]),
    ) as ScoreObject;
    return score.critics.map(({ critic, n, n_error, n_correct, n_unparsed, processbench, deltabench }) => {
      // Subsets are named by the source, which an export of another layout does not have.
      const { subsets: _, mean_of_subsets_f1: _mean, weighted_f1: _weighted, ...rest } = processbench;
      const { simple_f1_score: _simple, ...whole } = rest;
      return { critic, n, n_error, n_correct, n_unparsed, whole, deltabench };
    });
  };
  const expected = await figures(ours);
  assert.equal(expected.length, 2);
  const accuracy = expected[0]?.whole.error_acc ?? 0;
  assert.ok(accuracy > 0 && accuracy < 1, `error accuracy ${accuracy} says nothing`);
  for (const format of ['processbench', 'deltabench']) {
    const exported = join(folder, `${format}.jsonl`);
    await here(['export', '--format', format, '-o', exported, ours]);
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
