// How far annotators agree, beside a second implementation of alpha and kappa; and which judgements count.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { blindAgreement } from '../../src/metrics/blind-agreement.ts';
import { annotatorAgreement, createDecisionAgreement } from '../../src/metrics/decision-agreement.ts';
import { peoplesLabels } from '../../src/metrics/peoples-labels.ts';
import { type Annotation, decisions } from '../../src/records/annotation.ts';
import { referee } from '../../src/records/gold-labels.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { assertSame } from './close.ts';
import { alphaOf, kappaOf } from './definitions.ts';

const people = ['ann', 'bob', 'carl'];
const rank = { no: 0, maybe: 1, yes: 2 };

const judgement = fc.record({
  decision: fc.option(fc.constantFrom(...decisions), { freq: 8 }),
  first_error: fc.option(fc.integer({ min: -1, max: 3 }), { freq: 5 }),
  blind: fc.constantFrom(true, true, true, false, undefined),
});
/** What each person and the referee judged of a record, if anything, in any order. */
const unit = fc
  .tuple(
    ...[...people, referee].map((annotator) =>
      fc.option(
        judgement.map((given) => ({ annotator, kind: 'decision' as const, ...given })),
        { freq: 3 },
      ),
    ),
  )
  .chain((all) => {
    const given = all.filter((one) => one !== null);
    return fc.shuffledSubarray(given, { minLength: given.length });
  });
const records = fc
  .array(unit, { maxLength: 12 })
  .map((units) =>
    units.map((given, at) => given.map((one): Annotation => ({ record_id: `r${at}`, ...one }))),
  );

const byPeople = (given: readonly Annotation[]): Annotation[] =>
  given.filter(({ annotator }) => annotator !== referee);

function pairsOf(units: readonly (readonly Annotation[])[]) {
  return people.flatMap((first, at) =>
    people.slice(at + 1).flatMap((second) => {
      const both = units.flatMap((given) => {
        const of = (name: string) => given.find(({ annotator }) => annotator === name)?.decision ?? null;
        const [one, other] = [of(first), of(second)];
        return one === null || other === null ? [] : [[one, other] as const];
      });
      if (both.length === 0) return [];
      const confusion = decisions.map((row) =>
        decisions.map((column) => both.filter(([one, other]) => one === row && other === column).length),
      );
      const same = both.filter(([one, other]) => one === other).length;
      return [{ first, second, n: both.length, same, kappa: kappaOf(both), confusion }];
    }),
  );
}

const ranksOf = (given: readonly Annotation[]): number[] =>
  given.flatMap(({ decision }) => (decision == null ? [] : [rank[decision]]));
const stepsOf = (given: readonly Annotation[]): number[] =>
  given.flatMap(({ first_error: step }) => (step == null ? [] : [step]));

test('agreement in decisions is alpha over everybody and kappa of each pair, without the referee', () => {
  fc.assert(
    fc.property(records, (units) => {
      const agreement = createDecisionAgreement();
      for (const given of units) {
        agreement.add(
          given.flatMap(({ annotator, decision }) => (decision == null ? [] : [{ annotator, decision }])),
        );
      }
      const own = units.map(byPeople);
      const decided = own.map(ranksOf);
      assertSame(agreement.result(), {
        decided: decided.filter((given) => given.length > 0).length,
        doublyDecided: decided.filter((given) => given.length > 1).length,
        alpha: alphaOf(decided, 'ordinal'),
        pairs: pairsOf(own),
      });
      assertSame(annotatorAgreement(own), {
        alpha: alphaOf(decided, 'ordinal'),
        alphaFirstError: alphaOf(own.map(stepsOf), 'nominal'),
        pairs: pairsOf(own),
      });
    }),
    { numRuns: 150 },
  );
});

test('only judgements that were made blind, of records that two judged so, count as blind agreement', () => {
  fc.assert(
    fc.property(records, fc.nat(3), (units, seed) => {
      const others: Annotation[] = [
        { record_id: 'r0', annotator: 'dan', kind: 'comment', comment: 'x', blind: true },
        { record_id: 'r0', annotator: 'eve', kind: 'natural_error', first_error: 2, blind: true },
      ];
      const all = [...units.flat(), ...others];
      const found = blindAgreement(all, seed);
      const own = units.map(byPeople);
      const blind = own.map((given) => given.filter((one) => one.blind === true));
      const both = blind.filter((given) => given.length > 1);
      const alone = {
        ...found,
        alphaDecision: found.alphaDecision.value,
        alphaFirstError: found.alphaFirstError.value,
      };
      assertSame(
        { ...alone, pairs: found.pairs.map(({ kappa, ...pair }) => ({ ...pair, kappa: kappa.value })) },
        {
          decisions: blind.flat().length,
          notBlind: own.flat().length - blind.flat().length,
          records: both.length,
          alphaDecision: alphaOf(both.map(ranksOf), 'ordinal'),
          alphaFirstError: alphaOf(both.map(stepsOf), 'nominal'),
          pairs: pairsOf(both).map(({ same: _, confusion: __, ...pair }) => pair),
        },
      );
      for (const { value, interval } of [found.alphaDecision, found.alphaFirstError]) {
        if (interval !== null) assert.ok(value !== null && interval[0] <= interval[1] && interval[1] <= 1);
      }
      // Files are read in any order.
      assert.deepEqual(blindAgreement([...units].reverse().flat(), seed).alphaDecision, found.alphaDecision);
    }),
    { numRuns: 12 },
  );
});

test('the interval of blind agreement holds what was planted, and is narrower with more records', () => {
  const width = (n: number): number => {
    const all = Array.from({ length: n }, (_, at): Annotation[] =>
      ['ann', 'bob'].map((annotator) => ({
        ...{ record_id: `r${at}`, annotator, kind: 'decision' as const, blind: true },
        // They agree on four of five.
        decision: (at % 2 === 0) === (annotator === 'ann' || at % 5 !== 0) ? 'yes' : 'no',
      })),
    ).flat();
    const [low, high] = blindAgreement(all).pairs[0]!.kappa.interval!;
    assert.ok(low < 0.6 && 0.6 < high, `${low} to ${high}`);
    return high - low;
  };
  assert.ok(width(200) < 0.7 * width(60));
});

test("people's labels are their marks of natural errors, the last of each", async (t) => {
  const folder = await temporaryFolder(t);
  const write = async (name: string, lines: readonly object[]): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return path;
  };
  const mark = (record_id: string, annotator: string, first_error: number | null) => ({
    ...{ record_id, annotator, kind: 'natural_error', first_error },
  });
  const paths = [
    await write('ann.jsonl', [mark('r1', 'ann', 3), mark('r1', 'ann', 2), mark('r2', 'ann', -1)]),
    await write('bob.jsonl', [
      mark('r1', 'bob', 4),
      { record_id: 'r2', annotator: 'bob', kind: 'decision', first_error: 1 },
      { record_id: 'r3', annotator: 'bob', kind: 'natural_error', comment: 'no step' },
    ]),
  ];
  const labels = await peoplesLabels(paths);
  assert.deepEqual(
    [...labels].map(([id, marks]) => [id, Object.fromEntries(marks)]),
    [
      ['r1', { ann: 2, bob: 4 }],
      ['r2', { ann: -1 }],
    ],
  );
  const bad = await write('bad.jsonl', [mark('r1', 'ann', 3), { annotator: 'bob' }]);
  await assert.rejects(peoplesLabels([bad]), {
    code: 'LB_SCHEMA',
    message: /bad\.jsonl:2.*record_id, annotator and kind/,
  });
  await assert.rejects(peoplesLabels([join(folder, 'none.jsonl')]), /none\.jsonl/);
});
