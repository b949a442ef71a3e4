// An injection that a person writes without a model: kept and exported where the gate accepts exactly these steps, else
// turned down with the reasons; and a critic on either solution of a record that has been injected.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RecordPage, SolutionText, WrittenOutcome } from '../../src/dashboard/api-record.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { failedChecks } from '../../src/inject/gate/gate.ts';
import { gateHash, gateOfRecord, wholeSolution } from '../../src/inject/gated-record.ts';
import type { Solution } from '../../src/records/solution.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { jsonl, openApp } from './open.ts';
import { checkAccess, servePages } from './pages-setting.ts';

const [problem] = [...syntheticRecords({ count: 1, seed: 4 })];
const { steps, answer } = problem!;
const last = steps.length - 1;
const wrongAnswer = '123457';
const wrongEnd = `As one more counts: ${steps[last]!.replaceAll(String(answer), wrongAnswer)}`;

async function exportedOf(folder: string): Promise<Solution[]> {
  const args = ['annotations', 'export', '--injections', join(folder, 'annotations')];
  const { stdout, code } = await runHere(args, { cwd: folder });
  assert.equal(code, 0);
  return jsonLines(stdout) as unknown as Solution[];
}

test('what the gate accepts is kept and exported, bound to its steps; what it rejects is not kept', async (t) => {
  const erroneous = { ...problem, id: 'known', error_steps: [1] };
  const { post, json, folder } = await openApp(t, { 'p.jsonl': jsonl([problem!, erroneous]) });
  assert.deepEqual((await json<SolutionText>('/api/workbench/solution?source=1&row=0')).steps, steps);
  const written = {
    source: '1',
    row: 0,
    annotator: 'anna',
    step: last,
    steps: [wrongEnd],
    final_answer: wrongAnswer,
    error_type: 'boundary',
    explanation: 'The last case is counted twice.',
  };
  const refused: readonly (readonly [object, RegExp])[] = [
    [{ steps: steps.slice(last), final_answer: String(answer) }, /text_changed/],
    [{ steps: [`${wrongEnd} (This is not correct.)`] }, /no_leak/],
    [{ steps: [wrongEnd, wrongEnd, wrongEnd, wrongEnd] }, /step_count/],
    [{ final_answer: '99' }, /answer_stated/],
    [{ steps: [''] }, /./],
  ];
  for (const [change, check] of refused) {
    const response = await post('/api/workbench/write', { ...written, ...change });
    assert.equal(response.status, 200);
    const outcome = (await response.json()) as WrittenOutcome;
    assert.ok('failed' in outcome, JSON.stringify(change));
    assert.match(outcome.failed.map((one) => one.check).join(), check);
    assert.ok(outcome.failed.every(({ ok, detail }) => !ok && detail));
  }
  const impossible: readonly (readonly [object, RegExp])[] = [
    [{ row: 1 }, /known to have an error/],
    [{ step: 99 }, /step 100 of a solution of/],
    [{ error_type: 'none of ours' }, /not in the taxonomy/],
    [{ annotator: 'ben' }, /logged in as anna/],
    [{ explanation: ' ' }, /explanation: say what is wrong/],
  ];
  for (const [change, reason] of impossible) {
    const response = await post('/api/workbench/write', { ...written, ...change });
    assert.equal(response.status, 400);
    assert.match(((await response.json()) as { error: string }).error, reason);
  }
  await mkdir(join(folder, 'annotations'), { recursive: true });
  assert.deepEqual(await exportedOf(folder), []);

  const kept = (await (await post('/api/workbench/write', written)).json()) as WrittenOutcome;
  assert.ok('proposal' in kept, JSON.stringify(kept));
  assert.deepEqual([kept.proposal.state, kept.proposal.spent], ['accepted', null]);
  const page = await json<RecordPage>('/api/sources/1/records/0');
  assert.deepEqual(
    page.proposals.map(({ id }) => id),
    [kept.proposal.id],
  );
  const [record, ...others] = await exportedOf(folder);
  assert.deepEqual(others, []);
  assert.deepEqual(record!.steps, [...steps.slice(0, last), wrongEnd]);
  const { error_steps, error_source, final_answer, injection } = record!;
  assert.deepEqual(
    { error_steps, error_source, final_answer },
    { error_steps: [last], error_source: 'injected', final_answer: wrongAnswer },
  );
  const { mode, model, error_type, explanation, original_steps, gate_hash } = injection!;
  assert.deepEqual(
    { mode, model, error_type, explanation, original_steps },
    {
      mode: 'manual',
      model: null,
      error_type: 'boundary',
      explanation: written.explanation,
      original_steps: steps,
    },
  );
  assert.equal(gate_hash, gateHash(record!));
  assert.deepEqual(failedChecks(gateOfRecord(record!, wholeSolution)!), []);
  await writeFile(join(folder, 'exported.jsonl'), jsonl([record!]));
  const ingested = await runHere(['ingest', 'exported.jsonl', '-q'], { cwd: folder });
  assert.equal((jsonLines(ingested.stdout)[0] as unknown as Solution).injection?.status, 'accepted');
});

test('what is written for a record is not put into another one that has taken its place in the file', async (t) => {
  const other = {
    ...problem!,
    id: 'other',
    problem: 'Another problem.',
    steps: steps.map((text) => `${text} `),
  };
  const { post, json, get, folder } = await openApp(t, { 'p.jsonl': jsonl([other, problem!]) });
  const page = await json<RecordPage>('/api/sources/1/records/1');
  const written = {
    source: '1',
    row: 1,
    record_hash: page.record!.hash,
    annotator: 'anna',
    step: last,
    steps: [wrongEnd],
    final_answer: wrongAnswer,
    error_type: 'boundary',
    explanation: 'The last case is counted twice.',
  };
  const model = { options: {}, seed: 0, proposal: null };
  for (const path of ['write', 'inject', 'critic']) {
    const response = await post(`/api/workbench/${path}`, { ...written, ...model, row: 0 });
    assert.equal(response.status, 400, path);
    assert.match(
      ((await response.json()) as { error: string }).error,
      /the file was changed since.*nothing was done/,
    );
  }
  const place = `source=1&row=0&record_hash=${written.record_hash}`;
  assert.equal((await get(`/api/workbench/solution?${place}`)).status, 400);
  await mkdir(join(folder, 'annotations'), { recursive: true });
  assert.deepEqual(await exportedOf(folder), []);
  const kept = (await (await post('/api/workbench/write', written)).json()) as WrittenOutcome;
  assert.ok('proposal' in kept, JSON.stringify(kept));
});

test('written in the browser: the reasons are beside the steps, the draft stays, the critic sees either solution', async (t) => {
  const injected = {
    ...problem,
    id: 'injected',
    steps: [...steps.slice(0, last), wrongEnd],
    error_steps: [last],
    error_source: 'injected',
    final_answer: wrongAnswer,
    injection: {
      status: 'accepted',
      error_step: last,
      original_steps: steps,
      original_final_answer: answer,
      explanation: 'a',
    },
  };
  const opened = await servePages(t, async (cwd) => {
    await writeFile(join(cwd, 'p.jsonl'), jsonl([problem!, injected]));
    return [join(cwd, 'p.jsonl')];
  });
  if (opened === undefined) return;
  const { page, url, cwd, faults } = opened;
  await page.goto(`${url}/s/1/r/0`);
  await page.getByRole('button', { name: 'Write the injection yourself' }).click();
  const form = page.locator('.written');
  await form.getByLabel('Step with the error').selectOption(String(last));
  assert.equal(await form.locator('.editing textarea').count(), 1);
  const save = form.getByRole('button', { name: 'Check and save' });
  assert.equal(await save.isDisabled(), true);
  await form.getByLabel('Type of error').selectOption('boundary');
  await form.getByLabel('What is wrong').fill('The last case is counted twice.');
  await save.click();
  await form.locator('[role=alert] .gate li', { hasText: 'text changed' }).waitFor();
  await checkAccess(page, 'a written injection that was rejected');
  await form.locator('.editing textarea').fill(wrongEnd);
  await form.getByLabel('Answer that it reaches').fill(wrongAnswer);
  await page.reload();
  assert.equal(await form.locator('.editing textarea').inputValue(), wrongEnd);
  await save.click();
  await page.locator('.proposal.accepted', { hasText: 'written by hand, no calls' }).waitFor();
  assert.equal(await form.count(), 0);
  assert.equal((await exportedOf(cwd)).length, 1);

  await page.goto(`${url}/s/1/r/1`);
  const ask = page.locator('.bench > .ask');
  for (const [solution, answered] of [
    ['original', 'of the original solution'],
    ['changed', 'latebench-sim/critic'],
  ] as const) {
    await ask.getByLabel('Solution').selectOption(solution);
    await ask.getByRole('button', { name: /^Ask/ }).click();
    await page.locator('.critique', { hasText: answered }).first().waitFor();
  }
  await page.locator('.critique').nth(1).waitFor();
  const outcomes = await page.locator('.critique').evaluateAll((all) =>
    all.map((one) => {
      const isOriginal = one.textContent!.includes('of the original solution');
      return [
        isOriginal,
        isOriginal && /exact|early|late|missed/.test(one.querySelector('.said')!.textContent!),
      ];
    }),
  );
  assert.deepEqual(outcomes.map(([isOriginal]) => isOriginal).sort(), [false, true]);
  assert.ok(
    outcomes.every(([, placed]) => placed === false),
    'an original has no error to be found',
  );
  assert.deepEqual(faults, []);
});
