// What verifiers, blind critics and people say of injections, and how far they agree.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createIndependentVerification } from '../../src/inject/independent-verification.ts';
import { type GoldRow, goldRows } from '../../src/records/gold-labels.ts';
import { recordHash } from '../../src/records/record-hash.ts';
import type { Solution } from '../../src/records/solution.ts';
import { fleissKappa } from '../../src/statistics/agreement.ts';
import { jsonLines, runPiped } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test("Fleiss' kappa is that of the published example, and undefined where all say the same", () => {
  // Fleiss (1971) as worked out in textbooks: 10 subjects, 14 raters, 5 categories.
  const example = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];
  assert.equal(fleissKappa(example)?.toFixed(3), '0.210');
  assert.equal(
    fleissKappa([
      [3, 0],
      [5, 0],
    ]),
    null,
  );
  assert.equal(fleissKappa([[1, 0]]), null);
  assert.equal(
    fleissKappa([
      [3, 0],
      [0, 3],
    ]),
    1,
  );
});

type Wrong = 'changed' | 'original' | 'both' | 'neither' | null;
const usage = { calls: 0, prompt_tokens: 0, completion_tokens: 0 };

function record(id: string, wrong: readonly Wrong[], firstErrors: readonly (number | null)[]): Solution {
  return {
    id,
    problem: `problem ${id}`,
    steps: ['a', 'b', 'c'],
    injection: {
      status: 'accepted',
      error_step: 1,
      gate: { consistent: { ok: true, detail: null } },
      verification: {
        verified: true,
        asked: wrong.length,
        agreed: wrong.length,
        model: 'm',
        prompt_version: '1',
        votes: wrong.map((one, sample) => ({
          sample,
          status: one === null ? 'unparsed' : 'ok',
          first: 'original',
          wrong: one,
        })),
        usage,
      },
      difficulty: {
        asked: firstErrors.length,
        valid: firstErrors.length,
        found: 0,
        score: 1,
        critics: [{ model: 'c', first_errors: [...firstErrors] }],
        usage,
      },
    },
  } as unknown as Solution;
}

const records = [
  record('a', ['changed', 'changed', 'both'], [1, -1, 2]),
  record('b', ['changed', 'changed', 'original'], [0, 1, null]),
  record('c', ['neither', 'original', null], [-1, 1, 1]),
];

function summaryWith(gold: ReadonlyMap<string, GoldRow>) {
  const collected = createIndependentVerification(gold);
  for (const one of records) collected.add(one);
  return collected.summary()!;
}

test('votes are counted by claim, and votes that are missing by none', () => {
  const { injectedWrong, beforeRight, restConsistent } = summaryWith(new Map());
  const { between, ...injected } = injectedWrong!;
  assert.deepEqual(injected, { records: 3, agreed: 2, votes: 8, votesFor: 5, people: null });
  assert.equal(
    between.value,
    fleissKappa([
      [3, 0],
      [2, 1],
      [0, 2],
    ]),
  );
  assert.deepEqual([beforeRight!.records, beforeRight!.votes, beforeRight!.votesFor], [3, 8, 7]);
  assert.deepEqual(restConsistent, { records: 3, consistent: 3 });
});

test('people are asked about exactly these steps: a judgement of other steps does not count', () => {
  const said = (
    id: string,
    first_error: number,
    hash = recordHash(records.find((one) => one.id === id)!),
  ) => ({
    record_id: id,
    record_hash: hash,
    annotator: 'anna',
    kind: 'decision' as const,
    decision: 'yes' as const,
    first_error,
  });
  const rows = goldRows([said('a', 1), said('b', 0), said('c', 1, 'another')]);
  const { injectedWrong, beforeRight } = summaryWith(new Map(rows.map((row) => [row.record_id, row])));
  // a: three votes of three agree with anna; b: anna names another step, and one vote of three does.
  const { kappa, ...people } = injectedWrong!.people!;
  assert.deepEqual(people, { records: 2, votes: 6, same: 4 });
  // Observed 4/6, by chance (5 * 3 + 1 * 3) / 36 = 1/2.
  assert.ok(Math.abs(kappa.value! - 1 / 3) < 1e-12, `${kappa.value}`);
  assert.deepEqual(
    [beforeRight!.people!.records, beforeRight!.people!.votes, beforeRight!.people!.same],
    [2, 5, 4],
  );
});

test('the report of a run shows the claims, with the agreement of voters and of people', async (t) => {
  const cwd = await temporaryFolder(t);
  const made = await runPiped(
    [
      'ingest --adapter synthetic --n 24 --seed 6 -q',
      'inject --endpoint sim --verify-votes 3 --difficulty-votes 3 --keep-rejected -q -o all.jsonl',
    ],
    { cwd },
  );
  assert.equal(made.code, 0, made.stderr);
  const all = jsonLines(await readFile(join(cwd, 'all.jsonl'), 'utf8')) as Solution[];
  const judged = all.filter(({ injection }) => injection?.status === 'accepted').slice(0, 8);
  const lines = judged.map((one, at) =>
    JSON.stringify({
      record_id: one.id,
      record_hash: recordHash(one),
      annotator: 'anna',
      kind: 'decision',
      decision: at === 0 ? 'no' : 'yes',
    }),
  );
  await writeFile(join(cwd, 'anna.jsonl'), `${lines.join('\n')}\n`);
  const report = 'report --of injection --annotations anna.jsonl -o page.html all.jsonl';
  const { code, stderr } = await runPiped([report], { cwd });
  assert.equal(code, 0, stderr);
  const page = await readFile(join(cwd, 'page.html'), 'utf8');
  assert.match(page, /Independent verification/);
  assert.match(page, /the injected step is wrong.*<td class="number">8</s);
  assert.match(page, /the steps before it are right/);
  assert.match(page, /The steps after the error follow from it, as far as the gate can check, in \d+ of \d+/);
});
