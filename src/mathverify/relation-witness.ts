// Looks for a point at which one of two relations holds and the other does not: small numbers, the solutions of either
// on lines through them, and the values that a solved equation gives.
import { type Node, number, type RelationNode } from './ast.ts';
import { type Complex, isDefined } from './complex.ts';
import type { Context } from './context.ts';
import { evaluate } from './evaluate.ts';
import { orthants, type ProbePoint } from './probe-points.ts';
import type { Rational } from './rational.ts';
import * as q from './rational.ts';
import { placesIn } from './region.ts';
import { truthAt } from './relation-truth.ts';
import { solve } from './solve.ts';
import { substituted } from './substitute.ts';
import { symbolsOf } from './walk.ts';
import { isCustomarilyWhole, type Whole } from './whole-symbols.ts';
import { type Witness, witnessOfTruth } from './witness.ts';

/** Values tried for each symbol, by how many symbols there are. */
const values: readonly (readonly number[])[] = [
  [],
  [0, 1, -1, 2, -2, 0.5, 3, -3, -0.5, 4, 5, 6, 8, 9, 10, -5, 100, -100],
  [0, 1, -1, 2, -2, 3, 0.5, 4],
  [1, 0, -1, 2, 3],
  [1, 0, -2],
];
const maxNames = values.length - 1;
const firstPoints = 8;
const maxLines = 14;

export interface Counterexample {
  readonly witness: Witness;
  /** Whether both truths are known from exact values, not from doubles with a bound of their error. */
  readonly exact: boolean;
}

/** Two comparisons of real numbers and their symbols. */
export interface Pair {
  readonly gold: RelationNode;
  readonly prediction: RelationNode;
  readonly names: readonly string[];
  readonly whole: ReadonlyMap<string, Whole>;
}

/** The first point found at which exactly one of two relations holds, proposed ones first; null when there is none. */
export function counterexample(
  pair: Pair,
  proposed: readonly ProbePoint[],
  context: Context,
): Counterexample | null {
  const { gold, prediction, names } = pair;
  if (names.length === 0 || names.length > maxNames) return null;
  for (const point of pointsFor(pair, proposed, context)) {
    if (!isFit(point, pair)) continue;
    const left = truthAt(gold, point, context);
    const right = left && truthAt(prediction, point, context);
    if (left === null || right === null || left.holds === right.holds) continue;
    return { witness: witnessOfTruth(point, left.holds), exact: left.exact && right.exact };
  }
  return beyondRationals(pair, context);
}

/** Whether the values for whole symbols are whole. */
function isFit(point: ProbePoint, { whole }: Pair): boolean {
  return [...point].every(
    ([name, value]) =>
      (value.d === 1n || !(whole.has(name) || isCustomarilyWhole(name))) &&
      (value.n >= 0n || whole.get(name) !== 'natural'),
  );
}

function* pointsFor(
  { gold, prediction, names }: Pair,
  proposed: readonly ProbePoint[],
  context: Context,
): Generator<ProbePoint> {
  yield* proposed;
  const grid = gridOf(names);
  yield* grid.slice(0, firstPoints);
  for (const { base, name } of linesThrough(grid, names)) {
    for (const relation of [gold, prediction]) {
      for (const value of placesIn(solvedAlong(relation, base, name, context)))
        yield new Map(base).set(name, value);
    }
  }
  yield* grid.slice(firstPoints);
  yield* orthants(names, new Map(), false);
}

const grids = new Map<string, ProbePoint[]>();
const maxGrids = 100;

function gridOf(names: readonly string[]): ProbePoint[] {
  const key = names.join(' ');
  let grid = grids.get(key);
  if (grid === undefined) {
    grid = names.reduce<Map<string, Rational>[]>(
      (points, name) =>
        values[names.length]!.flatMap((value) =>
          points.map((point) => new Map(point).set(name, q.fromNumber(value))),
        ),
      [new Map()],
    );
    if (grids.size < maxGrids) grids.set(key, grid);
  }
  return grid;
}

/** Lines along one symbol through points spread over the grid. */
function linesThrough(
  grid: readonly ProbePoint[],
  names: readonly string[],
): { base: ProbePoint; name: string }[] {
  const count = names.length === 1 ? 1 : maxLines;
  return Array.from({ length: count }, (_, k) => ({
    base: grid[Math.floor((k * grid.length) / count)]!,
    name: names[k % names.length]!,
  }));
}

/** The solutions of a relation along a line; none where they are not known. */
function solvedAlong(relation: RelationNode, base: ProbePoint, name: string, context: Context) {
  const others = [...base].filter(([other]) => other !== name);
  const along = substituted(relation, new Map(others.map(([other, value]) => [other, number(value)])));
  return (along && solve(along, context)) ?? [];
}

/** Points with one irrational value, at which an equation holds because the value solves it. */
function beyondRationals(pair: Pair, context: Context): Counterexample | null {
  for (const isGold of [true, false]) {
    const [holding, other] = isGold ? [pair.gold, pair.prediction] : [pair.prediction, pair.gold];
    if (holding.operators.length !== 1 || holding.operators[0] !== '=') continue;
    for (const { base, name, value } of solutionsOf(holding, pair, context)) {
      if (pair.whole.has(name) || isCustomarilyWhole(name)) continue;
      const rest = new Map(
        [...base].filter(([name]) => symbolsOf(other).has(name) || symbolsOf(value).has(name)),
      );
      rest.delete(name);
      const others = new Map([...base].filter(([other]) => other !== name));
      const put = isFit(others, pair) ? substituted(other, new Map([[name, value]])) : null;
      const truth = put && truthAt(put, rest, context);
      const at = truth === null || truth.holds ? null : realAt(value, rest, context);
      if (truth !== null && at !== null)
        return {
          witness: witnessOfTruth(new Map<string, Rational | Complex>(rest).set(name, at), isGold),
          exact: truth.exact,
        };
    }
  }
  return null;
}

interface Solution {
  readonly base: ProbePoint;
  readonly name: string;
  readonly value: Node;
}

/** v from v = g, and the roots along lines through the grid. */
function* solutionsOf(equation: RelationNode, { names }: Pair, context: Context): Generator<Solution> {
  const grid = gridOf(names);
  for (const [k, side] of equation.parts.entries()) {
    const value = equation.parts[1 - k]!;
    if (side.kind !== 'symbol' || symbolsOf(value).has(side.name)) continue;
    for (const base of grid.slice(0, maxLines)) yield { base, name: side.name, value };
  }
  for (const { base, name } of linesThrough(grid, names))
    for (const { low } of solvedAlong(equation, base, name, context))
      if (low.infinite === 0) yield { base, name, value: low.node };
}

function realAt(node: Node, point: ProbePoint, context: Context): Complex | null {
  const values = new Map([...point].map(([name, value]) => [name, { re: q.toNumber(value), im: 0, err: 0 }]));
  const value = evaluate(node, { values }, context.budget);
  return isDefined(value) && value.im === 0 ? value : null;
}
