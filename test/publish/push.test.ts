// A dataset is pushed by its folder: what the manifest names, and nothing that does not fit it.
import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../datasets/hub/run-here.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, publishedFiles, rowsOf } from './building.ts';

const spec = { parts: { general: false, manual: false }, errorShare: null, critics: [] };

test('push DIR sends exactly the files of the manifest, in one commit', async (t) => {
  const hub = await startLoopbackHub(t);
  const folder = await temporaryFolder(t);
  const { folder: dataset } = await build({ folder, rows: rowsOf(20), spec });
  const env = { HF_ENDPOINT: hub.url, HF_TOKEN: hub.token };
  const pushed = await runHere(['push', dataset, '--repo', 'me/late', '--create'], { home: folder, env });
  assert.equal(pushed.code, 0, pushed.stderr);
  const repo = hub.repos.get('me/late');
  const stored = [...(repo?.commits.get(repo.refs.get('main') ?? '') ?? [])];
  const there = new Map(stored.map(([path, { bytes }]) => [path, bytes.toString('base64')]));
  const here = await publishedFiles(dataset);
  assert.deepEqual(new Map([...there].sort(([a], [b]) => (a < b ? -1 : 1))), here);
  const read = await runHere(['ingest', 'hf:me/late/data/test.parquet'], { home: folder, env });
  assert.equal(read.code, 0, read.stderr);

  await appendFile(join(dataset, 'README.md'), 'Changed by hand.\n');
  const refused = await runHere(['push', dataset, '--repo', 'me/late'], { home: folder, env });
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /README\.md is not the one of the manifest/);
});
