import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Columns, float32, int32, list, utf8 } from '../../../src/storage/columnar/column.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { solutionColumns } from '../../../src/storage/columnar/schema.ts';
import { collect, formats, fullRecord, scratch, writeRecords } from './support.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

for (const { ending, open, read } of formats) {
  test(`the same rows give the same ${ending} bytes, and the metadata are in them`, async (t) => {
    const folder = await scratch(t);
    const files = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const path = join(folder, `${name}.${ending}`);
        const metadata = { latebench_version: '0.1.0', manifest_sha256: 'abc' };
        await writeRecords(path, numbers(50).map(fullRecord), { metadata, rowGroupRows: 20 });
        return readFile(path);
      }),
    );
    assert.ok(files[0]!.equals(files[1]!));
    assert.match(files[0]!.toString('latin1'), /"manifest_sha256":"abc","schema_version":2/);
  });

  test(`nothing is under the name of an ${ending} file before it is whole, nor after it is given up`, async (t) => {
    const folder = await scratch(t);
    const path = join(folder, `records.${ending}`);
    await writeFile(path, 'the file of the last run');
    const sink = await open(path, solutionColumns, { rowGroupRows: 2 });
    for (const index of numbers(5)) await sink.write(fullRecord(index));
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    assert.deepEqual(names, [`records.${ending}`]);
    await sink.abort();
    await sink.abort();
    assert.deepEqual(await readdir(folder), [`records.${ending}`]);
    assert.equal(await readFile(path, 'utf8'), 'the file of the last run');
    await assert.rejects(async () => sink.write(fullRecord(0)), /the sink has been aborted/);
  });

  test(`a row that ${ending} columns cannot hold spoils the file, which is then not written`, async (t) => {
    const folder = await scratch(t);
    const columns: Columns = { id: utf8, scores: list(float32) };
    const wrong = [
      [{ id: 'b', scores: [Number.NaN] }, /row 2: column "scores" cannot hold an array/],
      [{ id: 5 }, /row 2: column "id" cannot hold a number/],
      [{ id: 'b', other: 1 }, /row 2: column "other" does not exist/],
    ] as const;
    for (const [row, message] of wrong) {
      const sink = await open(join(folder, `rows.${ending}`), columns, { rowGroupRows: 1 });
      await sink.write({ id: 'a', scores: new Float32Array([0.5, 1]) });
      await assert.rejects(async () => sink.write(row), { code: 'LB_SCHEMA', message });
      await assert.rejects(sink.close(), message);
    }
    assert.deepEqual(await readdir(folder), []);
  });

  test(`${ending} is written where a link points to, and not over a directory or a device`, async (t) => {
    const folder = await scratch(t);
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', `x.${ending}`), '');
    const link = join(folder, `link.${ending}`);
    await symlink(join(folder, 'real', `x.${ending}`), link);
    await writeRecords(link, [fullRecord(1)]);
    assert.equal((await collect(read(join(folder, 'real', `x.${ending}`)))).length, 1);
    await assert.rejects(open(join(folder, 'real'), solutionColumns), { code: 'LB_OUTPUT' });
    await assert.rejects(open('/dev/null', solutionColumns), { code: 'LB_OUTPUT' });
    await assert.rejects(open(join(folder, 'none', 'x'), solutionColumns), /its folder does not exist/);
  });
}

for (const { ending, open } of formats) {
  test(`those who wait for an ${ending} sink are told when it is given up`, async (t) => {
    const folder = await scratch(t);
    const sink = await open(join(folder, `rows.${ending}`), solutionColumns, { rowGroupRows: 1 });
    const told = Promise.allSettled(numbers(5).map(async (index) => sink.write(fullRecord(index))));
    await sink.abort();
    for (const result of await told) {
      if (result.status === 'rejected') assert.equal(result.reason.code, 'LB_ABORTED');
    }
    assert.deepEqual(await readdir(folder), []);
  });
}

test('rows written without waiting are all there, in their order', async (t) => {
  const path = join(await scratch(t), 'rows.parquet');
  const sink = await openParquetSink(path, { id: int32 }, { rowGroupRows: 3 });
  const written = numbers(20).map((id) => sink.write({ id }));
  assert.equal((await sink.close()).rows, 20);
  await Promise.all(written);
  const rows = await collect(formats[0].read(path));
  assert.deepEqual(
    rows.map(({ id }) => id),
    numbers(20),
  );
});

test('row groups end at the limit of rows or of bytes, whichever comes first', async (t) => {
  const path = join(await scratch(t), 'rows.parquet');
  const columns: Columns = { id: int32, text: utf8 };
  const sink = await openParquetSink(path, columns, { rowGroupRows: 4, rowGroupBytes: 1000 });
  const sizes = [1, 1, 1, 1, 1, 600, 600, 1, 5000, 1, 1, 1, 1];
  for (const [id, size] of sizes.entries()) await sink.write({ id, text: 'x'.repeat(size) });
  await sink.close();
  const groups = await Promise.all(
    [[0], [1], [2], [3, 0]].map(async (rowGroups) => {
      const rows = await collect(formats[0].read(path, { rowGroups, columns: ['id'] }));
      return rows.map(({ id }) => id);
    }),
  );
  assert.deepEqual(groups, [
    [0, 1, 2, 3],
    [4, 5, 6],
    [7, 8],
    [9, 10, 11, 12, 0, 1, 2, 3],
  ]);
  await assert.rejects(collect(formats[0].read(path, { rowGroups: [1, 4] })), {
    code: 'LB_USAGE',
    message: /no row group 4; it has 4, counted from 0/,
  });
});

test('a full disk is told as such, and no file is left', async (t) => {
  const folder = await scratch(t);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    t.skip('needs the right to mount a small tmpfs');
    return;
  }
  try {
    for (const { ending, open } of formats) {
      const sink = await open(join(folder, `records.${ending}`), solutionColumns, { rowGroupRows: 1 });
      const fill = async (): Promise<void> => {
        for (let index = 0; ; index += 1) {
          // Text that does not compress.
          const problem = Array.from({ length: 4000 }, (_, at) => ((at * index * 7919) % 9973).toString(36));
          await sink.write({ ...fullRecord(index), problem: problem.join('') });
        }
      };
      await assert.rejects(fill(), { code: 'LB_DISK_FULL' });
      await assert.rejects(sink.close(), { code: 'LB_DISK_FULL' });
      assert.deepEqual(await readdir(folder), []);
    }
  } finally {
    execFileSync('umount', ['--lazy', folder]);
  }
});
