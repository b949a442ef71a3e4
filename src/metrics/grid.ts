// The numbers of a grid: chooses the best cell on the development problems, and tests every cell against the reference on
// the held-out ones. A choice among many looks better on what it was made by than it is; the held-out problems had no say.
import type { ComparisonObject, PairComparison } from '../records/comparison.ts';
import type { Critique } from '../records/critique.ts';
import type { GridFinding, GridObject, GridRow, GridSettings, GridTest } from '../records/grid.ts';
import type { SubjectScore } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { differs } from '../statistics/paired-test.ts';
import { problemPlace } from '../statistics/problem-place.ts';
import { createComparison } from './comparison.ts';
import { goldOf } from './gold.ts';
import { createScore } from './score.ts';

export interface GridScore {
  add(record: Solution): void;
  result(): GridObject;
}

interface Spent {
  calls: number;
  prompt_tokens: number;
  completion_tokens: number;
}

/** One test alone, of the cell that was chosen before the held-out problems were looked at. */
function isShown({ difference, interval, p }: GridTest): boolean {
  return difference !== null && difference > 0 && differs(interval, p) === true;
}

function testOf(pair: PairComparison | undefined, headline: string): GridTest | null {
  if (pair === undefined) return null;
  const { difference, interval, p, minimum_detectable } = pair.figures[headline]!;
  const { p_adjusted, differs } = pair;
  return { difference, interval, p, p_adjusted, minimum_detectable, differs };
}

/** @returns Takes one record at a time; memory grows with the cells and with the problems, up to 4,096 of them. */
export function createGridScore(settings: GridSettings): GridScore {
  const { cells, reference, seed, development: share, headline, parse, cut, bootstrap, rungs } = settings;
  const names = cells.map(({ name }) => name);
  const ours = new Set(names);
  const shared = { parse, cut, seed, headline, critics: names, reference };
  // The choice needs no interval.
  const development = createComparison({ ...shared, bootstrap: 0 });
  const heldOut = createComparison({ ...shared, bootstrap });
  const score = createScore({ parse, cut, seed, bootstrap, constants: [] });
  const counted = { development: 0, held_out: 0 };
  const problems = { development: new Set<number>(), held_out: new Set<number>() };
  const spent = new Map<string, Spent>();
  const models = new Set<string>();

  function count({ critic, usage, model }: Critique): void {
    if (model != null) models.add(model);
    const known = spent.get(critic) ?? { calls: 0, prompt_tokens: 0, completion_tokens: 0 };
    spent.set(critic, known);
    for (const key of ['calls', 'prompt_tokens', 'completion_tokens'] as const)
      known[key] += usage?.[key] ?? 0;
  }

  function add(record: Solution): void {
    const critiques = (record.critiques ?? []).filter(({ critic }) => ours.has(critic));
    for (const critique of critiques) count(critique);
    if (goldOf(record) === null) return;
    const place = problemPlace(record.problem, seed);
    const part = place < share ? 'development' : 'held_out';
    counted[part] += 1;
    problems[part].add(place);
    const own = { ...record, critiques };
    if (part === 'development') development.add(own);
    else {
      heldOut.add(own);
      score.add(own);
    }
  }

  function result(): GridObject {
    const chosenOn = development.result();
    const testedOn = heldOut.result();
    const scored = new Map(score.result().critics.map((critic) => [critic.critic, critic]));
    const out = new Map(
      rungs.flatMap(({ eliminated }, at) => eliminated.map((name) => [name, at + 1] as const)),
    );
    const rows = cells.map((cell, declared) => ({
      ...{ declared, eliminated: out.get(cell.name) ?? null, settings: cell.settings, name: cell.name },
      development: valueIn(chosenOn, cell.name),
      held_out: { ...valueIn(testedOn, cell.name), interval: intervalOf(scored.get(cell.name), headline) },
      test: testOf(
        testedOn.pairs.find(({ a }) => a === cell.name),
        headline,
      ),
      usage: spent.get(cell.name) ?? { calls: 0, prompt_tokens: 0, completion_tokens: 0 },
    }));
    const ranked = rows.toSorted(
      (a, b) =>
        (b.eliminated ?? Number.POSITIVE_INFINITY) - (a.eliminated ?? Number.POSITIVE_INFINITY) ||
        (b.development.value ?? -1) - (a.development.value ?? -1) ||
        tokensOf(a.usage) - tokensOf(b.usage) ||
        a.declared - b.declared,
    );
    const placed = ranked.map(({ declared: _, ...row }, at): GridRow => ({ ...row, place: at + 1 }));
    const [best] = placed;
    const chosen = best === undefined || best.development.value === null ? null : best;
    return {
      settings,
      records: counted,
      problems: { development: problems.development.size, held_out: problems.held_out.size },
      models: [...models].sort(),
      chosen: chosen?.name ?? null,
      finding: findingOf(chosen, reference),
      cells: placed,
    };
  }

  return { add, result };
}

function tokensOf({ prompt_tokens, completion_tokens }: Spent): number {
  return prompt_tokens + completion_tokens;
}

function valueIn({ critics }: ComparisonObject, name: string): GridRow['development'] {
  const found = critics.find(({ critic }) => critic === name);
  return { n: found?.n ?? 0, value: found?.headline ?? null };
}

function intervalOf(score: SubjectScore | undefined, headline: string): GridRow['held_out']['interval'] {
  return score?.intervals[headline] ?? null;
}

function findingOf(chosen: GridRow | null, reference: string): GridFinding {
  if (chosen === null) return 'undefined';
  if (chosen.name === reference) return 'reference';
  return chosen.test !== null && isShown(chosen.test) ? 'better' : 'not shown';
}
