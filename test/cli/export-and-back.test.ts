// Records leave in the layout of another project and come back through `ingest`: each with its steps and its label.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const records = [
  { id: 'a/1', error_steps: [1], answer: '4', meta: { level: 2, year: 2024 } },
  { id: 'a/2', error_steps: [], answer: '1/2', meta: { note: 'n' } },
  { id: 'a/3', error_steps: [2], meta: {} },
].map((record) => ({ problem: `Problem ${record.id}`, steps: ['one', 'two', 'three'], ...record }));
const firsts = records.map(({ error_steps: steps }) => steps[0] ?? -1);

const firstOf = ({ error_steps: steps }: Record<string, unknown>): number => (steps as number[])[0] ?? -1;

async function exported(format: string, cwd: string): Promise<string> {
  const input = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const { code, stdout, stderr } = await runHere(['export', '--format', format], { cwd, input });
  assert.equal(code, 0, stderr);
  return stdout;
}

for (const format of ['processbench', 'deltabench', 'latebench', 'prm800k', 'trl-stepwise', 'evalscope']) {
  test(`rows of ${format} come back from a file of lines and from an array`, async (t) => {
    const cwd = await temporaryFolder(t);
    const lines = await exported(format, cwd);
    await writeFile(join(cwd, 'rows.jsonl'), lines);
    await writeFile(join(cwd, 'rows.json'), JSON.stringify(jsonLines(lines), null, 1));
    for (const file of ['rows.jsonl', 'rows.json']) {
      const { code, stderr } = await runHere(['ingest', file, '-o', 'back.jsonl'], { cwd });
      assert.equal(code, 0, `${file}: ${stderr}`);
      assert.deepEqual(jsonLines(await readFile(join(cwd, 'back.jsonl'), 'utf8')).map(firstOf), firsts);
    }
  });
}

test('numbers that Python writes in another way do not make an exported row unreadable', async (t) => {
  const cwd = await temporaryFolder(t);
  const rows = (await exported('latebench', cwd)).replaceAll('"level":2', '"level":2.0');
  assert.match(rows, /2\.0/);
  await writeFile(join(cwd, 'rows.json'), `[${rows.trim().split('\n').join(',')}]`);
  const { code, stderr } = await runHere(['ingest', 'rows.json', '-o', 'back.jsonl'], { cwd });
  assert.equal(code, 0, stderr);
  const back = jsonLines(await readFile(join(cwd, 'back.jsonl'), 'utf8'));
  assert.deepEqual(
    back.map(({ meta }) => (meta as { level?: number }).level),
    [2, undefined, undefined],
  );
});
