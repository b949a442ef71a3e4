// Which clean controls stay beside the errors that came off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Looks, matchedControls } from '../../src/publish/matched-controls.ts';
import { createShortcutCollector } from '../../src/publish/shortcut-probe.ts';
import { surfaceOf } from '../../src/publish/surface-features.ts';
import { type Placed, surplusOf } from '../../src/publish/surplus.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { rowsOf } from './building.ts';

const looking = fc
  .array(fc.record({ rank: fc.nat(), steps: fc.array(fc.string(), { minLength: 1, maxLength: 5 }) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((list) =>
    list.map(({ rank, steps }, at): Looks => ({ id: `id-${at}`, rank, looks: surfaceOf(steps) })),
  );

test('as many controls as are wanted are chosen, each once', () => {
  fc.assert(
    fc.property(looking, looking, fc.nat(30), (errors, controls, expected) => {
      const chosen = matchedControls(errors, controls, Math.min(expected, controls.length));
      assert.equal(chosen.length, Math.min(expected, controls.length));
      assert.equal(new Set(chosen).size, chosen.length);
    }),
  );
});

test('every error keeps its likest control before any keeps a second', () => {
  const of = (id: string, characters: number): Looks => ({
    id,
    rank: 0,
    looks: surfaceOf(['x'.repeat(40), 'x'.repeat(40), 'x'.repeat(characters)]),
  });
  const errors = [of('short', 20), of('long', 400)];
  const controls = [of('a', 420), of('b', 22), of('c', 150), of('d', 380)];
  const chosen = matchedControls(errors, controls, 2);
  assert.equal(chosen[0], 'b');
  assert.ok(['a', 'd'].includes(chosen[1] ?? ''), String(chosen));
});

// Late steps with few digits do not take an injection: without matching, digits would tell errors from controls.
test('injections that succeed only on solutions of a certain look leave no tell', () => {
  const placedOf = (seed: number): (Placed & { steps: readonly string[] })[] => {
    const rng = mulberry32(seed);
    return rowsOf(1500, seed).map(({ id, steps }, at) => {
      const part = at % 2 === 0 ? 'general' : 'clean';
      const looks = surfaceOf(steps);
      const takes = part === 'clean' || (looks[5] ?? 0) + rng() * 0.1 > 0.42;
      const common = {
        id,
        kind: 'correct',
        stratum: 'one',
        rank: Math.floor(rng() * 2 ** 32),
        kept: null,
      } as const;
      return { ...common, part, steps, looks: takes ? looks : null };
    });
  };
  const verdictOf = (placed: readonly (Placed & { steps: readonly string[] })[], dropped: Set<string>) => {
    const tells = createShortcutCollector();
    for (const { id, part, stratum, steps, looks } of placed) {
      if (looks !== null && !dropped.has(id))
        tells.add({ family: id, stratum, steps, error: part !== 'clean' });
    }
    return tells.result(0.6, 1);
  };
  const placed = placedOf(5);
  assert.equal(verdictOf(placed, new Set())?.verdict, 'tells');
  const matched = verdictOf(placed, surplusOf(placed, 0.5));
  assert.equal(matched?.verdict, 'passes', JSON.stringify(matched));
});

test('a word more in one control changes no other control', () => {
  const rows = rowsOf(60, 2).map(({ id, steps }, at) => ({ id, rank: at, steps }));
  const looksOf = ({ id, rank, steps }: (typeof rows)[number]): Looks => ({
    id,
    rank,
    looks: surfaceOf(steps),
  });
  const errors = rows.slice(0, 15).map(looksOf);
  const before = matchedControls(errors, rows.slice(15).map(looksOf), 15);
  const changed = rows
    .slice(15)
    .map((row) => ({ ...row, steps: row.steps.map((step, at) => (at === 0 ? `First, ${step}` : step)) }));
  for (const row of changed) {
    const others = rows.slice(15).map((other) => (other.id === row.id ? row : other));
    const after = matchedControls(errors, others.map(looksOf), 15);
    const moved = after.filter((id) => !before.includes(id));
    assert.ok(moved.length <= 1, `${row.id}: ${moved}`);
  }
});
