import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { predictionRow } from '../../src/datasets/prediction-rows.ts';
import { loadCritiques } from '../../src/metrics/join-critiques.ts';
import { createScore } from '../../src/metrics/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { temporaryFolder } from '../support/temporary.ts';

const record = (own: string, error_steps: number[]): Solution => ({
  id: `processbench/gsm8k/${own}`,
  original_id: own,
  problem: own,
  steps: ['a', 'b', 'c', 'd'],
  error_steps,
});
const records = [record('gsm8k-0', [1]), record('gsm8k-1', []), record('gsm8k-2', [3])];
const strict = { allowMissing: false, allRead: true };

async function files(t: TestContext, contents: Record<string, string>): Promise<string[]> {
  const folder = await temporaryFolder(t);
  const paths = Object.keys(contents).map((name) => join(folder, 'qwen-7b', name));
  await mkdir(join(folder, 'qwen-7b'));
  for (const [i, text] of Object.values(contents).entries()) await writeFile(paths[i]!, text);
  return paths;
}

async function scored(paths: readonly string[], options = strict, name?: string) {
  const joined = await loadCritiques(paths, { name });
  const score = createScore({ bootstrap: 0 });
  for (const one of records) score.add(joined.attach(one));
  joined.check(options);
  return score.result().critics;
}

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test("ProcessBench's own files are one critic, named by their folder, joined by the dataset's own id", async (t) => {
  const paths = await files(t, {
    'gsm8k_error.jsonl': lines(
      { id: 'gsm8k-0', label: 1, generated_critique: '…', prediction: 1, match: true },
      { id: 'gsm8k-2', label: 3, generated_critique: ['…'], prediction: null, match: false },
    ),
    'gsm8k_correct.jsonl': lines({ id: 'gsm8k-1', label: -1, prediction: -1, match: true }),
  });
  const [critic, ...more] = await scored(paths);
  assert.deepEqual(more, []);
  assert.equal(critic!.critic, 'qwen-7b');
  assert.equal(critic!.processbench.error_acc, 0.5);
  assert.equal(critic!.processbench.correct_acc, 1);
  assert.equal(critic!.n_unparsed, 1);
});

test('a CSV of id and pred is scored under the name of the file, or the one given', async (t) => {
  const [path] = await files(t, { 'mine.csv': 'id,pred\ngsm8k-0,1\ngsm8k-1,-1\ngsm8k-2,\n' });
  const [critic] = await scored([path!]);
  assert.equal(critic!.critic, 'mine');
  assert.deepEqual(critic!.processbench.outcomes, { exact: 1, early: 0, late: 0, missed: 0, none: 1 });
  assert.equal((await scored([path!], strict, 'named'))[0]!.critic, 'named');
});

test('cells of a CSV of predictions are read as pandas, NumPy and R write them', () => {
  const first = (pred: string) => predictionRow({ id: 'a', pred }, 'c').critiques[0]!;
  assert.equal(first('3.0').first_error, 3);
  assert.equal(first('-1.0').first_error, -1);
  assert.equal(first('NaN').status, 'unparsed');
  assert.deepEqual(first('[1 2]').error_steps, [1, 2]);
  assert.deepEqual(first('[2, 1]').error_steps, [1, 2]);
  assert.deepEqual(first('[ ]').error_steps, []);
  for (const pred of ['[1,]', '[1,,2]', '[,]', '3.5']) {
    assert.throws(() => first(pred), { code: 'LB_SCHEMA', message: /predicts/ }, pred);
  }
});

test('a flag in quotes, and a list of sections as text, say the same as without quotes', () => {
  const only = (row: Record<string, unknown>) => predictionRow({ id: 'a', ...row }, 'c').critiques[0]!;
  for (const parsing_success of [0, '0', false, 'False'])
    assert.equal(only({ error_sections_nums: [], parsing_success }).status, 'unparsed', `${parsing_success}`);
  assert.deepEqual(only({ error_sections_nums: '[3 4]', parsing_success: '1' }).error_steps, [2, 3]);
  assert.throws(
    () => only({ error_sections_nums: '3', parsing_success: 1 }),
    /names sections "3", which is not a list/,
  );
  const failed = { example_id: 'a', critic_result: { error_steps: [], model_used: 'm' }, success: 'False' };
  assert.equal(predictionRow(failed, 'c').critiques[0]!.status, 'failed');
});

test('predictions about ids beyond 2^53 are joined by all of their digits', async (t) => {
  const [path] = await files(t, {
    'big.jsonl': '{"id": 90071992547409931, "pred": 1}\n{"id": 90071992547409932, "pred": -1}\n',
  });
  const joined = await loadCritiques([path!], {});
  const attached = joined.attach({ ...records[0]!, id: 'x/1', original_id: '90071992547409931' });
  assert.equal(attached.critiques?.[0]?.first_error, 1);
});

test('critic results of the original project are joined by its own id of the example, and count from 1', async (t) => {
  const [path] = await files(t, {
    'critic_results.jsonl': lines(
      { example_id: 'lb_0', critic_result: { error_steps: [2], model_used: 'm' }, success: true },
      { example_id: 'lb_1', critic_result: null, success: false },
    ),
  });
  const joined = await loadCritiques([path!], {});
  const named = records.slice(0, 2).map((one, at) => ({ ...one, meta: { latebench: { id: `lb_${at}` } } }));
  const critiques = named.map((one) => joined.attach(one).critiques?.[0]);
  joined.check(strict);
  assert.deepEqual(
    critiques.map((critique) => [critique?.status, critique?.error_steps]),
    [
      ['ok', [1]],
      ['failed', null],
    ],
  );
});

test('records of ours bring their critics with them, by the whole id', async (t) => {
  const critiques = [{ critic: 'ours', protocol: 'first_error', status: 'ok', first_error: 3 }];
  const [path] = await files(t, {
    'judged.jsonl': lines(...records.map(({ id }) => ({ id, critiques }))),
  });
  const [critic] = await scored([path!]);
  assert.equal(critic!.critic, 'ours');
  assert.equal(critic!.processbench.outcomes.exact, 1);
});

test("DeltaBench's results count sections from 1, and a reply it could not parse is unparsed", () => {
  const read = (row: object) => predictionRow({ id: 'x', ...row }, 'd').critiques[0]!;
  const found = read({ parsing_success: 1, judge: 1, error_sections_nums: [5, 2, 5] });
  assert.deepEqual([found.first_error, found.error_steps], [1, [1, 4]]);
  assert.equal(found.protocol, 'all_errors');
  assert.deepEqual(read({ parsing_success: 1, judge: 0, error_sections_nums: [] }).error_steps, []);
  assert.equal(read({ parsing_success: 0 }).status, 'unparsed');
  assert.equal(read({ parsing_success: 1, judge: 1, error_sections_nums: [-1] }).status, 'unparsed');
});

test('a list predicts all errors, votes are kept, and other things are refused with what would do', () => {
  assert.deepEqual(predictionRow({ id: 7, pred: [4, 2] }, 'd').critiques[0]!.error_steps, [2, 4]);
  assert.deepEqual(predictionRow({ id: 7, pred: '[2, 4]' }, 'd').critiques[0]!.error_steps, [2, 4]);
  assert.equal(predictionRow({ id: 7, prediction: 2, votes: [2, -1] }, 'd').critiques[0]!.votes!.length, 2);
  for (const row of [
    { id: 'x' },
    { pred: 1 },
    { id: 'x', pred: 1.5 },
    { id: 'x', pred: 'two' },
    { id: 'x', pred: -2 },
  ]) {
    assert.throws(() => predictionRow(row, 'd'), { code: 'LB_SCHEMA', message: /give id and pred/ });
  }
  assert.throws(() => predictionRow({ id: 'x', critiques: [{ critic: 'c' }] }, 'd'), { code: 'LB_SCHEMA' });
});

test('ids that are unknown, missing or there twice are named with their line', async (t) => {
  const rows = records.map(({ original_id }) => ({ id: original_id, pred: -1 }));
  const fail = async (given: object[], expected: RegExp, options = strict) => {
    const [path] = await files(t, { 'p.jsonl': lines(...given) });
    await assert.rejects(scored([path!], options), { code: 'LB_USAGE', message: expected });
  };
  await fail(
    [...rows, { id: 'gsm8k-9', pred: 1 }],
    /1 of 4 predictions .* the first gsm8k-9 \(.*p\.jsonl:4\)/,
  );
  await fail(
    rows.slice(1),
    /1 record has no prediction by p, the first processbench\/gsm8k\/gsm8k-0: .*--allow-missing/,
  );
  await fail([...rows, rows[0]!], /p\.jsonl:4: p has predicted gsm8k-0 before \(.*p\.jsonl:1\)/);
  const [path] = await files(t, { 'p.jsonl': lines(...rows.slice(1), { id: 'gsm8k-9', pred: 1 }) });
  const [critic] = await scored([path!], { allowMissing: true, allRead: false });
  assert.equal(critic!.n, 2);
});

test("one prediction for the dataset's own id of two records is refused", async (t) => {
  const [path] = await files(t, { 'p.jsonl': lines({ id: 'gsm8k-0', pred: 1 }) });
  const joined = await loadCritiques([path!], {});
  joined.attach(records[0]!);
  assert.throws(() => joined.attach({ ...records[0]!, id: 'other/gsm8k-0' }), {
    code: 'LB_USAGE',
    message: /could be processbench\/gsm8k\/gsm8k-0 or other\/gsm8k-0/,
  });
});

test('a prediction by a critic that has judged the record already does not replace the judgement in silence', async (t) => {
  const [path] = await files(t, { 'mine.csv': 'id,pred\ngsm8k-0,1\n' });
  const joined = await loadCritiques([path!], {});
  const judged = joined.attach(records[0]!);
  assert.throws(() => joined.attach(judged), { code: 'LB_USAGE', message: /judged by mine already/ });
});

test('predictions about other steps under the same id are rejected, white space aside', async (t) => {
  const judged = (steps: string[]) =>
    lines(...records.map(({ id }) => ({ id, problem: id, steps, error_steps: [], prediction: 1 })));
  const [path] = await files(t, { 'other.jsonl': judged(['a', 'b', 'C', 'd']) });
  await assert.rejects(scored([path!]), {
    code: 'LB_USAGE',
    message: /other\.jsonl:1: processbench\/gsm8k\/gsm8k-0 has other steps there than in the records/,
  });
  const [spaced] = await files(t, { 'spaced.jsonl': judged([' a', 'b', 'c\n', 'd']) });
  assert.equal((await scored([spaced!]))[0]!.processbench.outcomes?.none ?? 0, 0);
});
