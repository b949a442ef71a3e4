// Which part each candidate gets, and what balance leaves: properties over any mix of strata.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Candidate, familyOf } from '../../src/publish/candidates.ts';
import { chooseParts } from '../../src/publish/choose.ts';
import { splitOf } from '../../src/publish/splits.ts';
import { type Placed, surplusOf } from '../../src/publish/surplus.ts';
import { largestRemainders } from '../../src/statistics/apportion.ts';

const candidates = fc
  .array(
    fc.record({
      kind: fc.constantFrom<Candidate['kind'][]>('natural', 'manual', 'correct', 'presumed'),
      stratum: fc.constantFrom('a', 'b', 'c'),
      rank: fc.nat(),
      kept: fc.constant(null),
    }),
    { maxLength: 80 },
  )
  .map((list) => list.map((one, at): Candidate => ({ ...one, id: `id-${at}` })));
const all = { natural: true, general: true, manual: true, clean: true };

test('every candidate is chosen or counted as left, and a presumed one is never a clean control', () => {
  fc.assert(
    fc.property(candidates, fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }), (list, size) => {
      const { partOf, left } = chooseParts(list, { parts: all, size, errorShare: 0.5 });
      const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
      assert.equal(partOf.size + gone, list.length);
      assert.ok(size === undefined || partOf.size <= size);
      for (const { id, kind } of list) {
        if (kind === 'presumed') assert.notEqual(partOf.get(id), 'clean');
        if (kind === 'natural') assert.ok([undefined, 'natural'].includes(partOf.get(id)));
      }
    }),
  );
});

test('what is left after balancing has the share of errors that was asked for, to one record', () => {
  fc.assert(
    fc.property(candidates, fc.infiniteStream(fc.boolean()), (list, luck) => {
      const { partOf } = chooseParts(list, { parts: all, size: undefined, errorShare: 0.5 });
      const placed = list.map((one): Placed => {
        const part = partOf.get(one.id) ?? 'clean';
        const stands = part === 'clean' || part === 'natural' || luck.next().value === true;
        return { ...one, part, looks: stands ? new Float64Array(14) : null };
      });
      const dropped = surplusOf(placed, 0.5);
      const left = placed.filter(({ id, looks }) => looks !== null && !dropped.has(id));
      const clean = left.filter(({ part }) => part === 'clean').length;
      if (clean > 0 && clean < left.length) assert.equal(left.length - clean, clean);
    }),
  );
});

test('every part comes out where there is something to make it of', () => {
  const kinds = [...Array(60).fill('natural'), ...Array(60).fill('correct'), ...Array(6).fill('manual')];
  const list = kinds.map(
    (kind, at): Candidate => ({ id: `id-${at}`, kind, stratum: 'one', rank: at * 7919, kept: null }),
  );
  for (const size of [undefined, 60]) {
    const { partOf } = chooseParts(list, { parts: all, size, errorShare: 0.5 });
    const count = (part: string): number => [...partOf.values()].filter((one) => one === part).length;
    assert.ok(
      count('general') >= 8 && count('clean') >= 25 && count('manual') === 6,
      `${size}: ${[...partOf.values()]}`,
    );
  }
});

test('a family is the same whatever dresses the text, and its split follows the shares', () => {
  assert.equal(familyOf('Find $x$  if  $x+1=2$.'), familyOf(' find $x$ if $x+1=2$'));
  assert.notEqual(familyOf('Find $x$ if $x+1=2$.'), familyOf('Find $x$ if $x+1=3$.'));
  const shares = { train: 0.6, dev: 0.1, test: 0.3 };
  const counts = { train: 0, dev: 0, test: 0 };
  for (let at = 0; at < 5000; at += 1) counts[splitOf(`family ${at}`, shares)] += 1;
  for (const split of ['train', 'dev', 'test'] as const) {
    assert.ok(Math.abs(counts[split] / 5000 - shares[split]) < 0.03, JSON.stringify(counts));
  }
});

test('places are shared out whole', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { minLength: 1 }), fc.nat(200), (weights, places) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const given = largestRemainders(weights, places);
      assert.equal(
        given.reduce((sum, count) => sum + count, 0),
        total === 0 ? 0 : places,
      );
      given.forEach((count, at) => {
        assert.ok(total === 0 || Math.abs(count - (weights[at]! / total) * places) < 1);
      });
    }),
  );
});
