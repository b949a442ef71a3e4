// Who listens while a run works: its event file and its metrics, which end with it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { publish } from '../../src/endpoints/events.ts';
import { openListeners } from '../../src/executor/listeners.ts';
import { temporaryFolder } from '../support/temporary.ts';

const pace = () => publish(() => ({ type: 'pace', role: 'critic', limit: 3, reason: 'slow' }));

test('a run with a folder writes its events there until it ends, and serves metrics only where asked', async (t) => {
  const runFolder = await temporaryFolder(t);
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const listeners = await openListeners({ metricsPort: undefined, runFolder, say });
  pace();
  await listeners.close();
  pace();
  const lines = (await readFile(join(runFolder, 'events.jsonl'), 'utf8')).trim().split('\n');
  const events = lines.map((line) => JSON.parse(line) as { type: string; limit?: number });
  assert.equal(events.filter(({ type, limit }) => type === 'pace' && limit === 3).length, 1);
  assert.deepEqual(said, []);
});

test('metrics are served where the run says, and no longer after its end', async (t) => {
  const folder = await temporaryFolder(t);
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const listeners = await openListeners({ metricsPort: 0, runFolder: undefined, say });
  assert.match(said[0]!, /^metrics: http:\/\/127\.0\.0\.1:\d+\S*$/);
  const url = said[0]!.slice('metrics: '.length);
  assert.equal((await fetch(url)).status, 200);
  await listeners.close();
  await assert.rejects(fetch(url));
  assert.equal(existsSync(join(folder, 'events.jsonl')), false);
});
