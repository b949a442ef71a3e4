// What a report collects beside the score: positions, models, examples of each kind, failures and corrected labels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCollector } from '../../src/metrics/collector.ts';
import { errataScore } from '../../src/metrics/errata-score.ts';
import { createScore } from '../../src/metrics/score.ts';
import { scoreRecords } from '../../src/metrics/score-records.ts';
import { scoreReport } from '../../src/metrics/score-report.ts';
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { flags, says, solution, unreadable } from './records.ts';

const error = (id: string, critique: Critique, fields: Partial<Solution> = {}): Solution =>
  solution({ id, error_steps: [4], critiques: [critique], ...fields });

function collected(records: readonly Solution[], settings = {}) {
  const collector = createCollector({ bootstrap: 0, ...settings });
  for (const record of records) collector.add(record);
  return collector;
}

test('examples are the first of each kind, up to two, and one false alarm', () => {
  const three = (kind: string, critique: Critique) => [1, 2, 3].map((at) => error(`${kind} ${at}`, critique));
  const clean = (id: string, critique: Critique) => solution({ id, critiques: [critique] });
  const { examples } = collected([
    clean('passed', says(-1)),
    ...three('found', says(4)),
    ...three('missed', says(-1)),
    ...three('wrong', says(2)),
    clean('alarm 1', says(2)),
    clean('alarm 2', says(2)),
    error('unread', unreadable()),
    solution({ id: 'unlabelled', error_steps: null, critiques: [says(4)] }),
    solution({ id: 'unjudged', error_steps: [4] }),
  ]);
  assert.deepEqual(
    examples.map(({ id }) => id),
    ['found 1', 'found 2', 'missed 1', 'missed 2', 'wrong 1', 'wrong 2', 'alarm 1'],
  );
});

test('a critic that flags all errors names the smallest step, and none where it flags nothing', () => {
  const kinds = (critique: Critique, fields: Partial<Solution> = {}) => {
    // Two of the kind are shown already, so that another of it is not.
    const shown = { found: says(4), missed: says(-1), wrong: says(2) };
    return Object.entries(shown).flatMap(([kind, like]) => {
      const records = [error('1', like), error('2', like), error('3', critique, fields)];
      return collected(records).examples.length === 2 ? [kind] : [];
    });
  };
  assert.deepEqual(kinds(flags([7, 4])), ['found']);
  assert.deepEqual(kinds(flags([7, 2, 4])), ['wrong']);
  assert.deepEqual(kinds(flags([])), ['missed']);
});

test('positions count first errors by tenth, and models are named once by their role', () => {
  const at = (n: number, step: number) => solution({ n, error_steps: [step, n - 1] });
  const { positions } = collected([at(10, 0), at(10, 9), at(20, 19), at(3, 1), solution({})]);
  assert.deepEqual(positions, [1, 0, 0, 1, 0, 0, 0, 0, 0, 2]);
  assert.deepEqual(collected([]).models, {});
  const injection = { status: 'accepted', model: 'maker' } as Solution['injection'];
  const by = (model: string) => ({ ...says(4), model });
  const both = collected([
    error('1', by('b'), { injection }),
    error('2', by('a'), { injection }),
    error('3', by('b'), { critiques: [by('b'), { ...says(4, 'other'), model: 'c' }] }),
  ]);
  assert.deepEqual(both.models, { inject: 'maker', critic: 'b, a, c' });
});

test('a report names its title, its models and its critics, and draws positions only where there are errors', () => {
  const facts = { title: 'A title', seed: 3, inputs: [], protocol: 'first_error', votes: 1 };
  const judged = collected([error('1', { ...says(4), model: 'm' }), solution({ critiques: [says(-1)] })]);
  const markdown = scoreReport(judged, 'md', facts);
  assert.match(markdown, /^# A title\n\n/);
  assert.match(markdown, /toy/);
  const page = scoreReport(judged, 'html', facts);
  assert.match(page, /<title>[^<]*A title/);
  const pictures = (text: string): number => text.match(/<svg/g)?.length ?? 0;
  const clean = scoreReport(collected([solution({ critiques: [says(-1)] })]), 'html', facts);
  assert.ok(pictures(page) > pictures(clean), `${pictures(page)} and ${pictures(clean)}`);
});

const failing = (...notes: (string | null)[]): Solution =>
  solution({
    critiques: [
      {
        ...unreadable('toy', 'failed'),
        votes: notes.map((note, sample) => ({ sample, status: 'failed' as const, first_error: null, note })),
      },
    ],
  });
const warningsOf = (records: readonly Solution[]): readonly string[] => collected(records).score().warnings;

test('votes that failed are warned of once, with the three commonest reasons; numbers do not tell reasons apart', () => {
  assert.deepEqual(warningsOf([failing()]), []);
  assert.deepEqual(warningsOf([failing(null)]), []);
  assert.deepEqual(warningsOf([failing('refused')]), ['1 vote failed: 1 x refused']);
  assert.deepEqual(warningsOf([failing('waited 7 s', 'refused', 'waited 20 s')]), [
    '3 votes failed: 2 x waited 20 s; 1 x refused',
  ]);
  assert.deepEqual(warningsOf([failing('c', 'b', 'd', 'a', 'd')]), [
    '5 votes failed: 2 x d; 1 x a; 1 x b; …',
  ]);
  const read = { sample: 0, status: 'ok' as const, first_error: -1, note: 'read' };
  assert.deepEqual(warningsOf([solution({ critiques: [{ ...says(-1), votes: [read] }] })]), []);
});

test('reasons of shards add up, in either order; beyond two hundred different ones the rest are not kept', () => {
  const stateOf = (record: Solution) => {
    const score = createScore({ bootstrap: 0 });
    score.add(record);
    return score.state();
  };
  const [one, other] = [stateOf(failing('waited 7 s', 'refused')), stateOf(failing('waited 20 s'))];
  for (const states of [
    [one, other],
    [other, one],
  ]) {
    const score = createScore({ bootstrap: 0 });
    for (const state of states) score.merge(state);
    assert.deepEqual(score.result().warnings, ['3 votes failed: 2 x waited 20 s; 1 x refused']);
  }
  const { failures: _, ...earlier } = one;
  const score = createScore({ bootstrap: 0 });
  score.merge(earlier);
  assert.deepEqual(score.result().warnings, []);
  const word = (at: number): string => `k${String.fromCharCode(107 + (at % 15), 107 + Math.floor(at / 15))}`;
  const many = failing(...Array.from({ length: 201 }, (_, at) => word(at)), word(200), word(0));
  assert.match(warningsOf([many])[0]!, /^201 votes failed: 2 x kkk; /);
});

test('records in one call score as they do one by one, from any iterable', async () => {
  const records = [error('1', says(4)), solution({ critiques: [says(2)] })];
  const expected = collected(records, { by: ['task'] }).score();
  assert.deepEqual(await scoreRecords(records, { bootstrap: 0, by: ['task'] }), expected);
  async function* later() {
    yield* records;
  }
  assert.deepEqual(await scoreRecords(later(), { bootstrap: 0, by: ['task'] }), expected);
  assert.equal((await scoreRecords([])).bootstrap, 1000);
});

test('corrected labels show each critic before and after; one that was not there before has no before', () => {
  const of = (records: readonly Solution[]) => collected(records).score();
  const before = of([error('1', says(4)), error('2', says(2))]);
  const after = of([
    error('1', says(4), { critiques: [says(4), says(1, 'new')] }),
    solution({ critiques: [says(2), says(-1, 'new')] }),
  ]);
  const counts = { corrected: 1, stale: 0 };
  const metrics = { f1_interval: null };
  assert.deepEqual(errataScore(before, after, counts), {
    ...counts,
    critics: [
      {
        critic: 'new',
        before: null,
        after: { ...metrics, n_error: 1, n_correct: 1, error_acc: 0, correct_acc: 1, f1: 0 },
      },
      {
        critic: 'toy',
        before: { ...metrics, n_error: 2, n_correct: 0, error_acc: 0.5, correct_acc: null, f1: null },
        after: { ...metrics, n_error: 1, n_correct: 1, error_acc: 1, correct_acc: 0, f1: 0 },
      },
    ],
  });
});
