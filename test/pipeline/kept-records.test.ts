// Records that a pipeline keeps behind a stage, on a disk that is full.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepRecords } from '../../src/pipeline/stage-files.ts';
import { onSmallDisk } from '../support/small-disk.ts';

test('a disk that is full is met by the stream whose records find no room, whenever they were written', (t) =>
  onSmallDisk(t, '256k', async (disk) => {
    const path = join(disk, '1-inject.jsonl.gz');
    const records = Array.from({ length: 30 }, (_, n) => ({
      id: `${n}`,
      problem: randomBytes(20_000).toString('hex'),
    }));
    /** Slower than the sink gathers records: what an earlier one met is told to a later one. */
    const slow = new Transform({
      objectMode: true,
      transform: (record, _encoding, done) => void sleep(120).then(() => done(null, record), done),
    });
    const end = new Writable({ objectMode: true, write: (_record, _encoding, done) => done() });
    const running = pipeline(Readable.from(records), slow, await keepRecords(path, () => true), end);
    await assert.rejects(running, { code: 'LB_DISK_FULL' });
    assert.deepEqual(readdirSync(disk), []);
  }));
