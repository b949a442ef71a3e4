import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import {
  describeError,
  exitCodeOf,
  exitCodes,
  fromPlainError,
  isLateBenchError,
  LateBenchError,
  toPlainError,
} from '../src/errors.ts';
import { ParquetClient } from '../src/storage/columnar/parquet-client.ts';
import { temporaryFolder } from './support/temporary.ts';

test('an error of a worker thread is one of ours here, with its code, its exit code and its cause', async (t) => {
  const path = join(await temporaryFolder(t), 'none.parquet');
  const client = new ParquetClient();
  t.after(() => client.stop());
  const reply = await client.ask({ open: path, whole: { bytes: 0, rows: 0 } });
  assert.ok(reply.kind === 'failed');
  const error = fromPlainError(reply.error);
  assert.ok(isLateBenchError(error));
  assert.equal(error.code, 'LB_INPUT_MISSING');
  assert.equal(exitCodeOf(error), exitCodes.usage);
  assert.equal(error.message, `${path}: no such file`);
  assert.equal((error.cause as NodeJS.ErrnoException).code, 'ENOENT');
});

test('an error keeps what it says as plain data, also through JSON', () => {
  const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const where = { source: 'a.jsonl', line: 3, byte: 120 };
  const error = new LateBenchError('LB_DISK_FULL', 'the disk is full', { retry: 'transient', where, cause });
  for (const plain of [
    structuredClone(toPlainError(error)),
    JSON.parse(JSON.stringify(toPlainError(error))),
  ]) {
    const again = fromPlainError(plain);
    assert.ok(isLateBenchError(again) && again instanceof LateBenchError);
    assert.equal(describeError(again), describeError(error));
    assert.equal(exitCodeOf(again), exitCodes.diskFull);
    assert.equal(again.retry, 'transient');
    assert.deepEqual(again.where, where);
    assert.deepEqual(again.cause, cause);
  }
});

test('other errors and other values do not become ours', () => {
  const error = fromPlainError(toPlainError(new TypeError('x is not a function')));
  assert.ok(!isLateBenchError(error));
  assert.equal(`${error}`, 'TypeError: x is not a function');
  assert.equal(fromPlainError(toPlainError('a text that was thrown')).message, 'a text that was thrown');
  assert.equal(exitCodeOf(error), exitCodes.failure);
});

test('causes that lead back to themselves end', () => {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  assert.equal(fromPlainError(toPlainError(error)).message, 'a');
});

test('an error of another copy of the module is one of ours', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'copy'));
  const copy = join(folder, 'copy/errors.ts');
  await cp(new URL('../src/errors.ts', import.meta.url), copy);
  const other: typeof import('../src/errors.ts') = await tsImport(pathToFileURL(copy).href, import.meta.url);
  const error = new other.LateBenchError('LB_BUDGET', 'spent');
  assert.ok(!(error instanceof LateBenchError));
  assert.ok(isLateBenchError(error));
  assert.equal(exitCodeOf(error), exitCodes.stopped);
  assert.ok(isLateBenchError(fromPlainError(toPlainError(error))));
});
