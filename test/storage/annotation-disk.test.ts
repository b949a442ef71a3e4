// What an annotation file holds when a disk is full, writes in pieces or fails, and when somebody replaces the file: a line
// that was acknowledged is on the disk, and one that was refused is not in the file.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Annotation } from '../../src/records/annotation.ts';
import {
  annotationFile,
  annotationFiles,
  appendAnnotation,
  appendLines,
  flushAnnotations,
  jsonLinesIn,
  readAnnotations,
} from '../../src/storage/annotations.ts';
import { flushesFolders } from '../../src/storage/platform.ts';
import { temporaryFolder } from '../support/temporary.ts';

const line = (record_id: string): Annotation => ({
  record_id,
  annotator: 'anna',
  kind: 'decision',
  decision: 'yes',
});
const failure = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code} of the disk`), { code });
const bytesOf = (bytes: unknown): Buffer => bytes as Buffer;
const recordsIn = (path: string): unknown[] =>
  jsonLinesIn(fs.readFileSync(path, 'utf8')).map(({ value }) => (value as Annotation).record_id);

/** Puts another function in the place of one of `node:fs` until the returned one is called, or the test ends. */
function replace<Name extends 'writeSync' | 'fsyncSync'>(
  t: TestContext,
  name: Name,
  by: (...args: Parameters<(typeof fs)[Name]>) => unknown,
): () => void {
  const own = fs[name];
  const restore = (): void => {
    fs[name] = own;
    syncBuiltinESMExports();
  };
  fs[name] = by as (typeof fs)[Name];
  syncBuiltinESMExports();
  t.after(restore);
  return restore;
}

test('a line that does not fit is taken back with its first part, and the next one follows the last whole one', async (t) => {
  const folder = await temporaryFolder(t);
  const path = annotationFile(folder, 'anna');
  const write = fs.writeSync;
  for (const before of [[], ['a'], ['a', 'b']]) {
    fs.rmSync(path, { force: true });
    for (const id of before) appendAnnotation(folder, line(id));
    for (const [code, expected] of [
      ['ENOSPC', 'LB_DISK_FULL'],
      ['EIO', 'LB_OUTPUT'],
    ] as const) {
      let written = 0;
      const restore = replace(t, 'writeSync', (file, bytes) => {
        written += 1;
        if (written > 1) throw failure(code);
        return write(file, bytesOf(bytes), 0, 10);
      });
      assert.throws(
        () => appendAnnotation(folder, line('lost')),
        (error: Error & { code: string }) => error.code === expected && error.message.includes(path),
      );
      restore();
      assert.deepEqual(recordsIn(path), before);
    }
    appendAnnotation(folder, line('z'));
    assert.deepEqual(recordsIn(path), [...before, 'z']);
  }
});

test('a line that is refused does not take those with it that another process has added behind it', async (t) => {
  const folder = await temporaryFolder(t);
  const path = annotationFile(folder, 'anna');
  appendAnnotation(folder, line('a'));
  const restore = replace(t, 'fsyncSync', () => {
    fs.appendFileSync(path, `${JSON.stringify(line('theirs'))}\n`);
    throw failure('EIO');
  });
  assert.throws(() => appendAnnotation(folder, line('b')), { code: 'LB_OUTPUT' });
  restore();
  assert.deepEqual(recordsIn(path), ['a', 'b', 'theirs']);
});

test('a line that the disk does not confirm is taken back', async (t) => {
  const folder = await temporaryFolder(t);
  const path = annotationFile(folder, 'anna');
  appendAnnotation(folder, line('a'));
  const restore = replace(t, 'fsyncSync', () => {
    throw failure('EIO');
  });
  assert.throws(() => appendAnnotation(folder, line('b')), { code: 'LB_OUTPUT', message: /EIO of the disk/ });
  assert.throws(() => flushAnnotations(folder, 'anna'), { code: 'LB_OUTPUT' });
  restore();
  assert.deepEqual(recordsIn(path), ['a']);
});

test('a line is whole where the system writes it in pieces', async (t) => {
  const folder = await temporaryFolder(t);
  const write = fs.writeSync;
  const restore = replace(t, 'writeSync', (file, bytes, offset) => {
    const from = typeof offset === 'number' ? offset : 0;
    return write(file, bytesOf(bytes), from, Math.min(3, bytesOf(bytes).length - from));
  });
  appendAnnotation(folder, line('ü'));
  appendAnnotation(folder, line('b'));
  restore();
  assert.equal(
    fs.readFileSync(annotationFile(folder, 'anna'), 'utf8'),
    `${JSON.stringify(line('ü'))}\n${JSON.stringify(line('b'))}\n`,
  );
});

test('a line is on the disk when its writer continues, and the name of a new file too', async (t) => {
  const folder = join(await temporaryFolder(t), 'new', 'folder');
  const path = annotationFile(folder, 'anna');
  const flush = fs.fsyncSync;
  let flushed: string[] = [];
  const nameOf = (fd: number): string =>
    fs.fstatSync(fd).isDirectory() ? 'folder' : `file of ${fs.fstatSync(fd).size}`;
  const restore = replace(t, 'fsyncSync', (fd) => {
    flushed.push(nameOf(fd));
    flush(fd);
  });
  const flushedBy = (act: () => void): string[] => {
    flushed = [];
    act();
    return flushed;
  };
  const size = Buffer.byteLength(`${JSON.stringify(line('a'))}\n`);
  const folders = flushesFolders ? ['folder'] : [];
  assert.deepEqual(
    flushedBy(() => appendAnnotation(folder, line('a'))),
    [`file of ${size}`, ...folders],
  );
  assert.deepEqual(
    flushedBy(() => appendAnnotation(folder, line('b'))),
    [`file of ${2 * size}`],
  );
  assert.deepEqual(
    flushedBy(() => flushAnnotations(folder, 'anna')),
    [`file of ${2 * size}`, ...folders],
  );
  restore();
  assert.deepEqual(recordsIn(path), ['a', 'b']);
});

test('files and folders are closed again, after failures too', async (t) => {
  const folder = await temporaryFolder(t);
  appendAnnotation(folder, line('a'));
  /** The numbers that the next files get: one that is still open has none of them. */
  const next = (): number[] => {
    const files = Array.from({ length: 10 }, () => fs.openSync(folder, 'r'));
    for (const file of files) fs.closeSync(file);
    return files;
  };
  const free = next();
  appendAnnotation(folder, line('b'));
  appendAnnotation(folder, { ...line('b'), annotator: 'ben' });
  flushAnnotations(folder, 'anna');
  const restore = replace(t, 'fsyncSync', () => {
    throw failure('EIO');
  });
  for (const act of [
    () => appendAnnotation(folder, line('c')),
    () => appendAnnotation(folder, { ...line('c'), annotator: 'cem' }),
    () => flushAnnotations(folder, 'anna'),
  ])
    assert.throws(act, { code: 'LB_OUTPUT' });
  restore();
  assert.deepEqual(next(), free);
});

test('lines are in the file that has the name in the end, also where it is replaced or removed meanwhile', async (t) => {
  const folder = await temporaryFolder(t);
  const path = annotationFile(folder, 'anna');
  const flush = fs.fsyncSync;
  for (const [times, removed] of [
    [0, false],
    [1, false],
    [3, false],
    [1, true],
  ] as const) {
    fs.rmSync(path, { force: true });
    appendAnnotation(folder, line('a'));
    let left: number = times;
    const restore = replace(t, 'fsyncSync', (fd) => {
      flush(fd);
      if (left === 0) return;
      left -= 1;
      if (removed) fs.rmSync(path);
      else {
        fs.writeFileSync(`${path}.new`, `${JSON.stringify(line('a'))}\n`);
        fs.renameSync(`${path}.new`, path);
      }
    });
    appendLines(path, folder, `${JSON.stringify(line('b'))}\n${JSON.stringify(line('c'))}\n`);
    restore();
    assert.deepEqual(recordsIn(path), removed ? ['b', 'c'] : ['a', 'b', 'c'], `${times}`);
  }
});

test('a file that is replaced each time is given up with LB_BUSY', async (t) => {
  const folder = await temporaryFolder(t);
  const path = annotationFile(folder, 'anna');
  let tries = 0;
  const restore = replace(t, 'fsyncSync', () => {
    tries += 1;
    fs.writeFileSync(`${path}.new`, 'x\n');
    fs.renameSync(`${path}.new`, path);
  });
  assert.throws(() => appendAnnotation(folder, line('b')), {
    code: 'LB_BUSY',
    message: `${path} is replaced again and again: try again later`,
  });
  restore();
  assert.ok(tries >= 100 && tries < 110, `${tries}`);
});

test('lines have the numbers that an editor shows, and blank ones are none', () => {
  assert.deepEqual(jsonLinesIn('\n{"a":1}\n \t\nnot JSON\n7'), [
    { line: 2, value: { a: 1 }, bad: false },
    { line: 4, value: 'not JSON', bad: true },
    { line: 5, value: 7, bad: false },
  ]);
  assert.deepEqual(jsonLinesIn(''), []);
});

test('a line that is no annotation is named with its place and its field', async (t) => {
  const path = join(await temporaryFolder(t), 'anna.jsonl');
  const lines = [
    '{',
    '"text"',
    JSON.stringify({ ...line('a'), propagated_steps: [0, -1] }),
    JSON.stringify({ ...line('a'), kind: 'x' }),
    JSON.stringify(line('a')),
  ];
  fs.writeFileSync(path, lines.join('\n'));
  const { bad, annotations, lines: count } = await readAnnotations([path]);
  assert.equal(count, 5);
  assert.deepEqual(annotations, [line('a')]);
  assert.deepEqual(
    bad.map((one) => one.replace(path, '').split(': ').slice(0, 2).join(': ')),
    [':1: not JSON', ':2: line', ':3: propagated_steps.1', ':4: kind'],
  );
  for (const one of bad.slice(1)) assert.match(one, /: must be .+, not .+$/);
});

test('a file that is not there, or is none, is an error with a code', async (t) => {
  const folder = await temporaryFolder(t);
  const none = join(folder, 'none.jsonl');
  await assert.rejects(readAnnotations([none]), {
    code: 'LB_INPUT_MISSING',
    message: `${none}: no such file`,
  });
  await assert.rejects(readAnnotations([folder]), { code: 'LB_INPUT_READ' });
});

test('a name that is no file name is in the message, with what a name may have', () => {
  assert.throws(() => annotationFile('x', 'a/b'), {
    message: 'annotator "a/b": use letters, digits, blanks, . _ @ - (64 at most)',
  });
  assert.equal(annotationFile('x', 'anna b'), join('x', 'anna b.jsonl'));
});

test('the files of a folder are read in the order of their names, whatever order the folder has', async (t) => {
  const folder = await temporaryFolder(t);
  const names = Array.from({ length: 23 }, (_, at) => `p${String((at * 7) % 23).padStart(2, '0')}`).concat(
    'x'.repeat(64),
  );
  for (const name of names) appendLines(annotationFile(folder, name), folder, '{}\n');
  const paths = names.toSorted().map((name) => annotationFile(folder, name));
  assert.deepEqual(await annotationFiles(folder), paths);
});
