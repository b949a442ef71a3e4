import assert from 'node:assert/strict';
import { Transform } from 'node:stream';
import { test } from 'node:test';
import { openQuarantine } from '../../src/storage/quarantine.ts';
import type { Row } from '../../src/storage/rows.ts';
import type { Sink } from '../../src/storage/sink.ts';
import { createErrorPolicy, type ErrorPolicy } from '../../src/stream/error-policy.ts';
import { oneGroup, type Pass, passRecords } from '../../src/stream/pass.ts';
import { createTally } from '../../src/stream/tally.ts';

/** Notes what is done with it. */
function notingSink(log: string[]): Sink {
  return {
    write: (row) => void log.push(`wrote ${(row as { n: number }).n}`),
    close: async () => {
      log.push('closed');
      return { rows: 0, bytes: 0 };
    },
    abort: async () => void log.push('aborted'),
  };
}

function policy(): ErrorPolicy {
  return createErrorPolicy({
    onError: 'fail',
    maxErrors: undefined,
    quarantine: openQuarantine('never-made.jsonl'),
    say: () => {},
  });
}

function passed(log: string[], abandon: AbortSignal, more: Partial<Pass>): ReturnType<typeof passRecords> {
  const stopReading = new AbortController().signal;
  return passRecords(
    { groups: oneGroup([{ n: 1 }, { n: 2 }] as readonly Row[]), links: [], sink: notingSink(log), ...more },
    { policy: policy(), tally: createTally(), stopReading, abandon, onStop: () => {} },
  );
}

test('a pass that is abandoned ends when whoever judges its last record has ended', async () => {
  const log: string[] = [];
  const abandoned = new AbortController();
  const accept = async (): Promise<boolean> => {
    abandoned.abort();
    await new Promise((resolve) => setTimeout(resolve, 30));
    log.push('judged');
    return true;
  };
  assert.equal(await passed(log, abandoned.signal, { accept }), 'abandoned');
  log.push('over');
  assert.deepEqual(log, ['judged', 'aborted', 'over']);
});

test('a record that cannot be judged after that is no error of the pass', async () => {
  const log: string[] = [];
  const abandoned = new AbortController();
  const accept = async (): Promise<boolean> => {
    abandoned.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw new Error('too late');
  };
  assert.equal(await passed(log, abandoned.signal, { accept }), 'abandoned');
  assert.deepEqual(log, ['aborted']);
});

test('where a part of a pass cannot be opened, those before it and the sink are ended first', async () => {
  const log: string[] = [];
  const kept = new Transform({
    objectMode: true,
    destroy(error, callback) {
      log.push('ended');
      callback(error);
    },
  });
  const links = [
    { keep: async () => kept },
    {
      keep: async (): Promise<Transform> => {
        throw new Error('no space left on device');
      },
    },
  ];
  await assert.rejects(passed(log, new AbortController().signal, { links }), /no space left/);
  assert.deepEqual(log, ['ended', 'aborted']);
});
