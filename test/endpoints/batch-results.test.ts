// The result files of batches: what counts as torn, and what is no result file at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readResults } from '../../src/endpoints/batch/batch-results.ts';
import { openSpillFile } from '../../src/storage/spill-file.ts';
import { temporaryFolder } from '../support/temporary.ts';

const key = 'a'.repeat(64);
const line = JSON.stringify({ id: 'r', custom_id: `${key}.0`, response: { status_code: 200, body: {} } });

async function read(run: string, text: string): Promise<{ missing: readonly string[]; keys: string[] }> {
  const keys: string[] = [];
  const api = {
    async download(_file: string, folder: string) {
      const file = openSpillFile(folder);
      await file.append(Buffer.from(text));
      return file;
    },
  };
  const signal = AbortSignal.timeout(30_000);
  const missing = await readResults({ api, run, files: ['file-1', null], signal }, async ({ id }) => {
    keys.push(id.key);
  });
  return { missing, keys };
}

test('a byte order mark, carriage returns and blank lines cost no result', async (t) => {
  const run = await temporaryFolder(t);
  const { missing, keys } = await read(run, `\ufeff${line}\r\n\r\n`);
  assert.deepEqual({ missing, keys }, { missing: [], keys: [key] });
});

test('a page in the place of results ends the run, so that nothing is sent again', async (t) => {
  const run = await temporaryFolder(t);
  for (const text of ['<html>maintenance</html>', '{"error":{"message":"try later"}}']) {
    await assert.rejects(read(run, text), {
      code: 'LB_ENDPOINT_STOPPED',
      message: /in their place the endpoint sent "/,
    });
  }
});

test('a line that is cut is torn, also where it is the only one', async (t) => {
  const run = await temporaryFolder(t);
  assert.deepEqual(await read(run, line.slice(0, -20)), {
    missing: ['1 lines of its results are torn'],
    keys: [],
  });
});

test('an error in one file and a reply to the same call in another are no changed names', async (t) => {
  const folder = await temporaryFolder(t);
  const other = 'b'.repeat(64);
  const cut = JSON.stringify({ custom_id: `${other}.0`, response: { status_code: 200, body: {} } }).slice(
    0,
    -9,
  );
  const files: Record<string, string> = {
    output: `${line}\n${cut}\n`,
    errors: `${JSON.stringify({ custom_id: `${key}.0`, response: { status_code: 500, body: {} } })}\n`,
  };
  const api = {
    async download(name: string, run: string) {
      const file = openSpillFile(run);
      await file.append(Buffer.from(files[name]!));
      return file;
    },
  };
  const signal = AbortSignal.timeout(30_000);
  const keys: string[] = [];
  // The provider counts two: the reply whose line is torn is asked for again, and the run goes on.
  const missing = await readResults(
    { api, run: folder, files: ['output', 'errors'], expected: 2, signal },
    async ({ id }) => void keys.push(id.key),
  );
  assert.deepEqual([missing, keys], [['1 lines of its results are torn'], [key]]);
  files.output = `${line}\n${line}\n`;
  await assert.rejects(
    readResults({ api, run: folder, files: ['output'], expected: 2, signal }, async () => {}),
    { code: 'LB_ENDPOINT_STOPPED', message: /do not have the names of its requests/ },
  );
});
