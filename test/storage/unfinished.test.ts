import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { openOutput, outputEndings } from '../../src/storage/output.ts';
import { runStream } from '../../src/stream/run.ts';
import { sinkStream } from '../../src/stream/sink-stream.ts';
import { createTally } from '../../src/stream/tally.ts';
import { compiledScript } from '../support/compiled-script.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { fullRecord } from './columnar/support.ts';

const script = await compiledScript(new URL('./write-outputs.ts', import.meta.url));

test('a process that is killed leaves no file of the final name, of whatever kind', async (t) => {
  const folder = await temporaryFolder(t);
  const paths = outputEndings.map((ending) => join(folder, `records${ending}`));
  await writeFile(paths[0]!, 'the file of the last run');
  const child = spawn(process.execPath, [script, '500', ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  const names = await readdir(folder);
  const temporary = names.filter((name) => name.startsWith('.records.'));
  assert.equal(temporary.length, outputEndings.length);
  assert.deepEqual(
    names.filter((name) => !name.startsWith('.')),
    [`records${outputEndings[0]}`],
  );
  assert.equal(await readFile(paths[0]!, 'utf8'), 'the file of the last run');
  const sizes = await Promise.all(temporary.map(async (name) => (await stat(join(folder, name))).size));
  assert.ok(sizes.some((size) => size > 0));
});

for (const ending of outputEndings) {
  test(`a source that fails leaves no ${ending} file`, async (t) => {
    const folder = await temporaryFolder(t);
    const failing = function* (): Generator<Record<string, unknown>> {
      for (let index = 0; index < 500; index += 1) yield fullRecord(index);
      throw new Error('the source broke off');
    };
    const sink = await openOutput(join(folder, `records${ending}`));
    const end = sinkStream(sink, { tally: createTally() });
    const closed = new Promise((resolve) => end.once('close', resolve));
    await assert.rejects(runStream(Readable.from(failing()), [], end), /the source broke off/);
    await closed;
    assert.deepEqual(await readdir(folder), []);
  });
}

test('a full disk is told as such and leaves no file, of whatever kind', (t) =>
  onSmallDisk(t, '256k', async (folder) => {
    for (const ending of outputEndings) {
      const sink = await openOutput(join(folder, `records${ending}`));
      const fill = async (): Promise<void> => {
        // Text that does not compress, 20 MB of it.
        for (let index = 0; index < 100; index += 1) {
          await sink.write({ ...fullRecord(index), problem: randomBytes(150_000).toString('base64') });
        }
        await sink.close();
      };
      await assert.rejects(fill(), { code: 'LB_DISK_FULL' }, ending);
      await sink.abort();
      assert.deepEqual(await readdir(folder), [], ending);
    }
  }));
