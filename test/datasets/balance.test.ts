import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { balanced } from '../../src/datasets/balanced-sample.ts';
import type { Row } from '../../src/storage/rows.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const record = (i: number, error_steps: number[] | null): Row => ({
  id: `${i}`,
  problem: 'p',
  steps: ['a', 'b'],
  error_steps,
});

async function* of(records: readonly Row[]): AsyncGenerator<Row> {
  yield* records;
}

const noCounts = () => ({ erroneous: 0, correct: 0, unlabelled: 0, kept: { erroneous: 0, correct: 0 } });

async function ids(records: readonly Row[], seed: number, max?: number) {
  const counts = noCounts();
  const kept: Row[] = [];
  for await (const one of balanced(of(records), { seed, max }, counts)) kept.push(one);
  return { kept, counts };
}

const uneven = Array.from({ length: 90 }, (_, i) => record(i, i % 9 === 0 ? null : i % 4 === 0 ? [] : [1]));

test('keeps all of the smaller class and as many of the larger, in order, and none without a label', async () => {
  const { kept, counts } = await ids(uneven, 1);
  const correct = uneven.filter(({ error_steps }) => (error_steps as number[] | null)?.length === 0);
  assert.deepEqual(counts, {
    erroneous: 80 - correct.length,
    correct: correct.length,
    unlabelled: 10,
    kept: { erroneous: correct.length, correct: correct.length },
  });
  assert.deepEqual(
    kept.filter(({ error_steps }) => (error_steps as number[]).length === 0).map(({ id }) => id),
    correct.map(({ id }) => id),
  );
  const places = kept.map(({ id }) => Number(id));
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
});

test('the same seed keeps the same records, another one others, and every record has its chance', async () => {
  const chosen = async (seed: number) => (await ids(uneven, seed)).kept.map(({ id }) => id);
  assert.deepEqual(await chosen(3), await chosen(3));
  assert.notDeepEqual(await chosen(3), await chosen(4));
  const seen = new Set<unknown>();
  for (let seed = 0; seed < 40; seed += 1) for (const id of await chosen(seed)) seen.add(id);
  assert.equal(seen.size, 80);
});

test('with one class only nothing is kept', async () => {
  assert.deepEqual((await ids([record(1, []), record(2, [])], 0)).kept, []);
});

test('a reader that stops early leaves no file behind, and no file is to be seen meanwhile', async (t) => {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = await temporaryFolder(t);
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const long = uneven.map((one) => ({ ...one, problem: 'p'.repeat(40_000) }));
  for await (const _ of balanced(of(long), { seed: 0 }, noCounts())) {
    assert.deepEqual(readdirSync(tmpdir()), []);
    break;
  }
  assert.deepEqual(readdirSync(tmpdir()), []);
});

test('filter --balance writes the kept lines byte for byte and says what it kept', async (t) => {
  const cwd = await temporaryFolder(t);
  const lines = uneven.map((one) => `${JSON.stringify({ ...one, note: 'line\u2028end' })} `);
  const { code, stdout, stderr } = await runHere(['filter', '--balance', '--seed', '2'], {
    cwd,
    input: `${lines.join('\n')}\n`,
  });
  assert.equal(code, 0);
  const kept = stdout.split('\n').filter((line) => line !== '');
  const half = jsonLines(stdout).filter(({ error_steps }) => (error_steps as number[]).length === 0).length;
  assert.equal(kept.length, 2 * half);
  assert.ok(kept.every((line) => lines.some((one) => one.trim() === line.trim())));
  const said = `balance: ${half} of ${80 - half} erroneous and ${half} of ${half} correct kept, 10 without a label left out`;
  assert.ok(stderr.includes(said), stderr);
});

test('filter --balance --sample N keeps half of N of each kind, or all of the smaller one', async (t) => {
  const cwd = await temporaryFolder(t);
  const input = uneven.map((one) => `${JSON.stringify(one)}\n`).join('');
  const smaller = (await ids(uneven, 0)).counts.correct;
  for (const [n, half] of [
    [20, 10],
    [21, 10],
    [1, 0],
    [1000, smaller],
  ] as const) {
    const args = ['filter', '--sample', `${n}`, '--balance', '--seed', '2'];
    const { stdout, stderr } = await runHere(args, { cwd, input });
    const kept = jsonLines(stdout).map(({ error_steps }) => (error_steps as number[]).length > 0);
    assert.deepEqual([kept.length, kept.filter(Boolean).length], [2 * half, half], stderr);
    assert.match(
      stderr,
      new RegExp(`balance: ${half} of \\d+ erroneous and ${half} of ${smaller} correct kept`),
    );
  }
});
