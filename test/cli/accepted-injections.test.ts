// `annotations export --injections`: each accepted injection once, and whatever was accepted and is not there is said.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { writtenInjection } from '../../src/inject/written-injection.ts';
import { recordHash } from '../../src/records/record-hash.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const [problem] = [...syntheticRecords({ count: 1, seed: 4 })];
const last = problem!.steps.length - 1;

/** A line of the workbench: the last step with another answer. */
function line(annotator: string, state: string, answer = '123457', proposal = answer): object {
  const steps = [`As one more counts: ${problem!.steps[last]!.replaceAll(String(problem!.answer), answer)}`];
  const { record } = writtenInjection(problem!, {
    ...{ step: last, steps, finalAnswer: answer, errorType: 'boundary' },
    ...{ explanation: 'The last case is counted twice.', author: annotator },
  });
  assert.equal(record.injection?.status, 'accepted');
  const known = { record_id: problem!.id, record_hash: recordHash(problem!), at: '2026-01-01T00:00:00Z' };
  return { annotator, ...known, kind: 'injection', proposal, state, edited: false, record, spent: null };
}

async function exportOf(
  t: Parameters<typeof temporaryFolder>[0],
  files: Readonly<Record<string, readonly (object | string)[]>>,
  ...args: string[]
) {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'annotations', 'workbench'), { recursive: true });
  for (const [name, lines] of Object.entries(files)) {
    const text = lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');
    await writeFile(join(cwd, 'annotations', 'workbench', `${name}.jsonl`), text);
  }
  const outcome = await runHere(['annotations', 'export', '--injections', ...args], { cwd });
  return { ...outcome, records: jsonLines(outcome.stdout) };
}

test('an injection that two people accepted is there once, and one that another rejected is named', async (t) => {
  const anna = [line('anna', 'accepted', '123457', 'p1'), line('anna', 'accepted', '123458', 'p2')];
  const ben = [line('ben', 'accepted', '123457', 'p1'), line('ben', 'rejected', '123458', 'p2')];
  const { code, stderr, records } = await exportOf(t, { anna, ben });
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    records.map((one) => one.final_answer),
    ['123457', '123458'],
  );
  assert.match(stderr, /accepted by one and rejected by another: p2/);
  assert.match(stderr, /2 injections of 1 record: those of one record have one id/);
  assert.match(stderr, /2 accepted injections$/m);
  const his = await exportOf(t, { anna, ben }, '--annotator', 'ben');
  assert.deepEqual(
    his.records.map((one) => one.final_answer),
    ['123457'],
  );
  assert.match(his.stderr, /1 accepted injection$/m);
  const nobody = await exportOf(t, { anna, ben }, '--annotator', 'bem');
  assert.equal(nobody.code, 2);
  assert.match(nobody.stderr, /did you mean ben/);
});

test('what was accepted and cannot be exported is named, and the exit code says so', async (t) => {
  const accepted = line('anna', 'accepted') as { record: { steps: string[] } };
  const edited = structuredClone(accepted);
  edited.record.steps[last] += ' (This step is wrong.)';
  const { code, stderr, records } = await exportOf(t, {
    anna: [accepted, JSON.stringify(accepted).slice(0, 90)],
    ben: [edited],
  });
  assert.equal(code, 3);
  assert.equal(records.length, 1);
  assert.match(stderr, /left out: the injection 123457 of record \S+: the gate rejects it \(.*no_leak/);
  assert.match(stderr, /anna\.jsonl:2: no injection and no critique can be read in this line/);
  const foreign = { ...edited, record: { ...problem, injection: { status: 'rejected' } } };
  const none = await exportOf(t, { anna: [foreign] });
  assert.deepEqual([none.code, none.records], [3, []]);
  assert.match(none.stderr, /its record is not an accepted injection/);
});
