import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualBreakdowns } from '../../src/metrics/breakdown.ts';
import { createScore, type ScoreSettings } from '../../src/metrics/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { assertClose } from './close.ts';
import { flags, says, solution } from './records.ts';

function scored(records: Solution[], options: ScoreSettings) {
  const score = createScore(options);
  for (const record of records) score.add(record);
  return score.result();
}

function injected(mode: 'general' | 'manual', type: string): Partial<Solution> {
  return {
    error_steps: [7],
    error_source: 'injected',
    injection: { status: 'accepted', mode, error_type: type } as Solution['injection'],
  };
}

test('natural errors, injected ones, manual ones and correct solutions are apart', () => {
  const { critics } = scored(
    [
      solution({ ...injected('general', 'converse'), critiques: [says(7)] }),
      solution({ ...injected('manual', 'boundary'), critiques: [says(6)] }),
      solution({ error_steps: [2], error_source: 'natural', critiques: [says(2)] }),
      solution({ critiques: [says(-1)] }),
    ],
    { by: usualBreakdowns },
  );
  const { by } = critics[0]!;
  const names = (field: string) => Object.keys(by[field]!);
  assert.deepEqual(names('injection_mode'), ['clean', 'injected general', 'injected manual', 'natural']);
  assert.deepEqual(names('error_type'), ['(none)', 'boundary', 'clean', 'converse']);
  assert.deepEqual(names('error_source'), ['clean', 'injected', 'natural']);
  assert.deepEqual(names('position_decile'), ['0.2-0.3', '0.7-0.8', 'clean']);
  assert.deepEqual(names('length'), ['10-14']);
  for (const cells of Object.values(by)) {
    for (const { n, intervals } of Object.values(cells)) {
      assert.ok(n > 0);
      assert.ok('error_acc' in intervals && 'f1' in intervals);
    }
  }
});

test('an error type that `classify` found counts where no injection says one', () => {
  const record = {
    ...solution({ error_steps: [1], critiques: [says(1)] }),
    classification: { error_type: 'quantifier' },
  };
  const { critics } = scored([record], { by: ['error_type'] });
  assert.deepEqual(Object.keys(critics[0]!.by.error_type!), ['quantifier']);
});

test('groups by length hold every number of steps once, in order', () => {
  const { baselines } = scored(
    [1, 4, 5, 9, 10, 15, 20, 29, 30, 49, 50, 500].map((n) => solution({ n })),
    { by: ['length'] },
  );
  const cells = Object.entries(baselines[0]!.by.length!);
  assert.deepEqual(
    cells.map(([name, { n }]) => [name, n]),
    [
      ['01-04', 2],
      ['05-09', 2],
      ['10-14', 1],
      ['15-19', 1],
      ['20-29', 2],
      ['30-49', 2],
      ['50+', 2],
    ],
  );
});

test('DeltaBench gold can be the wrong sections, or these and the useless ones, numbered from 1', () => {
  const record = solution({
    n: 10,
    error_steps: [6],
    meta: { reason_error_section_numbers: [7], reason_unuseful_section_numbers: [3, 99] },
    critiques: [flags([2])],
  });
  const wrong = scored([record], {}).critics[0]!;
  const both = scored([record], { deltaGold: 'errors+unuseful' }).critics[0]!;
  assert.equal(wrong.deltabench.micro.tp, 0);
  assert.equal(wrong.deltabench.first_error_recall, 0);
  assert.equal(both.deltabench.micro.tp, 1);
  assertClose(both.deltabench.micro.f1, 1);
  const useless = { ...record, error_steps: [] };
  assert.equal(scored([useless], {}).critics[0]!.n_correct, 1);
  assert.equal(scored([useless], { deltaGold: 'errors+unuseful' }).critics[0]!.n_error, 1);
});

test('warns of a set that is far from half and half, and not of one that holds a single class', () => {
  const set = (errors: number, correct: number) =>
    scored(
      [
        ...Array.from({ length: errors }, () => solution({ error_steps: [1] })),
        ...Array.from({ length: correct }, () => solution()),
      ],
      { bootstrap: 0 },
    ).warnings;
  assert.deepEqual(set(6, 4), []);
  assert.match(set(13, 7)[0]!, /13 of 20 solutions \(65 %\) are erroneous.*filter --balance/);
  assert.match(set(1, 9)[0]!, /9 of 10 solutions \(90 %\) are correct/);
  assert.deepEqual(set(5, 0), []);
});
